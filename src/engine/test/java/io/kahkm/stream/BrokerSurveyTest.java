package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.stream.BrokerSurvey.Group;
import io.kahkm.stream.BrokerSurvey.Permission;
import io.kahkm.stream.BrokerSurvey.Stop;
import io.kahkm.stream.BrokerSurvey.Topic;
import io.kahkm.stream.client.EngineException;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.topology.TopologyConfig;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cluster holds of a file, beside what a test has put there. */
class BrokerSurveyTest {
  private static final String LIMIT = "max.message.bytes";
  private static final int ENOUGH = 10_000_000;

  private final BrokerStandIn cluster = new BrokerStandIn();
  private final BrokerStandIn.Topic input = cluster.topic("pump.states", 2).set(LIMIT, ENOUGH);
  private final BrokerStandIn.Topic rivals = cluster.topic("pump.rivals", 2).set(LIMIT, ENOUGH);
  private final BrokerStandIn.Topic forecasts =
      cluster.topic("pump.forecasts", 1).set(LIMIT, ENOUGH);
  private final BrokerStandIn.Topic incidents =
      cluster.topic("pump.incidents", 1).set(LIMIT, ENOUGH);
  private final BrokerStandIn.Topic rejects = cluster.topic("pump.rejects", 1).set(LIMIT, ENOUGH);

  @AfterEach
  void close() {
    cluster.close();
  }

  private TopologyConfig config() throws Exception {
    return TopologyConfig.parse(
        """
        name: pump
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
        forecasts: {horizons: [1], others: [{name: rival, topic: pump.rivals, horizon: 1}]}
        incidents: {topic: pump.incidents}
        kafka: {bootstrap.servers: "%s"}
        """
            .formatted(cluster.servers()),
        "pump",
        Map.of());
  }

  private BrokerSurvey survey() throws Exception {
    TopologyConfig config = config();
    return BrokerSurvey.of(config, TestTopology.blueprint(config, TestTopology.MODEL));
  }

