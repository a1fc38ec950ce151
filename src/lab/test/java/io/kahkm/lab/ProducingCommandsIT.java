package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProducingCommandsIT {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
    broker.createTopics(List.of("rows", "states", "plant"), 1, Map.of());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void replaySendsEveryRowInOrder() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("rows.csv"),
            "unit,t,q,note\na,1,0.1,Inp OutRange\nb,2,1e-3,\na,9007199254740993,3,x\n");

    Cli replay =
        Lab.run(
            "replay",
            csv.toString(),
            "--bootstrap",
            broker.bootstrapServers(),
            "--topic",
            "rows",
            "--key",
            "unit");

    assertThat(replay.code()).as(replay.err()).isZero();
    assertThat(replay.out()).contains("3 rows sent");
    List<ConsumerRecord<String, byte[]>> records = consume("rows", 3);
    assertThat(records).extracting(ConsumerRecord::key).containsExactly("a", "b", "a");
    assertThat(records)
        .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
        .containsExactly(
            "{\"unit\":\"a\",\"t\":1,\"q\":0.1,\"note\":\"Inp OutRange\"}",
            "{\"unit\":\"b\",\"t\":2,\"q\":0.001}",
            "{\"unit\":\"a\",\"t\":9007199254740993,\"q\":3,\"note\":\"x\"}");
  }

  private static int replays;

  /** What a replay with these options sends, {@code key=value} in the order of the topic. */
  private static List<String> replayed(Path csv, String options, int count) throws IOException {
    String topic = "replay-" + replays++;
    broker.createTopics(List.of(topic), 1, Map.of());
    Cli replay =
        Lab.words(
            "replay %s %s --topic %s --bootstrap %s"
                .formatted(csv, options, topic, broker.bootstrapServers()));
    assertThat(replay.code()).as(replay.err()).isZero();
    return consume(topic, count).stream()
        .map(sent -> sent.key() + "=" + new String(sent.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void everyOptionOfReplayChangesWhatIsSent() throws IOException {
    StringBuilder text = new StringBuilder("unit,t,later,q,p\n");
    for (int i = 0; i < 12; i++) {
      text.append("m%d,%d,%d,%d,%d%n".formatted(i % 2, 1000 + i, 9000 + i, i, -i));
    }
    Path csv = Files.writeString(folder.resolve("options.csv"), text);

    assertThat(replayed(csv, "--key unit", 12).get(1))
        .isEqualTo("m1={\"unit\":\"m1\",\"t\":1001,\"later\":9001,\"q\":1,\"p\":-1}");
    assertThat(replayed(csv, "--key-value x", 12)).allMatch(sent -> sent.startsWith("x={"));
    String tags = "--key unit --layout tags ";
    List<String> plain = replayed(csv, tags + "--time t --time-unit s", 36);
    assertThat(plain.get(1)).isEqualTo("m0={\"tag\":\"q\",\"value\":0,\"ts\":1000000}");
    assertThat(replayed(csv, tags + "--time later --time-unit s", 36).get(1))
        .isEqualTo("m0={\"tag\":\"q\",\"value\":0,\"ts\":9000000}");
    assertThat(replayed(csv, tags + "--time t --time-unit ms", 36).get(1))
        .isEqualTo("m0={\"tag\":\"q\",\"value\":0,\"ts\":1000}");
    assertThat(replayed(csv, tags + "--time t --time-unit s --key-by-tag", 36).get(1))
        .isEqualTo(plain.get(1).replace("m0=", "m0/q="));
    String shuffled = tags + "--time t --time-unit s --shuffle 5s";
    List<String> mixed = replayed(csv, shuffled, 36);
    assertThat(mixed).isNotEqualTo(plain).containsExactlyInAnyOrderElementsOf(plain);
    assertThat(replayed(csv, shuffled, 36)).isEqualTo(mixed);
    assertThat(replayed(csv, shuffled + " --seed 4", 36))
        .isNotEqualTo(mixed)
        .containsExactlyInAnyOrderElementsOf(plain);
    long before = System.nanoTime();
    replayed(csv, "--key unit --rate 40", 12);
    // The first is due at once.
    assertThat((System.nanoTime() - before) * 1e-9).isGreaterThan(11 / 40.0);
    Path client = Files.writeString(folder.resolve("client.properties"), "max.request.size=20\n");
    Cli refused =
        Lab.words(
            "replay %s --key unit --client-config %s --topic rows --bootstrap %s"
                .formatted(csv, client, broker.bootstrapServers()));
    assertThat(refused.code()).isNotZero();
    assertThat(refused.err()).contains("max.request.size");
  }

  @Test
  void initProfilesTheNewestRecordsOfATopic() throws IOException {
    StringBuilder rows = new StringBuilder("pump,t,q,p,note\n");
    for (int i = 0; i < 400; i++) {
      rows.append(
          String.format(
              Locale.ROOT,
              "pump-%d,%d,%.6f,%.6f,x%n",
              i % 2,
              1_700_000_000_000L + 500L * i,
              Math.sin(0.1 * i + i % 2),
              Math.cos(0.1 * i)));
    }
    Path csv = Files.writeString(folder.resolve("plant-rows.csv"), rows);
    String brokers = broker.bootstrapServers();
    String replay = "replay %s --topic plant --key pump --bootstrap ".formatted(csv) + brokers;
    assertThat(Lab.words(replay).code()).isZero();
    Path file = folder.resolve("plant.yaml");

    Cli init = Lab.words("init plant --records 300 --bootstrap " + brokers + " --output", file);

    assertThat(init.code()).as(init.err()).isZero();
    assertThat(init.out()).contains("300 records of plant", "one every 1s");
    assertThat(file)
        .content()
        .contains("topic: plant ")
        .contains("state: [q, p]")
        .contains("time: t ")
        .doesNotContain("episode:");
    for (String command : init.out().lines().map(String::strip).toList()) {
      if (command.startsWith("./kahkm ") && !command.startsWith("./kahkm run")) {
        Cli next = Lab.words(command.substring("./kahkm ".length()));
        assertThat(next.code()).as(command + next.err()).isZero();
      }
    }
    assertThat(Lab.words("init nowhere --bootstrap " + brokers).err())
        .contains("there is no topic nowhere");
  }

  @Test
  void simulateSendsEveryStreamAtItsRate() throws IOException {
    long before = System.nanoTime();
    Cli simulate =
        Lab.run(
            "simulate",
            "vanderpol",
            "--streams",
            "3",
            "--duration",
            "1s",
            "--rate",
            "100",
            "--episode-length",
            "20",
            "--bootstrap",
            broker.bootstrapServers(),
            "--topic",
            "states");
    double seconds = (System.nanoTime() - before) * 1e-9;

    assertThat(simulate.code()).as(simulate.err()).isZero();
    // 50 readings at 100 a second take at least 0.49 s: the first is due at once.
    assertThat(seconds).isGreaterThan(0.49);
    List<ConsumerRecord<String, byte[]>> records = consume("states", 150);
    List<JsonNode> first = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      if (record.key().equals("sensor-01")) {
        first.add(new ObjectMapper().readTree(record.value()));
      }
    }
    assertThat(first).hasSize(50);
    for (int i = 0; i < 50; i++) {
      assertThat(first.get(i).get("t").asLong() - first.get(0).get("t").asLong())
          .isEqualTo(20L * i);
      assertThat(first.get(i).get("run").asText()).isEqualTo("sensor-01/" + i / 21);
      assertThat(first.get(i).has("done")).isEqualTo(i % 21 == 20);
    }
  }

  /** One of the paper's control tasks as it is demonstrated, with shorter windows. */
  @Test
  void aControlTaskEmitsForecastsCertificatesAndMetrics() throws Exception {
    String yaml = Files.readString(Path.of("topologies/cartpole.yaml"));
    TopologyConfig config =
        TopologyConfig.parse(yaml.replace("units: 60", "units: 5"), "cartpole", Map.of());

    LiveTopology live =
        LiveTopology.run(config, broker.bootstrapServers(), folder, 3, Duration.ofSeconds(90));

    TopologiesLiveIT.requireComplete(live, config);
    assertThat(live.certificates()).allMatch(one -> one.get("units").asInt() == 5);
  }

  private static List<ConsumerRecord<String, byte[]>> consume(String topic, int count) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (records.size() < count && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    assertThat(records).hasSize(count);
    return records;
  }
}
