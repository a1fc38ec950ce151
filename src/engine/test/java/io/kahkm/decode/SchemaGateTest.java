package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaGateTest {
  private final List<Boolean> answers = new CopyOnWriteArrayList<>();
  private RegistryStandIn server;
  private SchemaRegistry registry;
  private SchemaGate gate;

  @BeforeEach
  void start() throws IOException {
    server = new RegistryStandIn(0);
    registry = new SchemaRegistry(server.address(), Optional.empty(), InputFormat.AVRO);
    gate = new SchemaGate(registry, Integer.BYTES, answers::add);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static InputRecord record(int... value) {
    byte[] bytes = new byte[value.length];
    for (int i = 0; i < value.length; i++) {
      bytes[i] = (byte) value[i];
    }
    return new InputRecord("t", null, bytes, new RecordHeaders(), 0);
  }

  private void awaitOpen(InputRecord record) throws InterruptedException {
    for (int i = 0; i < 500 && !gate.opens(record); i++) {
      Thread.sleep(10);
    }
    assertThat(gate.opens(record)).isTrue();
  }

  @Test
  void opensWhenTheSchemaIsThereAndForWhatNeedsNone() throws Exception {
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");

    assertThat(gate.opens(record())).isTrue();
    assertThat(gate.opens(record(1, 2, 3))).as("no id").isTrue();
    assertThat(gate.opens(record(0, 0, 0, 0, 7, 1))).as("asked for meanwhile").isFalse();
    awaitOpen(record(0, 0, 0, 0, 7, 1));
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 7).text()).isEqualTo("x");
    assertThat(server.asked).containsExactly("/schemas/ids/7");
    awaitOpen(record(0, 0, 0, 0, 8, 1));
    assertThat(registry.find(SchemaSource.IdKind.SCHEMA, 8)).as("unknown").isNull();
    assertThat(answers).containsOnly(true);
  }

  @Test
  void aRegistryThatIsAwayIsAskedAgain() throws Exception {
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    server.refusals.set(2);
    InputRecord record = record(0, 0, 0, 0, 7, 1);
    long begun = System.nanoTime();
    awaitOpen(record);

    assertThat(answers).containsExactly(false, false, true);
    assertThat(System.nanoTime() - begun)
        .as("half a second between two")
        .isGreaterThan(900_000_000);
  }
}
