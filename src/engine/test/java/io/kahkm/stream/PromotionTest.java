package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** A map on trial that evidence lets publish, stream by stream. */
class PromotionTest {
  /** Its forecasts for one step are those for five, and the other way round. */
  static final Model WORSE =
      TestModels.builderOf(TestTopology.MODEL)
          .readout(1, TestTopology.MODEL.readout(5))
          .readout(5, TestTopology.MODEL.readout(1))
          .build();

  static final Model BETTER = TestTopology.OTHER_MODEL;

  static final List<SimulatedInput.Message> MESSAGES = SimulatedInput.messages(3, 20, 40);

  private final Stored stored = new Stored();

  /** The stores of a task. */
  private static final class Stored {
    final JournalStore journal =
        new JournalStore(Stores.inMemoryKeyValueStore(StoreKeys.JOURNAL).get());
    final KeyValueStore<Bytes, byte[]> snapshots =
        Stores.inMemoryKeyValueStore(StoreKeys.SNAPSHOT).get();
  }

  private static TopologyConfig file(String model) {
    try {
      return TopologyConfig.parse(
          TestTopology.config("pump")
              .toMaskedYaml()
              .replace("incidents:\n", "incidents:\n  topic: pump.incidents\n")
              .replace("  file: unused\n", model),
          "pump",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  static TopologyConfig byEvidence() {
    return file("  file: unused\n  shadow: other\n  promote: evidence\n");
  }

  private static TopologyConfig byHand() {
    return file("  file: unused\n  shadow: other\n");
  }

  private TaskInstance instance(
      TopologyConfig file, long heap, EngineListener listener, Model main, Model... second) {
    try {
      return new TaskInstance(
          file,
          MonitorBlueprint.of(file, main, List.of(second).stream().findFirst())
              .withJournalLength(5),
          heap,
          stored.journal,
          stored.snapshots,
          listener);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** What one task publishes of all messages, with evidence that promotes. */
  static Map<String, List<String>> expected() {
    return new PromotionTest()
        .instance(byEvidence(), Long.MAX_VALUE, EngineListener.SILENT, WORSE, BETTER)
        .take(MESSAGES)
        .published();
  }

  private static Map<String, List<String>> alone(Model model) {
    return new PromotionTest()
        .instance(file("  file: unused\n"), Long.MAX_VALUE, EngineListener.SILENT, model)
        .take(MESSAGES)
        .published();
  }

  private static List<JsonNode> promotions(Map<String, List<String>> published) throws Exception {
    List<JsonNode> found = new ArrayList<>();
    for (Map.Entry<String, List<String>> entry : published.entrySet()) {
      if (entry.getKey().startsWith("incidents promotion ")) {
        for (String value : entry.getValue()) {
          found.add(new ObjectMapper().readTree(value));
        }
      }
    }
    return found;
  }

  private static List<String> of(Map<String, List<String>> published, String name) {
    return published.getOrDefault(name, List.of());
  }

  private static String name(Model model) {
    return model.map().fingerprint();
  }

  /** Forecasts of a stream: those of one map before its promotion, of the other one after it. */
  private static void requireSwitched(Map<String, List<String>> published, String stream)
      throws Exception {
    List<String> forecasts = of(published, "forecasts " + stream);
    List<String> worse = of(WORSE_ALONE, "forecasts " + stream);
    List<String> better = of(BETTER_ALONE, "forecasts " + stream);
    JsonNode promotion =
        promotions(published).stream()
            .filter(one -> one.path("stream").asText().equals(stream))
            .findFirst()
            .orElseThrow();
    double last = promotion.path("promoted").asDouble();
    assertThat(forecasts).hasSameSizeAs(worse).hasSameSizeAs(better);
    for (int i = 0; i < forecasts.size(); i++) {
      double time = new ObjectMapper().readTree(forecasts.get(i)).path("time").asDouble();
      assertThat(forecasts.get(i)).isEqualTo((time <= last ? worse : better).get(i));
    }
    assertThat(promotion.path("map").asText()).isEqualTo(name(BETTER));
    assertThat(promotion.path("before").asText()).isEqualTo(name(WORSE));
    assertThat(promotion.path("words").asText()).startsWith("Beats the main map at 1 step");
  }

  private static final Map<String, List<String>> WORSE_ALONE = alone(WORSE);
  private static final Map<String, List<String>> BETTER_ALONE = alone(BETTER);

  @Test
  void theBetterMapPublishesFromTheRecordAfterItsPromotion() throws Exception {
    Map<String, List<String>> published =
        instance(byEvidence(), Long.MAX_VALUE, EngineListener.SILENT, WORSE, BETTER)
            .take(MESSAGES)
            .published();

    assertThat(promotions(published)).hasSize(3);
    for (String stream : List.of("a", "b", "c")) {
      requireSwitched(published, stream);
    }
    // The control: by hand nothing is promoted, whatever is certified.
    Map<String, List<String>> byHand =
        new PromotionTest()
            .instance(byHand(), Long.MAX_VALUE, EngineListener.SILENT, WORSE, BETTER)
            .take(MESSAGES)
            .published();
    assertThat(promotions(byHand)).isEmpty();
    assertThat(of(byHand, "forecasts a")).isEqualTo(of(WORSE_ALONE, "forecasts a"));
  }

  @Test
  void aMapThatIsNotBetterIsNeverPromoted() throws Exception {
    Map<String, List<String>> published =
        instance(byEvidence(), Long.MAX_VALUE, EngineListener.SILENT, BETTER, WORSE)
            .take(MESSAGES)
            .published();

    assertThat(promotions(published)).isEmpty();
    assertThat(of(published, "forecasts b")).isEqualTo(of(BETTER_ALONE, "forecasts b"));
  }

  /** Whether monitors are on the heap, and whoever holds the partition: the same bytes. */
  @Test
  void restartsAndASmallHeapChangeNoByte() throws Exception {
    Map<String, List<String>> expected = expected();
    PromotionTest other = new PromotionTest();
    Map<String, List<String>> published = new TreeMap<>();
    int from = 0;
    for (int part = 0; from < MESSAGES.size(); part++) {
      int to = Math.min(MESSAGES.size(), from + 97 + 40 * part);
      other
          .instance(
              byEvidence(),
              part % 3 == 0 ? Long.MAX_VALUE : 1,
              EngineListener.SILENT,
              WORSE,
              BETTER)
          .take(MESSAGES.subList(from, to))
          .aSecondPasses()
          .published()
          .forEach(
              (key, list) -> published.computeIfAbsent(key, k -> new ArrayList<>()).addAll(list));
      from = to;
    }

    assertThat(published).isEqualTo(expected);
  }

  /** The names in the file change places while a stream is promoted: it stays with its map. */
  @Test
  void theMapThatWasPromotedPublishesWhicheverPlaceItHasInTheFile() throws Exception {
    int half = MESSAGES.size() / 2;
    instance(byEvidence(), 1, EngineListener.SILENT, WORSE, BETTER).take(MESSAGES.subList(0, half));
    Map<String, List<String>> rest =
        instance(byEvidence(), 1, EngineListener.SILENT, BETTER, WORSE)
            .take(MESSAGES.subList(half, MESSAGES.size()))
            .published();

    assertThat(of(BETTER_ALONE, "forecasts c"))
        .endsWith(of(rest, "forecasts c").toArray(String[]::new));
    assertThat(promotions(rest)).isEmpty();
  }

  @Test
  void withoutTheSettingTheFileAloneDecidesAgain() throws Exception {
    int third = MESSAGES.size() / 3;
    instance(byEvidence(), 1, EngineListener.SILENT, WORSE, BETTER)
        .take(MESSAGES.subList(0, third));
    assertThat(entries()).isEqualTo(3);
    Map<String, List<String>> rest =
        instance(byHand(), 1, EngineListener.SILENT, WORSE, BETTER)
            .take(MESSAGES.subList(third, 2 * third))
            .published();
    List<String> worse = of(WORSE_ALONE, "forecasts a");
    List<String> own = of(rest, "forecasts a");
    int at = worse.indexOf(own.get(0));

    assertThat(own).isEqualTo(worse.subList(at, at + own.size()));
    assertThat(entries()).as("what was promoted is forgotten").isEqualTo(0);
  }

  private int entries() {
    int count = 0;
    try (var all = stored.snapshots.range(StoreKeys.firstPromotion(), StoreKeys.maps())) {
      while (all.hasNext()) {
        count += StoreKeys.isPromotion(all.next().key) ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void aMapThatHasFailedOnARecordOfAStreamIsNotPromotedForIt() throws Exception {
    EngineListener failing =
        new EngineListener() {
          private int ofB;

          @Override
          public void shadowed(int partition, String stream, RowAssessment assessment) {
            if (stream.equals("b") && ++ofB == 50) {
              throw new IllegalStateException("a mistake of the map on trial");
            }
          }
        };
    // The failure is remembered across a restart.
    int early = 3 * 60;
    instance(byEvidence(), Long.MAX_VALUE, failing, WORSE, BETTER).take(MESSAGES.subList(0, early));
    Map<String, List<String>> published =
        instance(byEvidence(), Long.MAX_VALUE, EngineListener.SILENT, WORSE, BETTER)
            .take(MESSAGES.subList(early, MESSAGES.size()))
            .published();

    assertThat(promotions(published))
        .extracting(one -> one.path("stream").asText())
        .containsExactly("a", "c");
  }

  @Test
  void noMapIsPromotedWhileAnIncidentOfTheStreamIsOpen() throws Exception {
    // Readings far away make an incident before there is evidence, and go on.
    List<SimulatedInput.Message> messages = new ArrayList<>();
    int[] taken = {0};
    for (SimulatedInput.Message one : MESSAGES) {
      boolean away = one.stream().equals("a") && ++taken[0] > 60;
      messages.add(
          away
              ? new SimulatedInput.Message("a", one.json().replaceFirst("\"q\":[^,]*", "\"q\":9"))
              : one);
    }
    List<String> leading = new ArrayList<>();
    List<String> promoted = new ArrayList<>();
    Map<String, List<String>> published =
        instance(
                byEvidence(),
                Long.MAX_VALUE,
                new EngineListener() {
                  @Override
                  public void leads(int partition, String stream, boolean second) {
                    leading.add(stream + " " + second);
                  }

                  @Override
                  public void promoted(int partition, String stream) {
                    promoted.add(stream);
                  }
                },
                WORSE,
                BETTER)
            .take(messages)
            .published();

    assertThat(published.keySet()).anyMatch(key -> key.startsWith("incidents a@"));
    assertThat(promotions(published))
        .extracting(one -> one.path("stream").asText())
        .containsExactly("b", "c");
    assertThat(leading).containsExactlyInAnyOrder("b true", "c true");
    assertThat(promoted).containsExactlyInAnyOrder("b", "c");
  }

  /** With a limit that every reading exceeds the stream is in an incident from the beginning on. */
  @Test
  void anIncidentOfEitherMapHoldsThePromotionBack() throws Exception {
    Model alarmed = TestModels.withNoveltyLimit(WORSE, 1e-9);
    Map<String, List<String>> published =
        instance(byEvidence(), Long.MAX_VALUE, EngineListener.SILENT, alarmed, BETTER)
            .take(MESSAGES)
            .published();
    assertThat(published.keySet())
        .anyMatch(key -> key.startsWith("incidents a@"))
        .noneMatch(key -> key.contains("~"));
    assertThat(promotions(published)).isEmpty();

    published =
        new PromotionTest()
            .instance(
                byEvidence(),
                Long.MAX_VALUE,
                EngineListener.SILENT,
                WORSE,
                TestModels.withNoveltyLimit(BETTER, 1e-9))
            .take(MESSAGES)
            .published();
    assertThat(published.keySet())
        .anyMatch(key -> key.startsWith("incidents a@") && key.contains("~"))
        .allMatch(key -> !key.startsWith("incidents a@") || key.contains("~"));
    assertThat(promotions(published)).isEmpty();
  }

  @Test
  void whoComesLaterIsToldWhichMapPublishes() {
    instance(byEvidence(), 1, EngineListener.SILENT, WORSE, BETTER).take(MESSAGES);
    List<String> leading = new ArrayList<>();
    Map<String, String> seen = new TreeMap<>();
    instance(
            byEvidence(),
            1,
            new EngineListener() {
              @Override
              public void leads(int partition, String stream, boolean second) {
                leading.add(stream + " " + second);
              }

              @Override
              public void status(int partition, String stream, StreamStatus status) {
                seen.merge(stream, "published", String::concat);
              }

              @Override
              public void shadowStatus(int partition, String stream, StreamStatus status) {
                seen.merge(stream, "trial", String::concat);
              }
            },
            WORSE,
            BETTER)
        .visits();

    assertThat(leading).containsExactlyInAnyOrder("a true", "b true", "c true");
    assertThat(seen.values())
        .as("the main map's are on trial, and visited first")
        .containsOnly("trialpublished");
  }

  /** Topics have to take what either map may publish one day. */
  @Test
  void topicsTakeTheMessagesOfBothMaps() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            byEvidence().toMaskedYaml().replace("coordinates: base64", "coordinates: text"),
            "pump",
            Map.of());
    Model large = TestModels.vanDerPol(12, 2);
    long small = MessageSizes.largest(config, WORSE).get("pump.forecasts");
    long both =
        MonitorBlueprint.of(config, WORSE, Optional.of(large))
            .largestMessages(config)
            .get("pump.forecasts");

    assertThat(both)
        .isEqualTo(MessageSizes.largest(config, large).get("pump.forecasts"))
        .isGreaterThan(small);
    assertThat(MonitorBlueprint.of(config, large, Optional.of(WORSE)).largestMessages(config))
        .containsEntry("pump.forecasts", both);
  }
}
