package io.kahkm.cli.rows;

import io.kahkm.fitting.Recording;
import io.kahkm.fitting.RowsAhead;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * States read from a file.
 *
 * @param recording runs of complete states that follow one another by one step: what a monitor
 *     would learn from; independent pairs are episodes of two
 * @param names one name per episode of the file, in the order of the rows; an episode with gaps or
 *     missing values gives several runs
 * @param streams one name per stream of the file, in order of their first rows; empty where the
 *     file is one stream
 * @param pairs whether the rows were independent pairs
 * @param labels class of every transition's current state, where the file was asked for labels
 * @param rows every row a monitor is to see, stream by stream in order of their first rows, those
 *     of a stream in file order
 * @param timing how their times are judged
 * @param report what was found in the file
 */
public record StateData(
    Recording recording,
    List<String> names,
    List<String> streams,
    boolean pairs,
    List<Integer> labels,
    List<Row> rows,
    InputTiming timing,
    IntakeReport report) {
  /** Copies the lists. */
  public StateData {
    names = List.copyOf(names);
    streams = List.copyOf(streams);
    labels = List.copyOf(labels);
    rows = List.copyOf(rows);
  }

  /**
   * All runs of complete states, held values included.
   *
   * @return at least one
   */
  public Episodes episodes() {
    return recording.all();
  }

  /**
   * Time from row to row: the declared step, else the median one of rows with a time.
   *
   * @return empty where rows have no time
   */
  public Optional<Duration> step() {
    if (!timing.timed()) {
      return Optional.empty();
    }
    long step = timing.step();
    if (step == 0) {
      long[] steps =
          IntStream.range(1, rows.size())
              .filter(i -> rows.get(i).stream() == rows.get(i - 1).stream())
              .mapToLong(
                  i -> rows.get(i).observation().time() - rows.get(i - 1).observation().time())
              .filter(time -> time > 0)
              .sorted()
              .toArray();
      step = steps.length == 0 ? 0 : steps[steps.length / 2];
    }
    return step == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(step));
  }

  /**
   * Whether the machine runs in a row, by the rule of the input.
   *
   * @param row one of these
   * @return true where there is no rule; false where the rule's sensor has no value
   */
  public boolean runs(Row row) {
    return timing.when().isEmpty()
        || timing.when().get().holds(row.observation().state()[timing.when().get().place()]);
  }

  /**
   * What the rows of a stream tell a monitor ahead, where later values are known.
   *
   * @param from number of the stream's first row
   * @param monitor of the stream
   * @return to be asked before every row, by its number
   */
  public RowsAhead ahead(int from, StreamMonitor monitor) {
    int stream = rows.get(from).stream();
    int end = from;
    while (end < rows.size() && rows.get(end).stream() == stream) {
      end++;
    }
    return new RowsAhead(monitor, row -> rows.get(row).observation(), end);
  }

  /**
   * One row as a monitor sees it.
   *
   * @param stream 0-based stream of the file
   * @param episode 0-based episode of the file
   * @param line 0-based data row of the file
   * @param observation values with NaN where a cell is missing
   * @param afterGap whether a gap or a clock set back lies between the episode's start and the row:
   *     no certificate counts it
   * @param step its place among the measured readings of its episode, as {@link Episodes.Place}
   *     counts; {@link #NO_STEP} where it is none of them
   */
  public record Row(
      int stream, int episode, long line, Observation observation, boolean afterGap, long step) {
    /** Stands for the step of a row that is not measured. */
    public static final long NO_STEP = -1;
  }
}
