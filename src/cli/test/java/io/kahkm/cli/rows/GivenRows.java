package io.kahkm.cli.rows;

import io.kahkm.fitting.Recording;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What a file holds, without a file. */
public final class GivenRows {
  private GivenRows() {}

  /**
   * A file of one sensor.
   *
   * @param streams names of its streams, empty where it is one
   * @param stream stream of each row
   * @param times event time of each row in nanoseconds
   * @param timing how times are judged
   */
  public static StateData of(List<String> streams, int[] stream, long[] times, InputTiming timing) {
    IntakeReport report = new IntakeReport("given", List.of());
    List<StateData.Row> rows = new ArrayList<>();
    Map<Integer, Long> first = new HashMap<>();
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < stream.length; i++) {
      report.row();
      report.used(i == 0);
      long since = times[i] - first.computeIfAbsent(stream[i], firstTimes(times[i]));
      long number = counts.merge(stream[i], 1, Integer::sum) - 1L;
      rows.add(
          new StateData.Row(
              stream[i],
              stream[i],
              i,
              Observation.state(times[i], new double[] {0}, Integer.toString(stream[i]), false),
              false,
              timing.step() > 0 ? since / timing.step() : number));
    }
    rows.sort((one, other) -> Integer.compare(one.stream(), other.stream()));
    Episodes none = Episodes.of(List.<double[][]>of(new double[][] {{0}, {0}}));
    return new StateData(
        Recording.of(none), streams, streams, false, List.of(), rows, timing, report);
  }

  private static Function<Integer, Long> firstTimes(long time) {
    return stream -> time;
  }

  /**
   * A file of rows a minute apart, an episode for every stream.
   *
   * @param stream stream of each row, ascending
   * @param states values of each row, NaN where there is none
   * @param timed whether its rows have times
   */
  public static StateData of(int[] stream, double[][] states, boolean timed) {
    InputTiming timing = timed ? InputTiming.TIMED.withStep(60_000_000_000L, 0) : InputTiming.NONE;
    IntakeReport report = new IntakeReport("given", List.of());
    List<StateData.Row> rows = new ArrayList<>();
    for (int i = 0; i < stream.length; i++) {
      report.row();
      report.used(i == 0);
      Observation observation =
          Observation.state(60_000_000_000L * i, states[i], Integer.toString(stream[i]), false);
      rows.add(
          new StateData.Row(stream[i], stream[i], i, observation, false, StateData.Row.NO_STEP));
    }
    Episodes none = Episodes.of(List.<double[][]>of(new double[][] {{0}, {0}}));
    List<String> names =
        IntStream.rangeClosed(0, stream[stream.length - 1]).mapToObj(Integer::toString).toList();
    return new StateData(Recording.of(none), names, names, false, List.of(), rows, timing, report);
  }

  /**
   * A file whose rows are given, an episode for every stream.
   *
   * @param streams names of its streams
   * @param rows stream by stream
   * @param timing how times are judged
   */
  public static StateData of(List<String> streams, List<StateData.Row> rows, InputTiming timing) {
    IntakeReport report = new IntakeReport("given", List.of());
    rows.forEach(
        row -> {
          report.row();
          report.used(false);
        });
    Episodes none = Episodes.of(List.<double[][]>of(new double[][] {{0}, {0}}));
    return new StateData(
        Recording.of(none), streams, streams, false, List.of(), rows, timing, report);
  }
}
