package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.CertificateConfig;
import io.kahkm.stream.store.BoundedRocksDb;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What Kafka Streams is set to, and what is said of a restored store. */
class StreamsSettingsTest {
  private static final TopicPartition CHANGELOG = new TopicPartition("pump-journal-changelog", 0);

  private static TopologyConfig config(String more) {
    try {
      return TopologyConfig.parse(
          "name: pump\nmodel: {file: unused}\ninput: {state: [q, p], end: done}\n" + more,
          "pump.yaml",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  @Test
  void ourSettingsHoldUnlessTheFileHasOthers() {
    Map<Object, Object> ours =
        Map.ofEntries(
            Map.entry("state.dir", "state"),
            Map.entry("processing.guarantee", "exactly_once_v2"),
            Map.entry("commit.interval.ms", "100"),
            Map.entry("group.protocol", "classic"),
            Map.entry("processing.exception.handler.global.enabled", "true"),
            Map.entry("ensure.explicit.internal.resource.naming", "true"),
            Map.entry("rocksdb.config.setter", BoundedRocksDb.class.getName()),
            Map.entry("producer.max.request.size", "2097152"),
            Map.entry("metadata.max.age.ms", "5000"),
            Map.entry("application.id", "pump"));
    assertThat(StreamsSettings.of(config(""))).containsAllEntriesOf(ours);
    assertThat(
            StreamsSettings.of(
                config(
                    "kafka: {bootstrap.servers: 'plant:9092', commit.interval.ms: 500,"
                        + " producer.max.request.size: 4000000}\n")))
        .containsEntry("commit.interval.ms", "500")
        .containsEntry("producer.max.request.size", "4000000")
        .containsEntry("bootstrap.servers", "plant:9092")
        .containsEntry("state.dir", "state")
        .containsEntry("application.id", "pump");
  }

  @Test
  void anAdminClientHasTheBrokersAndSecurityOfTheFile() {
    assertThat(
            StreamsSettings.admin(
                config(
                    "kafka: {bootstrap.servers: 'plant:9092', security.protocol: SSL,"
                        + " ssl.truststore.location: /etc/trust}\n")))
        .containsEntry("client.id", "pump-own")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("ssl.truststore.location", "/etc/trust")
        .containsEntry("bootstrap.servers", "plant:9092");
  }

  @Test
  void transactionsLiveAsLongAsTheFileSays() {
    assertThat(StreamsSettings.transactionTimeout(config(""))).isEqualTo(Duration.ofSeconds(10));
    assertThat(
            StreamsSettings.transactionTimeout(
                config(
                    "kafka: {bootstrap.servers: 'plant:9092', transaction.timeout.ms: '20000'}\n")))
        .isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void theLargestRequestIsThatOfTheProducers() {
    assertThat(StreamsSettings.largestRequest(config(""))).isEqualTo(2_097_152);
    assertThat(
            StreamsSettings.largestRequest(
                config("").withKafka(Map.of("producer.max.request.size", " 4000000 "))))
        .isEqualTo(4_000_000);
    assertThat(
            StreamsSettings.largestRequest(
                config("").withKafka(Map.of("producer.max.request.size", "much"))))
        .as("Kafka says what is wrong with it")
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void skillGoesBesideTheCertificatesOfAFleetAndThroughThemElsewhere() {
    CertificateConfig episodes =
        config("certificates: {sampling: episodes, window: {units: 4}, tolerance: 0.3}\n")
            .certificates()
            .orElseThrow();
    assertThat(TopologyNodes.skillSink(episodes)).isEqualTo(TopologyNodes.CERTIFICATES_SINK);
  }

  @Test
  void whatWasRestoredIsToldOnce() {
    RestoreLog restored = new RestoreLog();
    try (CapturedLog log = new CapturedLog(RestoreLog.class.getName())) {
      restored.running();
      assertThat(log.lines()).as("nothing was restored").isEmpty();
      restored.onRestoreStart(CHANGELOG, "journal", 0, 100);
      restored.onBatchRestored(CHANGELOG, "journal", 40, 40);
      restored.onBatchRestored(CHANGELOG, "journal", 100, 60);
      restored.onRestoreEnd(CHANGELOG, "journal", 100);
      restored.running();
      restored.running();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .matches(
              "Restored 100 records from the changelogs in \\d{1,2}\\.\\d+ s\\. To shorten this,"
                  + " keep the state directory or set kafka\\.num\\.standby\\.replicas\\.");
    }
  }

  @Test
  void aThreadThatIsLeftBehindIsToldOnce() throws Exception {
    long[] now = {5};
    StopPatience patience = new StopPatience(() -> now[0]);
    try (CapturedLog log = new CapturedLog(StopPatience.class.getName())) {
      patience.died();
      now[0] += StopPatience.LONGEST.toNanos();
      assertThat(patience.await(Duration.ZERO)).isTrue();
      assertThat(patience.await(Duration.ZERO)).isTrue();
      assertThat(log.lines())
          .containsExactly(
              "A stream thread still waits for the brokers 70 s after another one died; the process"
                  + " stops without it. Nothing is lost; the next start restores its stores from"
                  + " the changelogs.");
    }
  }
}
