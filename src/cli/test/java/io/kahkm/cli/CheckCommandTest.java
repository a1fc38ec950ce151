package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.testing.DrivenPlant;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that {@code check} says of a file and its model after the file itself. */
class CheckCommandTest {
  @TempDir private Path folder;

  @BeforeEach
  void models() throws Exception {
    Model plain = TestModels.smallVanDerPol();
    write("watched.st", plain.toBuilder().alarms(TestModels.alarms(2)).build());
    write("fleet.st", TestModels.smallFleet());
  }

  private void write(String name, Model model) throws Exception {
    ModelFile.write(model, folder.resolve(name));
  }

  private Path topology(String model, String input, String... more) throws Exception {
    return Files.writeString(
        folder.resolve("plant.yaml"),
        "name: plant\nmodel: "
            + model
            + "\ninput: {state: [q, p], time: t, time-unit: ms, step: 2s"
            + input
            + "}\n"
            + String.join("\n", more)
            + "\n");
  }

  /** The lines after the resolved file, but for those that depend on the machine. */
  private static List<String> told(Path topology) {
    Cli check = Cli.words("check " + topology);
    assertThat(check.code()).as(check.err()).isZero();
    List<String> lines = check.out().lines().toList();
    assertThat(lines.get(lines.size() - 1)).startsWith("Encoder: ").endsWith(".");
    return lines.subList(lines.indexOf("") + 1, lines.size() - 1).stream()
        .filter(line -> !line.startsWith("Completing a window: "))
        .toList();
  }

