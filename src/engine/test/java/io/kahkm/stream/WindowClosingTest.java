package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What is said of a window that closes, beside the transaction that it is part of. */
class WindowClosingTest {
  private static final long SECOND = 1_000_000_000L;

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
    TopologyConfig fleet =
        config(
            "step: 20ms, time: t, time-unit: ms, idle: 1m",
            "certificates: {sampling: fleet, tolerance: {r2: 0.5},"
                + " fleet: {streams: 20, every: 200ms, pairs: 4, grace: 1s}}");
    assertThat(WindowClosing.sentence(fleet, TestTopology.blueprint(fleet, TestTopology.MODEL)))
        .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("Completing a window: "));
    TopologyConfig none = config("episode: run", "");
    assertThat(WindowClosing.sentence(none, TestTopology.blueprint(none, TestTopology.MODEL)))
        .isEmpty();
  }

  private static BooleanSupplier closing(boolean closes, long[] now, long seconds) {
    return () -> {
      now[0] += seconds * SECOND;
      return closes;
    };
  }

  /** The longest of steps that close or do not close a window and take so many seconds each. */
  private static Optional<Duration> longest(String... steps) {
    long[] now = {-7};
    Iterator<String> next = List.of(steps).iterator();
    return WindowClosing.longest(
        () -> {
          String step = next.next();
          return closing(step.startsWith("closes"), now, Long.parseLong(step.split(" ")[1]));
        },
        () -> now[0]);
  }

  @Test
  void theLongestOfThreeClosingsCountsWithoutTheFirst() {
    assertThat(longest("stays 0", "closes 9", "stays 4", "closes 2", "closes 3", "closes 1"))
        .hasValue(Duration.ofSeconds(3));
    assertThat(longest("closes 1", "closes 5", "closes 3")).hasValue(Duration.ofSeconds(5));
  }

  @Test
  void afterTwentySecondsItIsTheLongestSoFar() {
    assertThat(longest("closes 20", "closes 1", "closes 1")).hasValue(Duration.ofSeconds(20));
    assertThat(longest("stays 10", "closes 9", "closes 2", "closes 5"))
        .hasValue(Duration.ofSeconds(2));
    assertThat(longest("stays 19", "stays 1", "closes 1")).isEmpty();
  }

  /** The time that a clock tells which moves by a millisecond whenever it is asked. */
  private static Optional<Duration> measured(TopologyConfig config, AtomicLong clock) {
    return WindowClosing.measure(
        TestTopology.blueprint(config, TestTopology.MODEL), () -> clock.addAndGet(SECOND / 1_000));
  }

  /** Streams beyond 256 are not tried: each takes as long as one that is. */
  @Test
  void aFleetTakesAsMuchLongerAsItHasMoreStreams() throws Exception {
    for (int streams : new int[] {20, 256, 1_000}) {
      TopologyConfig fleet =
          config(
              "step: 20ms, time: t, time-unit: ms, idle: 1m",
              "certificates: {sampling: fleet, tolerance: {r2: 0.5},"
                  + " fleet: {streams: %d, every: 200ms, pairs: 4, grace: 1s}}".formatted(streams));
      assertThat(measured(fleet, new AtomicLong()))
          .as("of %d streams", streams)
          .hasValue(Duration.ofNanos(Math.round(1e6 * Math.max(1, streams / 256.0))));
    }
  }

  @Test
  void windowsOfOneInAStreamsLifeAreThoseOfSeveralStreams() throws Exception {
    for (String policy : List.of("fixed", "tumbling", "rolling")) {
      AtomicLong clock = new AtomicLong();
      TopologyConfig config =
          config(
              "episode: run",
              "certificates: {sampling: episodes, window: {units: 8, policy: %s}, tolerance: {r2: 0.5}}"
                  .formatted(policy));
      assertThat(measured(config, clock)).hasValue(Duration.ofMillis(1));
      assertThat(clock.get()).as("three closings of %s windows", policy).isLessThan(SECOND);
    }
  }

  /** Two asks of the clock for each of 256 units of three readings are half a second. */
  @Test
  void aWindowOfMoreUnitsIsClosedEarly() throws Exception {
    AtomicLong clock = new AtomicLong();
    TopologyConfig config =
        config(
            "episode: run",
            "certificates: {sampling: episodes, window: {units: 100000}, tolerance: {r2: 0.5}}");
    assertThat(measured(config, clock)).hasValue(Duration.ofMillis(1));
    assertThat(clock.get()).isBetween(4 * SECOND, 6 * SECOND);
  }

  @Test
  void warnsWhereHalfOfATransactionIsNotEnough() {
    assertThat(WindowClosing.sentence(Duration.ofSeconds(5), Duration.ofSeconds(10)))
        .doesNotContain("WARNING");
    assertThat(WindowClosing.sentence(Duration.ofSeconds(6), Duration.ofSeconds(10)))
        .contains("Completing a window: 6.00 s here", "WARNING", "at least 24,000");
  }
}
