package io.kahkm.cli.rows;

import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.profile.StepStatistics;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Recognises a file whose rows have another step than the declared one: no row follows another. */
public final class OtherStep {
  private OtherStep() {}

  /**
   * Compares the times of rows with the declared step.
   *
   * @param data what a file holds
   * @return half a sentence; empty where most rows follow the row before, or no step is declared
   */
  public static Optional<String> words(StateData data) {
    return data.pairs() ? Optional.empty() : words(data.rows(), data.timing());
  }

  /**
   * Compares the times of rows with the declared step.
   *
   * @param rows stream by stream, in the order of the file
   * @param timing how their times are judged
   * @return half a sentence; empty where most rows follow the row before, or no step is declared
   */
  static Optional<String> words(List<StateData.Row> rows, InputTiming timing) {
    // Rows made of tags are on the grid of the step, however often tags are read.
    if (!timing.timed() || timing.step() == 0 || timing.assembled()) {
      return Optional.empty();
    }
    List<long[]> following =
        IntStream.range(1, rows.size())
            .filter(i -> rows.get(i).episode() == rows.get(i - 1).episode())
            .mapToObj(
                i ->
                    new long[] {
                      rows.get(i - 1).observation().time(), rows.get(i).observation().time()
                    })
            .toList();
    long typical = StepStatistics.of(following).median();
    double off = Math.abs((double) (typical - timing.step()));
    return typical == 0 || off <= timing.stepTolerance() * timing.step()
        ? Optional.empty()
        : Optional.of(
            "rows are "
                + words(typical)
                + " apart, but the declared step is "
                + words(timing.step())
                + " (input.step or --step)");
  }

  private static String words(long nanos) {
    return DurationText.of(Duration.ofNanos(nanos));
  }
}
