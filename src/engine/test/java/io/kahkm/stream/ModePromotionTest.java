package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/**
 * A machine with two modes, of which one has a map on trial that evidence lets publish: the
 * promotion is of that mode, holds when the machine comes back to it, and outlives restarts.
 */
class ModePromotionTest {
  private static final Model OTHER_MODE = TestModels.vanDerPol(4, 3);

  /** Most of the time in X; in Y from three fifths on, and at the end. */
  private static final List<SimulatedInput.Message> MESSAGES = messages();

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);

  private static boolean inOtherMode(int message) {
    double part = (double) message / PromotionTest.MESSAGES.size();
    return (part >= 0.6 && part < 0.7) || part >= 0.9;
  }

  private static List<SimulatedInput.Message> messages() {
    List<SimulatedInput.Message> messages = new ArrayList<>();
    for (int i = 0; i < PromotionTest.MESSAGES.size(); i++) {
      SimulatedInput.Message plain = PromotionTest.MESSAGES.get(i);
      String mode = inOtherMode(i) ? "Y" : "X";
      messages.add(
          new SimulatedInput.Message(
              plain.stream(), plain.json().replaceFirst("\\{", "{\"m\":\"" + mode + "\",")));
    }
    return messages;
  }

  private static TopologyConfig file() throws Exception {
    return TopologyConfig.parse(
            """
            name: pump
            model:
              by-mode: {X: worse, Y: other}
              shadow-by-mode: {X: better}
              promote: evidence
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done, mode: m}
            forecasts: {horizons: [1, 5], every: 3}
            certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
            incidents: {topic: pump.incidents}
            """,
            "pump",
            Map.of())
        .withKafka(Map.of("bootstrap.servers", "unused:1"));
  }

  private TaskInstance instance(long heap, EngineListener listener) throws Exception {
    Map<String, Models> modes = new LinkedHashMap<>();
    modes.put("X", Models.of(PromotionTest.WORSE, Optional.of(PromotionTest.BETTER)));
    modes.put("Y", Models.of(OTHER_MODE, Optional.empty()));
    return new TaskInstance(
        file(),
        MonitorBlueprint.of(file(), Models.ofModes(modes)).withJournalLength(5),
        heap,
        journal,
        snapshots,
        listener);
  }

  private static Map<String, List<String>> expected() throws Exception {
    return new ModePromotionTest()
        .instance(Long.MAX_VALUE, EngineListener.SILENT)
        .take(MESSAGES)
        .published();
  }

  private static String name(Model model) {
    return model.map().fingerprint();
  }

  @Test
  void aPromotionIsOfTheModeThatItsEvidenceIsFrom() throws Exception {
    List<String> told = new ArrayList<>();
    Map<String, List<String>> published =
        instance(
                Long.MAX_VALUE,
                new EngineListener() {
                  @Override
                  public void leads(int partition, String stream, boolean second) {
                    if (stream.equals("a")) {
                      told.add(second ? "second" : "first");
                    }
                  }

                  @Override
                  public void promoted(int partition, String stream) {
                    if (stream.equals("a")) {
                      told.add("promoted");
                    }
                  }

                  @Override
                  public void mode(int partition, String stream, String mode, String judging) {
                    if (stream.equals("a")) {
                      told.add(mode);
                    }
                  }
                })
            .take(MESSAGES)
            .published();

    assertThat(told)
        .containsExactly(
            // With its new role a stream is read again, and told as one that came.
            "X",
            "first",
            "second",
            "promoted",
            "X",
            "second",
            "Y",
            "first",
            "X",
            "second",
            "Y",
            "first");
    assertThat(published.keySet().stream().filter(key -> key.startsWith("incidents promotion ")))
        .hasSize(3);
    for (String stream : List.of("a", "b", "c")) {
      List<String> maps = new ArrayList<>();
      for (String forecast : published.get("forecasts " + stream)) {
        JsonNode json = new ObjectMapper().readTree(forecast);
        String map = json.path("map").asText();
        if (maps.isEmpty() || !maps.get(maps.size() - 1).equals(map)) {
          maps.add(map);
        }
      }
      assertThat(maps)
          .as(stream)
          .containsExactly(
              name(PromotionTest.WORSE),
              name(PromotionTest.BETTER),
              name(OTHER_MODE),
              name(PromotionTest.BETTER),
              name(OTHER_MODE));
    }
  }

  @Test
  void restartsAndASmallHeapChangeNoByte() throws Exception {
    Map<String, List<String>> published = new TreeMap<>();
    int from = 0;
    for (int part = 0; from < MESSAGES.size(); part++) {
      int to = Math.min(MESSAGES.size(), from + 89 + 37 * part);
      instance(part % 3 == 0 ? Long.MAX_VALUE : 1, EngineListener.SILENT)
          .take(MESSAGES.subList(from, to))
          .aSecondPasses()
          .published()
          .forEach(
              (key, list) -> published.computeIfAbsent(key, k -> new ArrayList<>()).addAll(list));
      from = to;
    }
    assertThat(published).isEqualTo(expected());
  }

  /** Who comes while machines are in the other mode is told that mode's map, and then the other. */
  @Test
  void whoComesLaterIsToldTheMapOfThePresentMode() throws Exception {
    int away = (int) (0.65 * MESSAGES.size());
    instance(1, EngineListener.SILENT).take(MESSAGES.subList(0, away));
    Set<String> told = new TreeSet<>();
    EngineListener listener =
        new EngineListener() {
          @Override
          public void leads(int partition, String stream, boolean second) {
            told.add(stream + " " + (second ? "second" : "first"));
          }
        };
    TaskInstance later = instance(1, listener);
    later.visits();
    assertThat(told).containsExactly("a first", "b first", "c first");
    told.clear();
    later.take(MESSAGES.subList(away, (int) (0.8 * MESSAGES.size())));
    assertThat(told).contains("a second", "b second", "c second");
  }
}
