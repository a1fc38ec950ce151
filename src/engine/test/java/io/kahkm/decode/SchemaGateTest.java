package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegistryStandIn;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.decode.registry.SchemaSource;
import io.kahkm.testing.CapturedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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

  /** The clock stands still unless it is told: a registry that fails is asked twice a second. */
  @Test
  void itAsksTwiceASecondAndTellsEveryMinute() throws Exception {
    AtomicLong now = new AtomicLong(7);
    gate = new SchemaGate(registry, Integer.BYTES, answers::add, now::get);
    server.status = 503;
    try (CapturedLog log = new CapturedLog(SchemaGate.class.getName())) {
      askAndAwait(1);
      now.addAndGet(499_999_999);
      assertThat(gate.opens(record(0, 0, 0, 0, 9, 1))).isFalse();
      assertThat(gate.opens(record(0, 0, 0, 0, 7, 1))).isFalse();
      Thread.sleep(50);
      assertThat(server.asked).hasSize(1);
      now.addAndGet(1);
      askAndAwait(2);
      now.addAndGet(59_499_999_999L);
      askAndAwait(3);
      assertThat(told(log)).as("until a minute is over").hasSize(1);
      now.addAndGet(60_000_000_000L);
      askAndAwait(4);
      assertThat(told(log)).hasSize(2).allMatch(line -> line.contains("status 503"));

      server.status = 200;
      server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
      now.addAndGet(1_000_000_000);
      askAndAwait(5);
      assertThat(told(log)).hasSize(3).last().asString().contains("answers again after 120 s");
      assertThat(answers).containsExactly(false, false, false, false, true);
      assertThat(gate.opens(record(0, 0, 0, 0, 7, 1))).isTrue();

      server.answers.put("/schemas/ids/8", "{\"schema\":\"x\"}");
      assertThat(gate.opens(record(0, 0, 0, 0, 8, 1))).as("asked for at once").isFalse();
      awaitOpen(record(0, 0, 0, 0, 8, 1));
      assertThat(told(log)).as("it had answered before").hasSize(3);
    }
  }

  /** What was said of this registry; gates of other tests may still be asking theirs. */
  private List<String> told(CapturedLog log) {
    return log.lines().stream().filter(line -> line.contains(server.address())).toList();
  }

  /** Asks for schema 7 and waits until the gate has taken note of the answer. */
  private void askAndAwait(int times) throws InterruptedException {
    assertThat(gate.opens(record(0, 0, 0, 0, 7, 1))).isFalse();
    for (int i = 0; i < 500 && answers.size() < times; i++) {
      Thread.sleep(10);
    }
    assertThat(answers).hasSize(times);
    // It leaves the set of those asked for after it has told.
    Thread.sleep(20);
  }

  /** The bytes of a structured event are in its data. */
  @Test
  void theSchemaOfAStructuredEventIsAskedFor() throws Exception {
    server.answers.put("/schemas/ids/7", "{\"schema\":\"x\"}");
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", "application/cloudevents+json".getBytes(StandardCharsets.US_ASCII));
    InputRecord event =
        new InputRecord(
            "t",
            null,
            "{\"specversion\":\"1.0\",\"type\":\"t\",\"data_base64\":\"AAAAAAcB\"}"
                .getBytes(StandardCharsets.US_ASCII),
            headers,
            0);
    assertThat(gate.opens(event)).isFalse();
    awaitOpen(event);
    assertThat(server.asked).containsExactly("/schemas/ids/7");
  }

  @Test
  void whatIsTooLongForAnyReadingIsNotWaitedFor() {
    byte[] longest = new byte[InputJson.LONGEST_VALUE];
    longest[4] = 7;
    assertThat(gate.opens(new InputRecord("t", null, longest, new RecordHeaders(), 0))).isFalse();
    byte[] longer = new byte[InputJson.LONGEST_VALUE + 1];
    longer[4] = 7;
    assertThat(gate.opens(new InputRecord("t", null, longer, new RecordHeaders(), 0))).isTrue();
  }

  /** Its threads end with the process and with their work. */
  @Test
  void itsThreadsAreDaemons() throws Exception {
    assertThat(gate.opens(record(0, 0, 0, 0, 7, 1))).isFalse();
    awaitOpen(record(0, 0, 0, 0, 7, 1));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals("schema-registry"))
        .isNotEmpty()
        .allMatch(Thread::isDaemon);
  }
}
