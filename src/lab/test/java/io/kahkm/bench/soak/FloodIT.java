package io.kahkm.bench.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.lab.Lab;
import io.kahkm.testing.TestModels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Floods of whatever records can make the engine keep, at an engine of 256 MB: it goes through all
 * of them without a stop, and again after it was killed.
 */
@Tag("full")
class FloodIT {
  private static final int PARTITIONS = 4;
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final String ROWS = "state: [q, p], time: ts, time-unit: ms, episode: run";
  private static final String TAGS =
      "layout: tags, sensors: {q: q, p: p}, step: 10ms, grace: 200ms, ";

  @TempDir private Path directory;

  private enum Flood {
    /** A stream for every record. */
    KEYS(
        ROWS,
        (producer, now) -> {
          for (int i = 0; i < 200_000; i++) {
            send(producer, "machine-" + i, row(now, "r"));
          }
        }),
    /** Names of episodes as long as a record may be. */
    NAMES(
        ROWS,
        (producer, now) -> {
          for (int i = 0; i < 400; i++) {
            send(producer, "s" + i, row(now, "x".repeat(510_000) + i));
          }
        }),
    /** Records that name thousands of streams each. */
    STREAMS(
        TAGS
            + "fields: {each: values, value: v}, stream: {from: field s}, tag: {from: field t}, time:"
            + " ts",
        (producer, now) -> {
          for (int i = 0; i < 40; i++) {
            StringBuilder json = new StringBuilder("{\"ts\":" + now + ",\"values\":[");
            for (int j = 0; j < 12_000; j++) {
              json.append(j > 0 ? "," : "");
              json.append("{\"s\":\"m" + i + "-" + j + "\",\"t\":\"q\",\"v\":1}");
            }
            send(producer, "gateway", json.append("]}").toString().getBytes(UTF_8));
          }
        }),
    /** Sparkplug nodes whose births name thousands of metrics each. */
    BIRTHS(
        TAGS + "format: sparkplug, stream: {from: key}, tag: {from: name}",
        (producer, now) -> {
          for (int i = 0; i < 60; i++) {
            send(producer, "spBv1.0/g/NBIRTH/n" + i, birth(now));
          }
        });

    private final String input;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final BiConsumer<KafkaProducer<byte[], byte[]>, Long> records;

    Flood(String input, BiConsumer<KafkaProducer<byte[], byte[]>, Long> records) {
      this.input = input;
      this.records = records;
    }
  }

  private static byte[] row(long time, String run) {
    return ("{\"q\":0.5,\"p\":0.5,\"ts\":" + time + ",\"run\":\"" + run + "\"}").getBytes(UTF_8);
  }

  private static byte[] birth(long time) {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(buffer);
    try {
      out.writeUInt64(1, time);
      for (int i = 0; i < 20_000; i++) {
        ByteArrayOutputStream metric = new ByteArrayOutputStream();
        CodedOutputStream fields = CodedOutputStream.newInstance(metric);
        fields.writeString(1, String.format("tag%06d", i));
        fields.writeUInt64(2, i);
        fields.flush();
        out.writeByteArray(2, metric.toByteArray());
      }
      out.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return buffer.toByteArray();
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String key, byte[] value) {
    var unused = producer.send(new ProducerRecord<>("flood.in", key.getBytes(UTF_8), value));
  }

  @ParameterizedTest
  @EnumSource(Flood.class)
  void doesNotStopAnEngineOf256MegabytesNorItsRestart(Flood flood) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      Path topology = topology(flood, broker.bootstrapServers());
      Cli topics = Lab.words("topics " + topology + " --create --partitions " + PARTITIONS);
      assertThat(topics.code()).as(topics.err()).isZero();
      Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (KafkaProducer<byte[], byte[]> producer =
              new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
          Admin admin = Admin.create(client)) {
        flood.records.accept(producer, System.currentTimeMillis());
        producer.flush();
        try (RunProcess first = start(topology)) {
          awaitTaken(admin, first);
        }
        // It was killed with everything in its stores and topics.
        flood.records.accept(producer, System.currentTimeMillis());
        producer.flush();
        try (RunProcess second = start(topology)) {
          awaitTaken(admin, second);
          assertThat(second.ready()).as(second::lastWords).isTrue();
        }
      }
    }
  }

  private Path topology(Flood flood, String brokers) throws IOException {
    Path model = directory.resolve("m.safetensors");
    ModelFile.write(TestModels.vanDerPol(4, 1), model);
    return Files.writeString(
        directory.resolve("flood.yaml"),
        """
        name: flood
        model: {file: "%s"}
        input: {topic: flood.in, %s}
        forecasts: {horizons: [1, 10], every: 10, coordinates: none}
        telemetry: {port: 0}
        kafka: {bootstrap.servers: "%s", state.dir: "%s"}
        """
            .formatted(model, flood.input, brokers, directory.resolve("state")));
  }

  private RunProcess start(Path topology) throws IOException {
    return RunProcess.start(
        "flood", Program.own(), topology, Map.of(), directory.resolve("engine.log"));
  }

  /** Waits until all records are taken by the engine, which must not end meanwhile. */
  private static void awaitTaken(Admin admin, RunProcess engine) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!isTaken(admin)) {
      assertThat(engine.alive()).as(engine::lastWords).isTrue();
      assertThat(System.nanoTime()).as("%s", engine.lastWords()).isLessThan(deadline);
      Thread.sleep(500);
    }
    assertThat(engine.alive()).as(engine::lastWords).isTrue();
  }

  private static boolean isTaken(Admin admin) throws Exception {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int i = 0; i < PARTITIONS; i++) {
      ends.put(new TopicPartition("flood.in", i), OffsetSpec.latest());
    }
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets("flood").partitionsToOffsetAndMetadata().get();
    for (Map.Entry<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> end :
        admin.listOffsets(ends).all().get().entrySet()) {
      OffsetAndMetadata reached = committed.get(end.getKey());
      if (end.getValue().offset() > (reached == null ? 0 : reached.offset())) {
        return false;
      }
    }
    return true;
  }
}
