package io.kahkm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.BenchReport;
import io.kahkm.internal.kahm.Model;
import io.kahkm.report.ResultTable;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults injected into {@code kahkm run} and a broker, each a process of its own. */
class SoakIT {
  /** So that a dead instance is noticed, and its transaction ended, after a few seconds. */
  private static final Map<String, String> BROKER =
      Map.of(
          "group.min.session.timeout.ms",
          "1000",
          "transaction.abort.timed.out.transaction.cleanup.interval.ms",
          "500");

  private static final Map<String, String> ENGINES =
      Map.of(
          "num.stream.threads", "1",
          "num.standby.replicas", "1",
          "session.timeout.ms", "3000",
          "heartbeat.interval.ms", "500",
          "transaction.timeout.ms", "4000");

  @TempDir Path directory;

  private final List<String> said = new ArrayList<>();

  private BenchReport run(
      Load load, List<EngineFault> faults, long seed, double rate, Map<String, String> broker)
      throws Exception {
    return run(load, faults, seed, rate, BrokerPlan.one(broker));
  }

  private BenchReport run(
      Load load, List<EngineFault> faults, long seed, double rate, BrokerPlan broker)
      throws Exception {
    BenchReport report =
        clean(
            new Soak(
                new SoakSettings(load, faults, Optional.empty(), seed, rate, broker, ENGINES),
                SoakIT::model,
                said::add));
    assertThat(column(report, "fault")).hasSize(faults.size());
    return report;
  }

  /** Runs, and wants every table passed, nothing lost, doubled or wrong and the planted noticed. */
  private BenchReport clean(Soak soak) throws Exception {
    BenchReport report = soak.run(directory);
    for (ResultTable table : report.tables()) {
      assertThat(table.passed()).as(() -> table.name() + " " + String.join("\n", said)).isTrue();
    }
    for (String count : List.of("lost", "doubled", "wrong")) {
      assertThat(column(report, count)).containsOnly("0");
    }
    assertThat(column(report, "noticed")).isEqualTo(column(report, "planted"));
    return report;
  }

  /** Cells of a column of the table of faults. */
  private static List<String> column(BenchReport report, String name) {
    ResultTable faults = report.tables().get(0);
    int column = faults.header().indexOf(name);
    return faults.rows().stream().map(row -> row.get(column)).toList();
  }

  private static Model model(TopologyConfig file) {
    return TestModels.vanDerPol(6, file.model().fit().orElseThrow().seed());
  }

  /** What no test of a killed instance has: the broker, and one that goes on and is fenced off. */
  @Test
  void losesDoublesAndSpoilsNothing() throws Exception {
    BenchReport report =
        run(Load.ROWS, List.of(BrokerFault.KILL, InstanceFault.ZOMBIE), 5, 8, BROKER);

    assertThat(column(report, "fault")).containsExactly("broker-kill", "zombie");
    assertThat(column(report, "compared")).noneMatch("0"::equals);
    // Three in each of four topics, and one in the stored monitors; on a machine where a fault
    // passes so quickly or the load is so low that no certificate or incident falls due, none among
    // those.
    assertThat(column(report, "planted")).contains("13").isSubsetOf("13", "10", "7");
  }

  /** Each of them stopped an engine for good, or was said to, until somebody restarts it. */
  @Test
  @Tag("full")
  void goesOnAfterWhatComesInAndWhatBrokersRefuse() throws Exception {
    Map<String, String> broker = new HashMap<>(BROKER);
    broker.putAll(AuthorizationLost.BROKER_SETTINGS);
    run(
        Load.ROWS,
        List.of(
            InputFault.NO_TIMESTAMP,
            InputFault.CLOCK_AHEAD,
            new AuthorizationLost(),
            new PartitionAdded()),
        6,
        8,
        broker);
  }

  /** One election of every leader and the loss of a broker; the other faults take minutes. */
  @ParameterizedTest
  @Tag("full")
  @ValueSource(ints = {1, 2})
  void losesDoublesAndSpoilsNothingOnThreeBrokers(int transactionVersion) throws Exception {
    BenchReport report =
        run(
            Load.ROWS,
            List.of(ClusterFault.ELECTIONS, ClusterFault.LOST, InstanceFault.ZOMBIE),
            11,
            8,
            BrokerPlan.three(transactionVersion, BROKER));

    assertThat(column(report, "compared")).noneMatch("0"::equals);
  }

  /**
   * An instance has to stop, although the broker that refuses everything may coordinate
   * transactions.
   */
  @ParameterizedTest
  @Tag("full")
  @ValueSource(ints = {1, 2})
  void stopsWhereTheClockOfABrokerIsBehindAndGoesOn(int transactionVersion) throws Exception {
    run(
        Load.ROWS,
        List.of(new BrokerBehind(), InstanceFault.KILL_STANDBY),
        12,
        8,
        BrokerPlan.three(transactionVersion, BROKER));
  }

  @ParameterizedTest
  @Tag("full")
  @EnumSource(
      value = Load.class,
      names = {"TAGS", "TAGS_BY_KEY"})
  void makesTheSameRowsOfTagsWhateverHappens(Load load) throws Exception {
    BenchReport report =
        run(load, List.of(InstanceFault.KILL_STANDBY, BrokerFault.KILL), 7, 5, BROKER);

    assertThat(column(report, "compared")).noneMatch("0"::equals);
  }

  /**
   * The first takes both maps through every change of roles, the second asks who is left. With the
   * third a setting takes effect at the last snapshot of each stream, which a promotion must not
   * have moved.
   */
  @Test
  @Tag("full")
  void promotesRollsBackAndAnswersForThoseThatAreGone() throws Exception {
    run(
        Load.ROWS,
        List.of(new PromotionFault(), new PageAsked(), StateFault.ALLOWED_CHANGE),
        8,
        8,
        BROKER);
  }

  /** Two stops, one reject, and nothing else of any stream lost. */
  @Test
  @Tag("full")
  void putsARecordAsideOnWhichEveryInstanceStops() throws Exception {
    run(Load.ROWS, List.of(new Poisoned()), 9, 8, BROKER);
  }

  /** The class path of the earlier release is given, since no build can have it. */
  @Test
  @Tag("full")
  @EnabledIfSystemProperty(named = "kahkm.previous", matches = ".+")
  void goesOnFromAnEarlierReleaseInstanceByInstance() throws Exception {
    Optional<String> previous = Optional.of(System.getProperty("kahkm.previous"));

    run(Load.ROWS, List.of(new ReleaseRoll(previous)), 10, 8, BROKER);
  }

  @Test
  @Tag("full")
  void everyFaultLeavesNothingLostDoubledOrWrong() throws Exception {
    BenchReport report = clean(Soak.everyFault(2, Optional.empty(), SoakIT::model, said::add));

    assertThat(column(report, "fault"))
        .contains("model-upgrade", "rebalance", "upgrade", "emptied-state", "forbidden-change");
  }
}
