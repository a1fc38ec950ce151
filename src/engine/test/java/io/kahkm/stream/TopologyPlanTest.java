package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.state.StoreBuilder;
import org.junit.jupiter.api.Test;

/** Which topics a topology reads and writes, and which processor has which stores. */
class TopologyPlanTest {
  private static final Pattern NODE =
      Pattern.compile("(Source|Processor|Sink): (\\S+) \\((?:topics?|stores): (.*)\\)");
  private static final String ROWS =
      "input: {state: [q, p], time: t, time-unit: ms, step: 20ms, end: done}\n";
  private static final String TAGS =
      "input: {layout: tags, stream: {from: %s}, tag: {from: field id},"
          + " sensors: {q: Q, p: P}, time: t, step: 1s}\n";

  private static TopologyConfig config(String sections) {
    try {
      return TopologyConfig.parse(
          "name: pump\nmodel: {file: unused}\nkafka: {bootstrap.servers: 'unused:1'}\n" + sections,
          "pump.yaml",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** Its nodes with topics or stores, in the order of the description. */
  private static List<String> plan(TopologyConfig config) {
    List<String> nodes = new ArrayList<>();
    Matcher node = NODE.matcher(MonitorTopology.description(config));
    while (node.find()) {
      nodes.add(
          node.group(1) + " " + node.group(2) + ": " + node.group(3).replaceAll("[\\[\\]]", ""));
    }
    return nodes;
  }

  /** Topics that Kafka Streams makes: changelogs of stores, and what goes between processors. */
  private static Set<String> internal(TopologyConfig config) {
    Set<String> topics = new TreeSet<>();
    for (String node : plan(config)) {
      String[] words = node.split("[ ,:]+", -1);
      if (words[0].equals("Processor")) {
        Arrays.stream(words)
            .skip(2)
            .filter(store -> !store.isEmpty())
            .forEach(store -> topics.add("pump-" + store + "-changelog"));
      } else if (words[2].endsWith("-repartition")) {
        topics.add("pump-" + words[2]);
      }
    }
    return topics;
  }

  /** What a file's topology is; the largest message of each topic in it is checked at the start. */
  private static void assertPlan(TopologyConfig config, String... nodes) {
    assertThat(plan(config)).containsExactlyInAnyOrder(nodes);
    assertThat(internal(config)).isEqualTo(new TreeSet<>(MessageSizes.internal(config).keySet()));
  }

  @Test
  void rowsAreReadAndForecastsAndDeadLettersWritten() {
    assertPlan(
        config(ROWS),
        "Source states: pump.states",
        "Processor monitor: journal, snapshot",
        "Sink forecasts: pump.forecasts",
        "Sink rejects: pump.rejects");
  }

  @Test
  void certificatesAndIncidentsAreWrittenWhereTheFileHasThem() {
    assertPlan(
        config(
            ROWS
                + "incidents: {topic: pump.incidents}\n"
                + "certificates: {sampling: episodes, window: {units: 4}, tolerance: 0.3}\n"),
        "Source states: pump.states",
        "Processor monitor: journal, snapshot",
        "Sink certificates: pump.certificates",
        "Sink forecasts: pump.forecasts",
        "Sink incidents: pump.incidents",
        "Sink rejects: pump.rejects");
  }

  @Test
  void otherForecastsAndKnownValuesAreReadBeside() {
    assertPlan(
        config(
            ROWS
                + "forecasts: {horizons: [1, 5], known: [q], others: [{name: o, topic: pump.o,"
                + " horizons: [1], fields: {horizon: h, state: v}}]}\n"),
        "Source states: pump.states",
        "Source others: pump.known, pump.o",
        "Processor inputs: ",
        "Processor monitor: journal, snapshot",
        "Sink forecasts: pump.forecasts",
        "Sink rejects: pump.rejects");
  }

  @Test
  void tagsWhoseKeyIsTheStreamAreMadeIntoRowsWhereTheyAre() {
    assertPlan(
        config(TAGS.formatted("key")),
        "Source states: pump.tags",
        "Processor assembly: cells, snapshot, tags",
        "Processor monitor: journal, snapshot",
        "Sink forecasts: pump.forecasts",
        "Sink rejects: pump.rejects",
        "Sink tag-rejects: pump.rejects");
  }

  private static final String[] ROUTED = {
    "Source states: pump.tags",
    "Processor route: ",
    "Processor tags-by-stream-repartition-filter: ",
    "Sink route-rejects: pump.rejects",
    "Sink tags-by-stream-repartition-sink: tags-by-stream-repartition",
    "Source tags-by-stream-repartition-source: tags-by-stream-repartition",
    "Processor assembly: cells, snapshot, tags",
    "Processor monitor: journal, snapshot",
    "Sink forecasts: pump.forecasts",
    "Sink rejects: pump.rejects",
    "Sink tag-rejects: pump.rejects"
  };

  @Test
  void tagsOfOtherKeysAreBroughtToTheirStreamFirst() {
    assertPlan(config(TAGS.formatted("field s")), ROUTED);
  }

  @Test
  void sparkplugKeepsItsBirths() {
    String[] births = ROUTED.clone();
    births[6] = "Processor assembly: cells, births, snapshot, tags";
    assertPlan(
        config(
            "input: {layout: tags, format: sparkplug, stream: {from: key}, tag: {from: name},"
                + " sensors: {q: Q, p: P}, step: 1s}\n"),
        births);
  }

  @Test
  void theUnitsOfAFleetMeetInOnePartition() {
    TopologyConfig fleet = TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 100ms");
    assertPlan(
        fleet,
        "Source states: pump.states",
        "Processor monitor: journal, snapshot",
        "Processor fleet-units-repartition-filter: ",
        "Sink fleet-units-repartition-sink: fleet-units-repartition",
        "Sink forecasts: pump.forecasts",
        "Sink rejects: pump.rejects",
        "Sink skill: pump.certificates",
        "Source fleet-units-repartition-source: fleet-units-repartition",
        "Processor fleet: fleet",
        "Sink certificates: pump.certificates",
        "Sink fleet-rejects: pump.rejects");
  }

  /**
   * Compaction leaves the newest segment alone: a large one would be read whole by the next task.
   */
  @Test
  void changelogsAreSmallAndEveryRecordIsWrittenToThem() {
    for (StoreBuilder<?> store :
        List.of(MonitorTopology.store("some"), MonitorTopology.journal("some"))) {
      assertThat(store.name()).isEqualTo("some");
      assertThat(store.loggingEnabled()).isTrue();
      assertThat(store.logConfig())
          .containsEntry("segment.bytes", "16777216")
          .containsEntry("min.cleanable.dirty.ratio", "0.3");
    }
  }

  @Test
  void aSchemaRegistryIsAskedWhereOneIsNamed() {
    assertThat(MonitorTopology.registry(config(ROWS))).isEmpty();
    assertThat(MonitorTopology.registry(config(TAGS.formatted("key")))).isEmpty();
    String schema = "format: avro, schema: {registry: 'http://unused:1'}, ";
    assertThat(MonitorTopology.registry(config(ROWS.replace("state:", schema + "state:"))))
        .isPresent();
    assertThat(
            MonitorTopology.registry(
                config(TAGS.formatted("key").replace("stream:", schema + "stream:"))))
        .isPresent();
  }
}
