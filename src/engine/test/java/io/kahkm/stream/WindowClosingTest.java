package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a window that closes, beside the transaction that it is part of. */
class WindowClosingTest {
  private static TopologyConfig config(String input, String certificates) throws Exception {
    return TopologyConfig.parse(
        """
        name: closing
        model: {file: unused}
        input: {state: [q, p], %s}
        forecasts: {horizons: [1, 5], every: 3}
        %s
        kafka: {bootstrap.servers: "unused:1", transaction.timeout.ms: "20000"}
        """
            .formatted(input, certificates),
        "closing",
        Map.of());
  }

  @Test
  void isMeasuredForWindowsOfEveryKindAndLeftOutWithoutAny() throws Exception {
    Map<String, String> inputs =
        Map.of("episodes", "episode: run", "records", "stride: 2, independent: asserted");
    for (Map.Entry<String, String> input : inputs.entrySet()) {
      TopologyConfig config =
          config(
              input.getValue(),
              "certificates: {sampling: %s, window: {units: 16}, tolerance: {r2: 0.5}}"
                  .formatted(input.getKey()));
      assertThat(WindowClosing.sentence(config, TestTopology.blueprint(config, TestTopology.MODEL)))
          .hasValueSatisfying(
              sentence ->
                  assertThat(sentence)
                      .startsWith("Completing a window: ")
                      .contains("a transaction may last 20.0 s"));
    }
    for (int streams : new int[] {20, 1_000}) {
      TopologyConfig fleet =
          config(
              "step: 20ms, time: t, time-unit: ms, idle: 1m",
              "certificates: {sampling: fleet, tolerance: {r2: 0.5},"
                  + " fleet: {streams: %d, every: 10s, pairs: 50, grace: 1s}}".formatted(streams));
      assertThat(WindowClosing.sentence(fleet, TestTopology.blueprint(fleet, TestTopology.MODEL)))
          .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("Completing a window: "));
    }
    TopologyConfig none = config("episode: run", "");
    assertThat(WindowClosing.sentence(none, TestTopology.blueprint(none, TestTopology.MODEL)))
        .isEmpty();
  }

  @Test
  void warnsWhereHalfOfATransactionIsNotEnough() {
    assertThat(WindowClosing.sentence(Duration.ofSeconds(5), Duration.ofSeconds(10)))
        .doesNotContain("WARNING");
    assertThat(WindowClosing.sentence(Duration.ofSeconds(6), Duration.ofSeconds(10)))
        .contains("Completing a window: 6.00 s here", "WARNING", "at least 24,000");
  }
}
