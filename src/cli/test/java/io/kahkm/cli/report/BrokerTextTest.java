package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.BrokerSurvey;
import io.kahkm.stream.BrokerSurvey.Group;
import io.kahkm.stream.BrokerSurvey.Permission;
import io.kahkm.stream.BrokerSurvey.Stop;
import io.kahkm.stream.BrokerSurvey.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is said of the instances that run, and of those that do not for long. */
class BrokerTextTest {
  private static List<String> lines(Group group, Stop... stops) {
    return lines(2, group, stops);
  }

  private static List<String> lines(int transactionVersion, Group group, Stop... stops) {
    return BrokerText.lines(
        new BrokerSurvey(
            1,
            transactionVersion,
            List.of(),
            OptionalLong.of(7),
            group,
            List.of(stops),
            Optional.empty()),
        "plant",
        Instant.EPOCH);
  }

  @Test
  void saysHowManyInstancesRunAndWhetherPartitionsMove() {
    assertThat(lines(new Group(Permission.GRANTED, OptionalInt.of(2), false)))
        .contains("Instances: 2 run.");
    assertThat(lines(new Group(Permission.GRANTED, OptionalInt.of(1), true)))
        .anyMatch(
            line ->
                line.startsWith("Instances: 1 runs, partitions are moving between them")
                    && line.contains("KahkmRebalancing"));
    assertThat(lines(new Group(Permission.DENIED, OptionalInt.empty(), false)))
        .noneMatch(line -> line.startsWith("Instances:"));
  }

  @Test
  void namesTheRecordsOnWhichInstancesStop() {
    assertThat(
            lines(
                new Group(Permission.GRANTED, OptionalInt.of(0), false),
                new Stop("plant.states-3", 17, 1),
                new Stop("plant.states-4", 18, 2)))
        .contains("Instances: none runs.")
        .anyMatch(line -> line.contains("plant.states-3 offset 17 stopped an instance once"))
        .anyMatch(line -> line.contains("plant.states-4 offset 18 stopped an instance 2 times"));
  }

  @Test
  void warnsOfTransactionsThatLateWritesGetInto() {
    Group group = new Group(Permission.GRANTED, OptionalInt.of(0), false);
    for (int version = 0; version <= 1; version++) {
      assertThat(lines(version, group))
          .filteredOn(line -> line.startsWith("Transactions:"))
          .singleElement()
          .asString()
          .contains(
              "transaction.version is " + version + ", below 2",
              "aborted transaction",
              "torn",
              "hangs",
              "kafka-features.sh",
              "transaction.version=2");
    }
    assertThat(lines(2, group)).contains("Transactions: transaction.version 2.");
    assertThat(lines(3, group)).contains("Transactions: transaction.version 3.");
  }

  private static Topic topic(String use, int partitions, long limit, Permission permission) {
    return new Topic("plant." + use, use, partitions, OptionalLong.of(limit), 1_000, permission);
  }

  private static BrokerSurvey survey(Permission group, OptionalLong behind, Topic... topics) {
    return new BrokerSurvey(
        3,
        2,
        List.of(topics),
        behind,
        new Group(group, OptionalInt.empty(), false),
        List.of(),
        Optional.empty());
  }

  @Test
  void everyTopicIsToldWithItsFaultAndRemedy() {
    assertThat(
            BrokerText.topics(
                survey(
                    Permission.GRANTED,
                    OptionalLong.empty(),
                    topic("input", 4, 1_000, Permission.GRANTED),
                    topic("known inputs", 1, 1_000, Permission.DENIED),
                    topic("states", 2, 999, Permission.UNKNOWN),
                    topic("alerts", 0, 1_000, Permission.GRANTED),
                    topic("forecasts", 0, 1_000, Permission.DENIED))))
        .containsExactly(
            "  plant.input         input         4 partitions",
            "  plant.known inputs  known inputs  1 partition, DIFFERENT: the input has 4; give both the"
                + " same number, keys by stream and the same partitioner, DENIED: this login may not"
                + " read it",
            "  plant.states        states        2 partitions, TOO SMALL: it accepts messages of up to"
                + " 999 bytes, set max.message.bytes to 1000",
            "  plant.alerts        alerts        MISSING",
            "  plant.forecasts     forecasts     this login may not look at it");
  }

  private static List<String> lines(BrokerSurvey survey) {
    return BrokerText.lines(survey, "plant", Instant.EPOCH);
  }

  @Test
  void rightsAreToldAsFarAsTheyAreKnown() {
    Topic granted = topic("input", 4, 1_000, Permission.GRANTED);
    OptionalLong none = OptionalLong.empty();

    assertThat(lines(survey(Permission.GRANTED, none, granted)))
        .contains(
            "Brokers: 3 answer.",
            "Authorisation: all rights that were checked are granted.",
            "Lag: application plant has not read yet.");
    assertThat(
            lines(
                survey(
                    Permission.UNKNOWN,
                    OptionalLong.of(12_345),
                    topic("input", 4, 1_000, Permission.UNKNOWN))))
        .contains(
            "Authorisation: the brokers do not report it.",
            "Lag: application plant has 12,345 records left to read.");
    assertThat(
            lines(
                survey(
                    Permission.GRANTED,
                    none,
                    granted,
                    topic("states", 4, 1_000, Permission.DENIED))))
        .contains(
            "Authorisation: some rights are missing; docs/operate/security.md lists the ACLs.")
        .noneMatch(line -> line.startsWith("  group"));
    assertThat(lines(survey(Permission.DENIED, none, granted)))
        .contains(
            "Authorisation: some rights are missing; docs/operate/security.md lists the ACLs.",
            "  group plant  DENIED: this login may not read as this group");
    assertThat(lines(new Group(Permission.GRANTED, OptionalInt.empty(), false)))
        .startsWith("Brokers: 1 answers.");
  }

  private static String clock(long secondsAgo) {
    List<String> lines =
        BrokerText.lines(
            new BrokerSurvey(
                1,
                2,
                List.of(),
                OptionalLong.empty(),
                new Group(Permission.GRANTED, OptionalInt.empty(), false),
                List.of(),
                Optional.of(Instant.ofEpochSecond(1_000))),
            "plant",
            Instant.ofEpochSecond(1_000 + secondsAgo));
    return lines.get(lines.size() - 1);
  }

  @Test
  void theNewestRecordTellsWhetherClocksAgree() {
    assertThat(clock(0)).isEqualTo("Clock: the newest record is dated 1970-01-01T00:16:40Z, now.");
    assertThat(clock(90)).endsWith(", 90s ago.");
    assertThat(clock(1)).endsWith(", 1s ago.");
    assertThat(clock(-30)).endsWith(", now.");
    assertThat(clock(-31))
        .isEqualTo(
            "Clock: the newest record's timestamp, 1970-01-01T00:16:40Z, is 31s ahead of this"
                + " machine: one of the two clocks is wrong.");
    assertThat(lines(survey(Permission.GRANTED, OptionalLong.empty())))
        .endsWith("Clock: the input holds no record to compare with.");
  }
}
