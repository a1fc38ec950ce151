package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person learns from the brokers before the engine starts. */
class BrokerCommandsIT {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static Path recording;

  @BeforeAll
  static void startBroker() throws Exception {
    broker =
        EmbeddedBroker.start(
            folder.resolve("broker"),
            Map.of(
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "allow.everyone.if.no.acl.found",
                "true"));
    StringBuilder rows = new StringBuilder("t,q,p\n");
    for (int i = 0; i < 300; i++) {
      rows.append(1_700_000_000L + i).append(',');
      rows.append(StrictMath.sin(0.11 * i)).append(',').append(StrictMath.cos(0.07 * i));
      rows.append('\n');
    }
    recording = Files.writeString(folder.resolve("recording.csv"), rows);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** A topology file with a fitted model, whose topics bear its name. */
  private static Path plant(String name) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            """
            name: %s
            model: {file: %s}
            input: {topic: %s.states, state: [q, p], time: t, time-unit: s, step: 1s}
            forecasts: {horizons: [1, 5]}
            kafka: {bootstrap.servers: '%s'}
            """
                .formatted(
                    name, folder.resolve("plant.safetensors"), name, broker.bootstrapServers()));
    if (!Files.exists(folder.resolve("plant.safetensors"))) {
      Cli fit = Lab.words("fit " + file + " --classes 4 --epochs 2 --input " + recording);
      assertThat(fit.code()).as(fit.err()).isZero();
    }
    return file;
  }

  @Test
  void missingTopicsAreNamedAndCreatedOnDemand() throws IOException {
    Path file = plant("bare");
    Cli before = Lab.words("topics " + file);
    assertThat(before.code()).isOne();
    assertThat(before.out())
        .containsPattern("bare.states +input +MISSING")
        .containsPattern("bare.rejects +rejects +MISSING")
        .contains("./kahkm topics " + file + " --create");

    Cli created = Lab.words("topics " + file + " --create --partitions 3");
    assertThat(created.code()).as(created.out() + created.err()).isZero();
    assertThat(created.out())
        .contains("created bare.states", "created bare.forecasts", "created bare.rejects")
        .containsPattern("bare.states +input +3 partitions")
        .doesNotContain("MISSING", "TOO SMALL");
    Cli again = Lab.words("topics " + file + " --create");
    assertThat(again.code()).isZero();
    assertThat(again.out()).doesNotContain("created");
  }

  @Test
  void aSampleOfTagsTellsUnknownOnesMissingOnesAndLateness() throws IOException {
    plant("sampled");
    Path file =
        Files.writeString(
            folder.resolve("sampled-tags.yaml"),
            """
            name: sampled-tags
            model: {file: %s}
            input:
              layout: tags
              topic: sampled.tags
              tag: {from: field id}
              sensors: {q: TT-1, p: PT-1}
              time: ts
              step: 1s
              grace: 3s
            kafka: {bootstrap.servers: '%s'}
            """
                .formatted(folder.resolve("plant.safetensors"), broker.bootstrapServers()));
    broker.createTopics(List.of("sampled.tags"), 1, Map.of());
    long begin = 1_700_000_000_000L;
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      for (int second = 0; second <= 20; second++) {
        for (String tag : List.of("TT-1", "XX-9", "XX-9")) {
          send(producer, tag, "" + second, begin + 1000L * second);
        }
      }
      send(producer, "YY-2", "\"7\"", begin + 20_000);
      send(producer, "TT-1", "3", begin + 5_500);
    }
    String all = Lab.words("check --sample 1000 " + file).out();
    assertThat(all)
        .contains("Sample: 65 records with 65 values of 1 stream over 20.0 s of event time")
        .contains("Named tags that did not come: PT-1.")
        .contains("Unknown tags, ignored: 2")
        .containsSubsequence("XX-9  2.10", "YY-2  0.0500")
        .contains("behind its stream")
        .contains("grace is 3.000 s");
    assertThat(Lab.words("check --sample 2 " + file).out()).contains("Sample: 2 records");
    assertThat(Lab.words("check --sample 10m " + file).out()).contains("Sample: 65 records");
    Cli wrong = Lab.words("check --sample soon " + file);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--sample: \"soon\" is not a duration");
    Cli rows = Lab.words("check --sample 9 " + folder.resolve("sampled.yaml"));
    assertThat(rows.err()).contains("--sample is for topics of tags");
  }

  private static void send(
      KafkaProducer<String, String> producer, String tag, String value, long millis) {
    var unused =
        producer.send(
            new ProducerRecord<>(
                "sampled.tags",
                "line1",
                "{\"id\":\"%s\",\"value\":%s,\"ts\":%d}".formatted(tag, value, millis)));
  }

  @Test
  void otherBrokersAndMoreCopiesAreAskedFor() throws IOException {
    Path file = plant("copied");
    Cli nobody = Lab.words("topics " + file + " --bootstrap 127.0.0.1:1");
    assertThat(nobody.code()).isNotZero();
    assertThat(nobody.err()).contains("no broker answers at 127.0.0.1:1");

    Cli copies = Lab.words("topics " + file + " --create --replication 2");
    assertThat(copies.code()).isNotZero();
    assertThat(copies.err()).containsIgnoringCase("replication factor");
  }

  @Test
  void newTopicsHaveThePartitionsOfTheInput() throws IOException {
    Path file = plant("wide");
    broker.createTopics(List.of("wide.states"), 5, Map.of());
    assertThat(Lab.words("topics " + file + " --create").out())
        .containsPattern("wide.forecasts +forecasts +5 partitions");
  }

  @Test
  void aTopicThatTakesTooLittleIsNoGoodOne() throws IOException {
    Path file = plant("narrow");
    broker.createTopics(
        List.of("narrow.states", "narrow.forecasts", "narrow.rejects"), 1, Map.of());
    Cli topics = Lab.words("topics " + file);
    assertThat(topics.code()).isOne();
    assertThat(topics.out())
        .containsPattern("narrow.rejects .*TOO SMALL: .* set max.message.bytes to 2097152");
  }

  @Test
  void checkSaysWhatTheBrokersHold() throws Exception {
    Path file = plant("asked");
    assertThat(Lab.words("topics " + file + " --create").code()).isZero();
    Cli empty = Lab.words("check --brokers " + file);
    assertThat(empty.code()).as(empty.out() + empty.err()).isZero();
    assertThat(empty.out())
        .contains("Brokers: 1 answers.")
        .contains("Transactions: transaction.version 2.")
        .contains("Authorisation: all rights that were checked are granted.")
        .contains("Lag: application asked has not read yet.")
        .contains("Instances: none runs.")
        .doesNotContain("STOPS")
        .contains("Clock: the input holds no record to compare with.");

    long later = System.currentTimeMillis() + 1_800_000L;
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>("asked.states", null, later, "a", "{}")).get();
    }
    // As instances note it that stopped on the record.
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .alterConsumerGroupOffsets(
              "asked-crashes",
              Map.of(new TopicPartition("asked.states", 0), new OffsetAndMetadata(0, "2")))
          .all()
          .get();
    }
    assertThat(Lab.words("check --brokers " + file).out())
        .contains("ahead of this machine: one of the two clocks is wrong")
        .contains("STOPS: the record at asked.states-0 offset 0 stopped an instance 2 times");
  }

  /** Such is a cluster that was upgraded from Kafka 3; the engine starts on it. */
  @Test
  void checkWarnsOfBrokersWhoseTransactionsLateWritesGetInto() throws Exception {
    Path file = plant("torn");
    try (EmbeddedBroker upgraded =
        EmbeddedBroker.start(
            folder.resolve("upgraded"), Map.of(EmbeddedBroker.TRANSACTION_VERSION, "1"))) {
      String text = Files.readString(file);
      Files.writeString(file, text.replace(broker.bootstrapServers(), upgraded.bootstrapServers()));
      assertThat(Lab.words("topics " + file + " --create").code()).isZero();
      Cli check = Lab.words("check --brokers " + file);
      assertThat(check.code()).as(check.out() + check.err()).isZero();
      assertThat(check.out())
          .contains("Transactions: transaction.version is 1, below 2")
          .contains("transaction.version=2");
    }
  }

  @Test
  void aLoginThatMayNotWriteIsToldBeforeTheEngineStarts() throws Exception {
    Path file = plant("closed");
    assertThat(Lab.words("topics " + file + " --create").code()).isZero();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createAcls(
              List.of(
                  new AclBinding(
                      new ResourcePattern(
                          ResourceType.TOPIC, "closed.forecasts", PatternType.LITERAL),
                      new AccessControlEntry(
                          "User:*", "*", AclOperation.READ, AclPermissionType.ALLOW))))
          .all()
          .get();
    }
    Cli check = Lab.words("check --brokers " + file);
    assertThat(check.code()).isOne();
    assertThat(check.out())
        .containsPattern("closed.forecasts .*DENIED: this login may not write it")
        .contains("Authorisation: some rights are missing");
  }

  @Test
  void aDemoReplaysARecordingThatNobodyPrepared() throws IOException {
    Path csv = Files.copy(recording, folder.resolve("own.csv"));
    Path file = folder.resolve("own.yaml");
    Cli demo = Lab.words("demo " + file + " --replay " + csv + " --rate 0 --duration 5s --port 0");
    assertThat(demo.code()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.out())
        .contains("$ ./kahkm init", "$ ./kahkm fit " + file)
        .contains("Summary: 300 readings sent, 300 taken")
        .contains("own     Normal")
        .doesNotContain("last window");
    assertThat(file).exists();
    assertThat(folder.resolve("own.safetensors")).exists();
  }

  @Test
  void aDemoReplaysAsManyStreamsAsAColumnNames() throws IOException {
    String text = Files.readString(recording).replace("t,q,p\n", "pump,t,q,p\n");
    List<String> lines = new ArrayList<>(text.lines().toList());
    for (int i = 1; i < lines.size(); i++) {
      lines.set(i, (i % 2 == 0 ? "even," : "odd,") + lines.get(i));
    }
    Path csv = Files.write(folder.resolve("pumps.csv"), lines);

    Cli demo =
        Lab.words(
            "demo %s --replay %s --stream pump --rate 0 --duration 5s --port 0"
                .formatted(plant("pumps"), csv));

    assertThat(demo.code()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.out().substring(demo.out().indexOf("Summary:"))).contains("even", "odd");
  }
}
