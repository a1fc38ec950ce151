package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.stream.BrokerSurvey;
import io.kahkm.stream.BrokerSurvey.Group;
import io.kahkm.stream.BrokerSurvey.Permission;
import io.kahkm.stream.BrokerSurvey.Stop;
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
}
