package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.stream.client.EngineException;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is created and what is refused of the topics of a file, with a cluster that a test names.
 */
class TopicSetupTest {
  private static final String LIMIT = "max.message.bytes";
  private static final List<String> READ = List.of("pump.states", "pump.rivals", "pump.known");
  private static final List<String> WRITTEN =
      List.of("pump.forecasts", "pump.certificates", "pump.incidents", "pump.rejects");
  private static final List<String> OWN =
      List.of("pump-journal-changelog", "pump-snapshot-changelog");

  private final BrokerStandIn cluster = new BrokerStandIn();
  private final Map<String, BrokerStandIn.Topic> topics = new LinkedHashMap<>();

  @BeforeEach
  void allTopics() {
    READ.forEach(name -> topics.put(name, cluster.topic(name, 3)));
    WRITTEN.forEach(name -> topics.put(name, cluster.topic(name, 1)));
    topics.values().forEach(topic -> topic.set(LIMIT, 2_000_000));
    OWN.forEach(name -> topics.put(name, cluster.topic(name, 3).set(LIMIT, 1_048_588)));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private TopologyConfig config(String more) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run}
          forecasts:
            horizons: [1]
            known: [p]
            others: [{name: rival, topic: pump.rivals, horizon: 1}]
          certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
          incidents: {topic: pump.incidents}
          kafka: {bootstrap.servers: "%s"%s}
          """
              .formatted(cluster.servers(), more),
          "pump",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private TopicSetup setup(Map<String, Long> sizes) {
    return new TopicSetup(config(""), sizes);
  }

  private static void refuses(TopicSetup setup, String words) {
    assertThatThrownBy(setup::check).isInstanceOf(EngineException.class).hasMessage(words);
  }

  @Test
  void everyTopicHasItsUseAndTheRightsThatTheEngineNeeds() {
    Map<String, String> uses = TopicSetup.uses(config(""));
    assertThat(uses)
        .containsExactly(
            Map.entry("pump.states", "input"),
            Map.entry("pump.rivals", "forecasts of rival"),
            Map.entry("pump.known", "known inputs"),
            Map.entry("pump.forecasts", "forecasts"),
            Map.entry("pump.certificates", "certificates"),
            Map.entry("pump.incidents", "incidents"),
            Map.entry("pump.rejects", "rejects"));
    uses.forEach(
        (topic, use) -> {
          assertThat(TopicSetup.isRead(use)).as(topic).isEqualTo(READ.contains(topic));
          assertThat(TopicSetup.rights(use))
              .as(topic)
              .isEqualTo(
                  READ.contains(topic)
                      ? Set.of(AclOperation.READ)
                      : topic.equals("pump.incidents")
                          ? Set.of(AclOperation.READ, AclOperation.WRITE)
                          : Set.of(AclOperation.WRITE));
        });
  }

  @Test
  void whatIsMissingIsCreatedWithRoomForItsLargestMessage() throws Exception {
    try (BrokerStandIn other = new BrokerStandIn()) {
      other.topic("pump.states", 3);
      TopologyConfig config = config("").withKafka(Map.of("bootstrap.servers", other.servers()));
      TopicSetup setup =
          new TopicSetup(
              config, Map.of("pump.forecasts", 1_000_001L, "pump.certificates", 1_000_000L));

      assertThat(setup.createMissing(Optional.of(4), Optional.of((short) 2)))
          .containsExactlyInAnyOrder(
              "pump.rivals",
              "pump.known",
              "pump.forecasts",
              "pump.certificates",
              "pump.incidents",
              "pump.rejects");
      assertThat(other.created())
          .containsOnly(
              Map.entry("pump.rivals", "4 x 2 {}"),
              Map.entry("pump.known", "4 x 2 {}"),
              Map.entry("pump.forecasts", "4 x 2 {max.message.bytes=1000001}"),
              Map.entry("pump.certificates", "4 x 2 {}"),
              Map.entry("pump.incidents", "4 x 2 {cleanup.policy=compact}"),
              Map.entry("pump.rejects", "4 x 2 {}"));
      assertThat(setup.createMissing(Optional.of(4), Optional.of((short) 2))).isEmpty();
    }
  }

  @Test
  void withoutNumbersTheBrokersOwnAreTaken() throws Exception {
    try (BrokerStandIn other = new BrokerStandIn()) {
      TopologyConfig config = config("").withKafka(Map.of("bootstrap.servers", other.servers()));
      new TopicSetup(config, Map.of()).createMissing(Optional.empty(), Optional.empty());
      assertThat(other.created()).hasSize(7).containsEntry("pump.states", "usual x usual {}");
    }
  }

  @Test
  void aTopicThatMayNotBeCreatedIsNamedWithTheReason() {
    try (BrokerStandIn other = new BrokerStandIn()) {
      other.refuseCreation("pump.known", Errors.TOPIC_AUTHORIZATION_FAILED);
      TopologyConfig config = config("").withKafka(Map.of("bootstrap.servers", other.servers()));
      TopicSetup setup = new TopicSetup(config, Map.of());
      assertThatThrownBy(() -> setup.createMissing(Optional.of(1), Optional.of((short) 1)))
          .isInstanceOf(EngineException.class)
          .hasMessage(
              "cannot create topic pump.known: " + Errors.TOPIC_AUTHORIZATION_FAILED.message())
          .hasCauseInstanceOf(TopicAuthorizationException.class);
    }
  }

  @Test
  void topicsThatFitHaveThePartitionsOfTheInput() throws Exception {
    assertThat(setup(Map.of("pump.forecasts", 2_000_000L)).check()).isEqualTo(3);
  }

  @Test
  void topicsThatAreMissingAreNamedTogether() throws Exception {
    try (BrokerStandIn other = new BrokerStandIn()) {
      WRITTEN.forEach(name -> other.topic(name, 1));
      other.topic("pump.states", 1);
      refuses(
          new TopicSetup(
              config("").withKafka(Map.of("bootstrap.servers", other.servers())), Map.of()),
          "topics are missing: pump.rivals, pump.known; create them with kahkm topics FILE"
              + " --create");
    }
  }

  @Test
  void aTopicThatMayNotBeLookedUpIsNamedWithTheWayOut() {
    topics.get("pump.rejects").refuse(Errors.TOPIC_AUTHORIZATION_FAILED);
    refuses(
        setup(Map.of()),
        "cannot look up topic pump.rejects at "
            + cluster.servers()
            + ": Topic authorization failed.; the brokers' ACLs"
            + " must allow it, see docs/operate/security.md");
  }

  @Test
  void topicsBesideTheInputHaveItsPartitions() {
    cluster.topic("pump.rivals", 2).set(LIMIT, 1);
    refuses(
        setup(Map.of()),
        "topic pump.rivals (forecasts of rival) has 2 partitions, the input topic pump.states has"
            + " 3; a stream's forecasts must be in the partition of its readings: give both topics"
            + " the same number, and both producers the same key and partitioner");
  }

  @Test
  void aTopicThatTakesTooLittleIsRefused() {
    refuses(
        setup(Map.of("pump.forecasts", 2_000_001L)),
        "topic pump.forecasts takes messages of 2000000 bytes only; set its max.message.bytes to"
            + " 2000001, the size of its largest message");
    refuses(
        setup(Map.of("pump.rejects", 2_000_001L)),
        "topic pump.rejects takes messages of 2000000 bytes only; set its max.message.bytes to"
            + " 2000001, because a rejected record at the input's limit grows by its headers");
  }

  @Test
  void theSizesAreThoseOfTheModelsMessages() {
    TopologyConfig config = config("");
    MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
    long needed = MessageSizes.largest(config, TestTopology.MODEL).get("pump.forecasts");
    topics.get("pump.forecasts").set(LIMIT, needed - 1);
    refuses(
        TopicSetup.of(config, blueprint),
        "topic pump.forecasts takes messages of %d bytes only; set its max.message.bytes to %d, the"
                .formatted(needed - 1, needed)
            + " size of its largest message");
  }

  @Test
  void settingsThatMayNotBeReadAreToldWhereTheyMatter() throws Exception {
    topics.get("pump.forecasts").refuseSettings(Errors.TOPIC_AUTHORIZATION_FAILED);
    try (CapturedLog log = new CapturedLog(TopicSetup.class.getName())) {
      assertThat(setup(Map.of("pump.forecasts", 1_000_000L)).check()).isEqualTo(3);
      assertThat(log.lines()).as("any topic takes that").isEmpty();
      assertThat(setup(Map.of("pump.forecasts", 1_000_001L)).check()).isEqualTo(3);
      assertThat(log.lines())
          .containsExactly(
              "May not read the settings of topic pump.forecasts; check that it accepts messages of"
                  + " 1000001 bytes");
    }
    topics.get("pump.forecasts").refuseSettings(Errors.INVALID_REQUEST);
    refuses(
        setup(Map.of("pump.forecasts", 1L)), "cannot look up the settings of topic pump.forecasts");
  }

  private static String ownTopic(String topic, long limit, TopologyConfig config) {
    return "the engine's own topic "
        + topic
        + " takes messages of "
        + limit
        + " bytes only, but one of its messages can have "
        + MessageSizes.internal(config).get(topic)
        + "; set its max.message.bytes, or kafka.topic.max.message.bytes before the engine creates"
        + " it, to that size";
  }

  @Test
  void aTopicOfTheEnginesOwnTakesWhatItsStoresHold() throws Exception {
    String journal = OWN.get(0);
    long needed = MessageSizes.internal(config("")).get(journal);
    topics.get(journal).set(LIMIT, needed);
    assertThat(setup(Map.of()).check()).isEqualTo(3);
    topics.get(journal).set(LIMIT, needed - 1);
    refuses(setup(Map.of()), ownTopic(journal, needed - 1, config("")));
    topics.get(journal).refuseSettings(Errors.TOPIC_AUTHORIZATION_FAILED);
    assertThat(setup(Map.of()).check()).as("not known").isEqualTo(3);
  }

  /** The engine creates it, with the file's limit or else the brokers'. */
  @Test
  void aTopicOfTheEnginesOwnThatIsNotThereYetGetsALimit() throws Exception {
    try (BrokerStandIn other = new BrokerStandIn()) {
      READ.forEach(name -> other.topic(name, 3));
      WRITTEN.forEach(name -> other.topic(name, 1));
      Map<String, String> servers = Map.of("bootstrap.servers", other.servers());
      TopologyConfig config = config("").withKafka(servers);
      String journal = OWN.get(0);
      long needed = MessageSizes.internal(config).get(journal);
      assertThat(new TopicSetup(config, Map.of()).check()).as("no limit is told").isEqualTo(3);
      other.set("message.max.bytes", needed);
      assertThat(new TopicSetup(config, Map.of()).check()).isEqualTo(3);
      other.set("message.max.bytes", needed - 1);
      refuses(new TopicSetup(config, Map.of()), ownTopic(journal, needed - 1, config));

      TopologyConfig larger =
          config(", topic.max.message.bytes: ' " + needed + " '").withKafka(servers);
      assertThat(new TopicSetup(larger, Map.of()).check()).isEqualTo(3);
      TopologyConfig smaller = config(", topic.max.message.bytes: 7").withKafka(servers);
      refuses(new TopicSetup(smaller, Map.of()), ownTopic(journal, 7, smaller));
    }
  }
}
