package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What messages can have at most, reckoned by hand: of a model with two sensors and five classes,
 * in a file with two horizons.
 */
class MessageSizesTest {
  /** Names, sentences and the frame, and the stream as key and as text. */
  private static final long EMPTY = 8_192 + 7 * 1_024;

  /** What an event's attributes add. */
  private static final long EVENT = 4_096 + 1_024;

  private static final long FORECASTS = EMPTY + 2 * 26 + 2 * (1_024 + 2 * 26);
  private static final long SKILL = EMPTY + 2 * (1_024 + 2 * 128 + 2 * 1_024);

  /** A chunk of state or two long values, with what is beside them. */
  private static final long STORED = 500_000 + 2 * 16_384 + EMPTY;

  private static TopologyConfig config(String sections) {
    try {
      return TopologyConfig.parse(
          "name: pump\nmodel: {file: unused}\n" + sections, "pump.yaml", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static TopologyConfig rows(String more) {
    return config("input: {state: [q, p], time: t, time-unit: ms, step: 20ms, end: done}\n" + more);
  }

  private static Map<String, Long> largest(String more) {
    return MessageSizes.largest(rows(more), TestTopology.MODEL);
  }

  private static long forecasts(String more) {
    return largest("forecasts: {horizons: [1, 5]" + more).get("pump.forecasts");
  }

  private static long certificates(String forecasts, String more) {
    return largest(
            "forecasts: {horizons: [1, 5]"
                + forecasts
                + "}\ncertificates: {sampling: episodes, window: {units: 4}, tolerance: 0.3"
                + more)
        .get("pump.certificates");
  }

  @Test
  void aForecastHoldsItsHorizonsSensorsAndCoordinates() {
    assertThat(forecasts(", coordinates: none}")).isEqualTo(FORECASTS);
    assertThat(forecasts(", coordinates: text}")).isEqualTo(FORECASTS + 2 * 5 * 26);
    // Forty bytes are 54 characters, filled up to 56.
    assertThat(forecasts(", coordinates: base64}")).isEqualTo(FORECASTS + 2 * 56);
    assertThat(
            MessageSizes.largest(
                rows("forecasts: {horizons: [1, 5], coordinates: base64}"),
                TestModels.vanDerPol(12, 2)))
        .as("96 bytes are 128 characters")
        .containsEntry("pump.forecasts", FORECASTS + 2 * 128);
  }

  @Test
  void whatGoesOnFromTheInputIsOfForecastsAndWhatTellsEventsOfAll() {
    String more =
        """
        forecasts: {horizons: [1, 5], coordinates: none}
        incidents: {topic: pump.incidents}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: 0.3}
        """;
    long incident = 8_192 + 4 * 7 * 1_024 + 2 * 1_024;
    long reject = 2 * 1_024 * 1_024;
    assertThat(largest(more))
        .containsExactly(
            Map.entry("pump.forecasts", FORECASTS),
            Map.entry("pump.certificates", SKILL),
            Map.entry("pump.incidents", incident),
            Map.entry("pump.rejects", reject));
    assertThat(largest(more + "headers: {pass: [site], envelope: cloudevents}\n"))
        .containsExactly(
            Map.entry("pump.forecasts", FORECASTS + 16_384 + EVENT),
            Map.entry("pump.certificates", SKILL + EVENT),
            Map.entry("pump.incidents", incident + EVENT),
            Map.entry("pump.rejects", reject));
  }

  @Test
  void aCertificateHoldsItsClassesMarginsAndKappas() {
    long counts = EMPTY + 5 * 21;
    assertThat(certificates(", skill: {references: []}", "}")).isEqualTo(counts + 2 * 1_024);
    assertThat(certificates(", skill: {references: []}", ", display: {kappa: [1, 2, 3]}}"))
        .isEqualTo(counts + 3 * 1_024);
    assertThat(certificates(", skill: {references: []}", ", margin: 0.1}"))
        .isEqualTo(counts + 2 * 1_024 + 2 * 5 * 26);
  }

  @Test
  void aRecordOfSkillHoldsEveryClaimOfEveryForecaster() {
    assertThat(certificates("", "}")).isEqualTo(SKILL);
    assertThat(certificates(", skill: {references: [linear]}", "}"))
        .isEqualTo(EMPTY + 1_024 + 2 * 128 + 2 * 1_024);
    long name = 6L * "chronos".length();
    assertThat(
            certificates(
                ", others: [{name: chronos, topic: c, horizons: [1, 5],"
                    + " fields: {horizon: h, state: v}}]",
                "}"))
        .isEqualTo(SKILL + 2 * (1_024 + 2 * 128 + name + 2 * (1_024 + name)));
  }

  @Test
  void rowsAreStoredAsJournalAndSnapshot() {
    assertThat(MessageSizes.internal(rows("")))
        .containsOnly(
            Map.entry("pump-journal-changelog", STORED),
            Map.entry("pump-snapshot-changelog", STORED));
  }

  @Test
  void aFleetSendsItsUnitsToOnePlace() {
    TopologyConfig fleet = TestFleet.config("streams: 5, every: 500ms, pairs: 12, grace: 100ms");
    assertThat(MessageSizes.internal(fleet))
        .containsOnly(
            Map.entry("pump-journal-changelog", STORED),
            Map.entry("pump-snapshot-changelog", STORED),
            Map.entry("pump-fleet-units-repartition", STORED),
            Map.entry("pump-fleet-changelog", STORED));
  }

  @Test
  void tagsAreSentToTheirStreamsUnlessTheyAreThere() {
    String tags = "input: {layout: tags, stream: {from: %s}, tag: {from: field id}, %s}\n";
    String sensors = "sensors: {q: Q, p: P}, time: t, step: 1s";
    Map<String, Long> inPlace = MessageSizes.internal(config(tags.formatted("key", sensors)));
    assertThat(inPlace)
        .containsOnly(
            Map.entry("pump-journal-changelog", STORED),
            Map.entry("pump-snapshot-changelog", STORED),
            Map.entry("pump-tags-changelog", STORED),
            Map.entry("pump-cells-changelog", STORED));
    assertThat(MessageSizes.internal(config(tags.formatted("field s", sensors))))
        .containsAllEntriesOf(inPlace)
        .containsEntry("pump-tags-by-stream-repartition", 990_000L + 8_192)
        .hasSize(5);
    assertThat(
            MessageSizes.internal(
                config(
                    "input: {layout: tags, format: sparkplug, stream: {from: key},"
                        + " tag: {from: name}, sensors: {q: Q, p: P}, step: 1s}\n")))
        .containsEntry("pump-births-changelog", STORED);
  }
}