  private static Topic of(BrokerSurvey survey, String use) {
    return survey.topics().stream()
        .filter(topic -> topic.use().equals(use))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aNewClusterHasTopicsAndNoGroup() throws Exception {
    Map<String, Long> largest = MessageSizes.largest(config(), TestTopology.MODEL);
    OptionalLong enough = OptionalLong.of(ENOUGH);
    BrokerSurvey survey = survey();
    assertThat(survey)
        .isEqualTo(
            new BrokerSurvey(
                1,
                0,
                List.of(
                    new Topic("pump.states", "input", 2, enough, 0, Permission.UNKNOWN),
                    new Topic(
                        "pump.rivals", "forecasts of rival", 2, enough, 0, Permission.UNKNOWN),
                    new Topic(
                        "pump.forecasts",
                        "forecasts",
                        1,
                        enough,
                        largest.get("pump.forecasts"),
                        Permission.UNKNOWN),
                    new Topic(
                        "pump.incidents",
                        "incidents",
                        1,
                        enough,
                        largest.get("pump.incidents"),
                        Permission.UNKNOWN),
                    new Topic(
                        "pump.rejects",
                        "rejects",
                        1,
                        enough,
                        largest.get("pump.rejects"),
                        Permission.UNKNOWN)),
                OptionalLong.empty(),
                new Group(Permission.UNKNOWN, OptionalInt.of(0), false),
                List.of(),
                Optional.empty()));
    assertThat(survey.ready()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "2, true", "3, true"})
  void transactionsAreSoundFromTheSecondLevelOn(int level, boolean sound) throws Exception {
    cluster.brokers(3).feature("transaction.version", level).feature("metadata.version", 29);
    BrokerSurvey survey = survey();
    assertThat(survey.brokers()).isEqualTo(3);
    assertThat(survey.transactionVersion()).isEqualTo(level);
    assertThat(survey.soundTransactions()).isEqualTo(sound);
  }

  /** Partitions without a commit count from their beginning. */
  @Test
  void recordsBehindAreThoseAfterTheCommitsOfTheInput() throws Exception {
    for (int n = 0; n < 5; n++) {
      input.append(0, 1_000 + n, "a", "x").append(1, 900 + n, "b", "y");
    }
    forecasts.append(0, 5_000, "a", "z");
    cluster.group("pump").commit("pump.states", 0, 3, "").commit("pump.elsewhere", 0, 3, "");
    assertThat(survey().behind()).hasValue(2 + 5);
    cluster.group("pump").commit("pump.states", 1, 4, "");
    BrokerSurvey both = survey();
    assertThat(both.behind()).hasValue(2 + 1);
    assertThat(both.newest()).hasValue(Instant.ofEpochMilli(1_004));
  }

  @Test
  void commitsOfOtherTopicsAreNotOfTheInput() throws Exception {
    input.append(0, 0, "a", "x");
    cluster.group("pump").commit("pump.elsewhere", 0, 3, "");
    BrokerSurvey survey = survey();
    assertThat(survey.behind()).isEmpty();
    assertThat(survey.newest()).hasValue(Instant.EPOCH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GROUP_AUTHORIZATION_FAILED", "GROUP_ID_NOT_FOUND"})
  void commitsThatMayNotBeReadAreNotKnown(Errors refusal) throws Exception {
    input.append(0, 0, "a", "x");
    cluster.group("pump").commit("pump.states", 0, 0, "").refuseOffsets(refusal);
    cluster.group("pump-crashes").commit("pump.states", 0, 0, "1").refuseOffsets(refusal);
    BrokerSurvey survey = survey();
    assertThat(survey.behind()).isEmpty();
    assertThat(survey.stops()).isEmpty();
  }

  @Test
  void recordsThatStoppedInstancesAreInTheOrderOfTheirPartitions() throws Exception {
    cluster
        .group("pump-crashes")
        .commit("pump.states", 1, 17, "2 late")
        .commit("pump.states", 0, 5, "1")
        .commit("pump.rivals", 0, 9, "of somebody else");
    assertThat(survey().stops())
        .containsExactly(new Stop("pump.states-0", 5, 1), new Stop("pump.states-1", 17, 2));
  }

  /** Threads of an instance are one, whatever they are called. */
  @Test
  void instancesAreCountedByTheirClients() throws Exception {
    cluster
        .group("pump")
        .members(
            "pump-1-StreamThread-1-consumer",
            "pump-1-StreamThread-12-consumer",
            "pump-2-StreamThread-1-consumer",
            "somebody")
        .allow(AclOperation.READ);
    assertThat(survey().group()).isEqualTo(new Group(Permission.GRANTED, OptionalInt.of(3), false));
  }

  @ParameterizedTest
  @CsvSource({
    "PreparingRebalance, true",
    "CompletingRebalance, true",
    "Stable, false",
    "Empty, false",
    "Dead, false"
  })
  void aGroupIsRebalancingWhilePartitionsMove(String state, boolean moving) throws Exception {
    cluster.group("pump").members("pump-1").state(state);
    assertThat(survey().group())
        .isEqualTo(new Group(Permission.UNKNOWN, OptionalInt.of(1), moving));
  }

  @Test
  void aGroupThatMayNotBeReadIsDenied() throws Exception {
    cluster.group("pump").members("pump-1").allow(AclOperation.DESCRIBE);
    BrokerSurvey described = survey();
    assertThat(described.group()).isEqualTo(new Group(Permission.DENIED, OptionalInt.of(1), false));
    assertThat(described.ready()).isFalse();
    cluster.group("pump").refuse(Errors.GROUP_AUTHORIZATION_FAILED);
    assertThat(survey().group())
        .isEqualTo(new Group(Permission.DENIED, OptionalInt.empty(), false));
  }

  @Test
  void rightsAreThoseThatTheEngineNeeds() throws Exception {
    input.allow(AclOperation.READ);
    rivals.allow(AclOperation.READ, AclOperation.WRITE);
    forecasts.allow(AclOperation.READ, AclOperation.DESCRIBE);
    incidents.allow(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE);
    BrokerSurvey survey = survey();
    assertThat(survey.topics())
        .extracting(Topic::permission)
        .containsExactly(
            Permission.GRANTED,
            Permission.GRANTED,
            Permission.DENIED,
            Permission.GRANTED,
            Permission.UNKNOWN);
    assertThat(survey.topics())
        .extracting(Topic::access)
        .containsExactly("read", "read", "write", "read and write", "write");
    assertThat(survey.ready()).isFalse();
    forecasts.allow(AclOperation.WRITE);
    incidents.allow(AclOperation.WRITE);
    assertThat(of(survey(), "incidents").permission()).isEqualTo(Permission.DENIED);
    incidents.allow(AclOperation.READ, AclOperation.WRITE);
    assertThat(survey().ready()).isTrue();
  }

  @Test
  void aTopicThatIsMissingOrMayNotBeLookedUpHasNoPartitions() throws Exception {
    rejects.refuse(Errors.UNKNOWN_TOPIC_OR_PARTITION);
    BrokerSurvey missing = survey();
    long largest = MessageSizes.largest(config(), TestTopology.MODEL).get("pump.rejects");
    assertThat(of(missing, "rejects"))
        .isEqualTo(
            new Topic(
                "pump.rejects", "rejects", 0, OptionalLong.empty(), largest, Permission.UNKNOWN));
    assertThat(of(missing, "rejects").exists()).isFalse();
    assertThat(of(missing, "input").exists()).isTrue();
    assertThat(missing.ready()).isFalse();
    rejects.refuse(Errors.TOPIC_AUTHORIZATION_FAILED);
    BrokerSurvey forbidden = survey();
    assertThat(of(forbidden, "rejects"))
        .isEqualTo(
            new Topic(
                "pump.rejects", "rejects", 0, OptionalLong.empty(), largest, Permission.DENIED));
    assertThat(forbidden.ready()).isFalse();
  }

  @Test
  void aTopicTakesTheLargestMessageOrNobodyKnows() throws Exception {
    long largest = MessageSizes.largest(config(), TestTopology.MODEL).get("pump.forecasts");
    forecasts.set(LIMIT, largest);
    assertThat(of(survey(), "forecasts").fits()).isTrue();
    forecasts.set(LIMIT, largest - 1);
    BrokerSurvey small = survey();
    assertThat(of(small, "forecasts").fits()).isFalse();
    assertThat(small.ready()).isFalse();
    forecasts.refuseSettings(Errors.TOPIC_AUTHORIZATION_FAILED);
    BrokerSurvey unknown = survey();
    assertThat(of(unknown, "forecasts").messageLimit()).isEmpty();
    assertThat(unknown.ready()).isTrue();
  }

  @Test
  void whatIsReadHasThePartitionsOfTheInput() throws Exception {
    BrokerSurvey same = survey();
    assertThat(same.topics()).allMatch(same::copartitioned);
    cluster.topic("pump.rivals", 3).set(LIMIT, ENOUGH);
    BrokerSurvey other = survey();
    assertThat(other.topics())
        .filteredOn(topic -> !other.copartitioned(topic))
        .extracting(Topic::name)
        .containsExactly("pump.rivals");
    assertThat(other.ready()).isFalse();
  }

  @Test
  void aRefusalSaysWhatToDo() {
    cluster.refuse(Errors.CLUSTER_AUTHORIZATION_FAILED);
    assertThatThrownBy(this::survey)
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "the brokers refuse: Cluster authorization failed.; the brokers' ACLs must allow it,"
                + " see docs/operate/security.md");
  }

  /** Neither missing nor forbidden: nobody knows what is the matter. */
  @Test
  void anotherAnswerIsToldAsItIs() {
    forecasts.refuse(Errors.INVALID_TOPIC_EXCEPTION);
    assertThatThrownBy(this::survey)
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("the brokers refuse: ");
    forecasts.refuse(Errors.NONE).refuseSettings(Errors.INVALID_CONFIG);
    assertThatThrownBy(this::survey).hasMessage("the brokers refuse: Configuration is invalid.");
    forecasts.refuseSettings(Errors.NONE);
    cluster.group("pump").refuse(Errors.INVALID_GROUP_ID);
    assertThatThrownBy(this::survey).hasMessage("the brokers refuse: The group id is invalid.");
    cluster.group("pump").refuse(Errors.NONE).refuseOffsets(Errors.INVALID_GROUP_ID);
    assertThatThrownBy(this::survey).hasMessage("the brokers refuse: The group id is invalid.");
  }
}
