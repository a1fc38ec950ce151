package io.kahkm.cli;

import io.kahkm.internal.monitor.InputTiming;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.numeric.Episodes;
import java.util.List;

/**
 * States read from a file.
 *
 * @param episodes runs of complete states that follow one another by one step, held values
 *     included: what a monitor would learn from; independent pairs are episodes of two
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
record StateData(
    Episodes episodes,
    List<String> names,
    List<String> streams,
    boolean pairs,
    List<Integer> labels,
    List<Row> rows,
    InputTiming timing,
    IntakeReport report) {
  StateData {
    names = List.copyOf(names);
    streams = List.copyOf(streams);
    labels = List.copyOf(labels);
    rows = List.copyOf(rows);
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
   */
  record Row(int stream, int episode, long line, Observation observation, boolean afterGap) {}
}