  /** What the engine itself keeps of a stream, and how often it writes all of it. */
  private static String stateSize(Path topology) throws Exception {
    TopologyConfig config = TopologySource.load(topology.toString());
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, TopologySource.models(config));
    return String.format(
        Locale.ROOT,
        "State size: %,d bytes per stream and snapshot, one snapshot every %,d records.",
        StreamMonitor.create(blueprint.settings(), blueprint.model()).snapshot().length,
        blueprint.journalLength());
  }

  /** 50,000 rows of 2 s are 28 hours; 43,200 rows a day of 5,000 streams, 2 alerts. */
  @Test
  void aFileWithCertificatesAndAlertsIsToldLineByLine() throws Exception {
    Path topology =
        topology(
            "{file: watched.st}",
            ", episode: run, end: done, longest: 30",
            "forecasts: {horizons: [1, 3, 5, 9]}",
            "relations: {run-length: 50000}",
            "incidents: {topic: i}",
            "alerts: {webhook: {url: 'https://ops.x.org/hook'},"
                + " fleet: {per-day: 2, streams: 5000}}",
            "certificates: {tolerance: 0.3, sampling: episodes, delta: 0.04, window: {units: 20}}");
    List<String> told = told(topology);
    assertThat(told.get(0)).startsWith("Single sensors are not watched: ");
    assertThat(told.subList(1, told.size()))
        .containsExactly(
            "Because an alarm is off, streams of this model are shown as Not watched, never as"
                + " Normal.",
            "False alarms: set for one false alarm every 50,000 rows (28 hours) on average for a"
                + " stream, all alarms together, if later rows are like these.",
            "False alerts of all streams: set for 2.00 a day on average from 5,000 streams"
                + " together; an alarm of one stream alone is an alert with 2.16e+03 times the"
                + " evidence of an alarm.",
            "Alerts to people: webhook ops.x.org; links lead to the address that the other"
                + " instances use: set alerts.link if people need another.",
            "Forecasts in sensor units: none for horizons [3, 9]; fit again with --horizons to get"
                + " them. The model has [1, 5].",
            "Wrong verdicts to expect: at most 8.64 per stream and day (0.120 per window: EXCLUDED"
                + " 0.0400, ATTAINABLE 0.0400, SUSPECT 0.0401; 72.0 windows a day with episodes of"
                + " 30 pairs), if episodes are independent and identically distributed.",
            stateSize(topology),
            "Histories of the live page: 7 days in steps of 15 s to 30 min, at most 29 MB of heap"
                + " for 200 streams with 2 sensors each (telemetry.history, streams, components).");
    assertThat(Cli.words("check " + topology).out())
        .contains("Completing a window: ", "name: plant\n");
  }

  @Test
  void aModelOfPairsOfReadingsSaysWhatAStreamNeedsFirst() throws Exception {
    Path topology = topology("{file: fleet.st}", "", "forecasts: {horizons: [1, 5]}");
    assertThat(told(topology))
        .contains(
            "A state is 2 consecutive readings: after every gap, the first gives no state yet."
                + " Every stream learns its own scaling from its first 60 readings and has no"
                + " coordinates until then.",
            stateSize(topology))
        .noneMatch(line -> line.startsWith("Forecasts in sensor units"))
        .noneMatch(line -> line.startsWith("False al"))
        .noneMatch(line -> line.startsWith("Alerts to people"))
        .noneMatch(line -> line.startsWith("Wrong verdicts"));
  }

  @Test
  void everyModeIsToldAfterItsName() throws Exception {
    Path topology =
        topology(
            "{by-mode: {slow: fleet.st, fast: watched.st}}",
            ", mode: recipe",
            "forecasts: {horizons: [1, 5]}");
    List<String> told = told(topology);
    assertThat(told.stream().filter(line -> line.startsWith("Mode ")).map(CheckCommandTest::start))
        .containsExactlyInAnyOrder(
            "Mode fast: False alarms",
            "Mode slow: A state is 2 consecutive readings",
            "Mode slow: State size",
            "Mode fast: State size");
  }

  /** Both models forecast 1 and 5 steps ahead; only that of one mode has alarms. */
  @Test
  void whatIsMissingOrOffIsToldOfTheModeWhoseModelItIs() throws Exception {
    Path topology =
        topology(
            "{by-mode: {slow: fleet.st, fast: watched.st}}",
            ", mode: recipe",
            "forecasts: {horizons: [1, 9]}");
    String missing =
        "Forecasts in sensor units: none for horizons [9]; fit again with --horizons to get them."
            + " The model has [1, 5].";
    List<String> told = told(topology);
    assertThat(told).contains("Mode slow: " + missing, "Mode fast: " + missing);
    assertThat(told).as("of slow").anyMatch(line -> line.startsWith("No evidence is gathered"));
    assertThat(told).as("of fast").anyMatch(line -> line.startsWith("Single sensors are not"));
  }

  @Test
  void aModelOfThreeReadingsGivesNoStateForTwo() throws Exception {
    write("three.st", TestModels.ofFleet(ScalingKind.STANDARD, 3));
    assertThat(told(topology("{file: three.st}", "", "forecasts: {horizons: [1]}")))
        .contains(
            "A state is 3 consecutive readings: after every gap, the first 2 give no state yet.");
  }

  private static String start(String line) {
    String[] parts = line.split(": ", 3);
    return parts[0] + ": " + parts[1];
  }

  @Test
  void aFleetSaysWhatOneStreamTakesOfEachWindow() throws Exception {
    Path topology =
        topology(
            "{file: watched.st}",
            ", episode: run, end: done",
            "certificates: {sampling: fleet, delta: 0.05, tolerance: 0.3,"
                + " fleet: {streams: 100, every: 5m, pairs: 80, grace: 20s}}");
    assertThat(told(topology))
        .anyMatch(
            line ->
                line.matches(
                    "Fleet size: 100 streams with up to [\\d,]+ bytes each per open window\\."));
  }

  /** The demonstration fits when it starts. */
  @Test
  void anExampleWithoutAModelSaysWhatIsKnownBefore() {
    Cli check = Cli.words("check fleet");
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out())
        .contains(
            "Wrong verdicts to expect: ",
            "\nState size: known once the demo has fitted its model.\nEncoder: ")
        .doesNotContain("False alarms", "Histories of");
    Cli brokers = Cli.words("check fleet --brokers");
    assertThat(brokers.code()).isEqualTo(ExitCode.USAGE);
    assertThat(brokers.err())
        .contains("--brokers needs model.file: the demo brings its own broker");
  }

  /** 43,200 rows a day of a stream of 2 s: an alarm in as many rows is one a day. */
  @Test
  void alertsThatAnAlarmOfEachStreamDoesNotExceedNeedNoMoreEvidence() throws Exception {
    String more = " an alarm of one stream alone is an alert with ";
    String every = " the run length of each stream gives fewer, so every alarm is an alert.";
    assertThat(alerts(43_200)).endsWith(every);
    assertThat(alerts(43_199)).contains(more);
    assertThat(alerts(50_000)).endsWith(every);
  }

  private String alerts(int runLength) throws Exception {
    return told(
            topology(
                "{file: watched.st}",
                "",
                "relations: {run-length: " + runLength + "}",
                "incidents: {topic: i}",
                "alerts: {webhook: {url: 'https://ops.x.org/hook'},"
                    + " fleet: {per-day: 1, streams: 1}}"))
        .stream()
        .filter(line -> line.startsWith("False alerts"))
        .findFirst()
        .orElseThrow();
  }

  /** A flow that follows a set point, which is known ahead. */
  @Test
  void readingsThatForecastsLookAtAreCounted() throws Exception {
    double[][] rows = DrivenPlant.rows(9, 400);
    Model driven = DrivenPlant.fit(rows, List.of(1, 5), List.of("setpoint")).model();
    write("driven.st", driven);
    Path topology =
        topology("{file: driven.st}", "", "forecasts: {horizons: [1, 5], known: [setpoint]}");
    Files.writeString(topology, Files.readString(topology).replace("[q, p]", "[flow, setpoint]"));
    int longest = driven.past().longest();
    assertThat(longest).isPositive();
    assertThat(told(topology))
        .containsSequence(
            stateSize(topology),
            String.format(
                Locale.ROOT,
                "History of readings: the latest %,d of every stream for forecasts, %,d bytes of"
                    + " it.",
                longest + 1,
                ReadingHistory.bytes(2, longest)),
            String.format(
                Locale.ROOT,
                "Known ahead: up to %d times of setpoint for every stream, %,d bytes of it.",
                KnownAhead.most(5),
                KnownAhead.bytes(1, 5)));
  }

  private Path tags(BrokerStandIn cluster) throws Exception {
    return Files.writeString(
        folder.resolve("tags.yaml"),
        """
        name: plant
        model: {file: watched.st}
        input:
          topic: plant.states
          layout: tags
          stream: {from: key, pattern: '([^/]+)/.*'}
          tag: {from: key, pattern: '.*/([^/]+)'}
          sensors: {q: F, p: H}
          time: ts
          time-unit: ms
          step: 1s
          grace: 2s
        kafka: {bootstrap.servers: '%s'}
        """
            .formatted(cluster.servers()));
  }

  @Test
  void theNewestRecordsOfATopicOfTagsAreSampled() throws Exception {
    try (BrokerStandIn cluster = new BrokerStandIn()) {
      BrokerStandIn.Topic topic = cluster.topic("plant.states", 1);
      long start = System.currentTimeMillis() - 60_000;
      for (int second = 0; second < 30; second++) {
        long millis = start + 1_000L * second - (second < 10 ? 600_000 : 0);
        topic.append(0, millis, "a/F", "{\"ts\": " + millis + ", \"value\": 1.5}");
        topic.append(0, millis, "a/H", "{\"ts\": " + millis + ", \"value\": 2.5}");
      }
      Path topology = tags(cluster);
      assertThat(sample(topology, "10"))
          .startsWith("Sample: 10 records with 10 values of 1 stream over 4.0 s of event time");
      assertThat(sample(topology, "5m"))
          .as("those of the last five minutes")
          .startsWith("Sample: 40 records with 40 values of 1 stream over 19.0 s of event time");
      Cli wrong = Cli.words("check " + topology + " --sample soon");
      assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
      assertThat(wrong.err()).contains("--sample: \"soon\" is not a duration");
    }
  }

  private static String sample(Path topology, String amount) {
    Cli cli = Cli.words("check " + topology + " --sample " + amount);
    assertThat(cli.code()).as(cli.err()).isZero();
    return cli.out().substring(cli.out().indexOf("Sample: "));
  }

  @Test
  void whatBrokersHoldIsToldAfterTheFile() throws Exception {
    try (BrokerStandIn cluster = new BrokerStandIn()) {
      Path topology =
          topology(
              "{file: watched.st}", "", "kafka: {bootstrap.servers: '" + cluster.servers() + "'}");
      Cli missing = Cli.words("check --brokers " + topology);
      assertThat(missing.code()).isEqualTo(ExitCode.FAILED);
      List<String> lines = missing.out().lines().toList();
      assertThat(lines.subList(lines.indexOf("Brokers: 1 answers."), lines.size()))
          .contains("Topics:", "Lag: application plant has not read yet.")
          .endsWith("Clock: the input holds no record to compare with.");
    }
  }

  @Test
  void aSampleIsOfTagsAndAnAmount() throws Exception {
    Path rows = topology("{file: watched.st}", "");
    assertThat(Cli.words("check " + rows + " --sample 10").err())
        .contains("--sample is for topics of tags, the file has layout: rows");
  }

  @Test
  void aModelThatDoesNotFitTheFileIsAMistakeOfTheFile() throws Exception {
    Path wrong = topology("{file: watched.st}", "");
    Files.writeString(wrong, Files.readString(wrong).replace("[q, p]", "[q, p, r]"));
    Cli check = Cli.words("check " + wrong);
    assertThat(check.code()).isEqualTo(ExitCode.USAGE);
    assertThat(check.err())
        .contains("input.state: names 3 fields, the model has the 2 sensors [q, p]");
    Path missing = topology("{file: none.st}", "");
    assertThat(Cli.words("check " + missing).err()).contains("model.file: ");
  }

  @Test
  void topicsRefusesWhatOnlyCreationNeeds() throws Exception {
    Path topology = topology("{file: watched.st}", "", "kafka: {bootstrap.servers: ':'}");
    String topics = "topics " + topology;
    assertThat(Cli.words(topics + " --partitions 2").err()).contains("--partitions needs --create");
    assertThat(Cli.words(topics + " --replication 2").err())
        .contains("--replication needs --create");
    assertThat(Cli.words(topics + " --create --partitions 0").err())
        .contains("--partitions is 0, at least 1 is needed");
    assertThat(Cli.words(topics + " --create --replication 0").err())
        .contains("--replication is 0, at least 1 is needed");
    // What is allowed comes to the brokers, whose address is invalid.
    Cli brokers = Cli.words(topics + " --create --partitions 1 --replication 1");
    assertThat(brokers.code()).isEqualTo(ExitCode.USAGE);
    assertThat(brokers.err()).contains("bootstrap.servers :");
    assertThat(Cli.words(topics + " --bootstrap nowhere").err())
        .contains("bootstrap.servers nowhere");
    assertThat(Cli.words("run " + topology).err()).contains("bootstrap.servers :");
    assertThat(Cli.words("run " + topology + " --bootstrap nowhere").err())
        .contains("bootstrap.servers nowhere");
  }

  @Test
  void theTopologyOfKafkaStreamsIsPrinted() throws Exception {
    Path topology = topology("{file: watched.st}", "", "forecasts: {topic: ahead}");
    Cli cli = Cli.words("topology " + topology);
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).startsWith("Topologies:\n").contains("Source: ", "topic: ahead");
  }
}
