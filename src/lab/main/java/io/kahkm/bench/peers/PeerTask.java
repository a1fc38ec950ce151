package io.kahkm.bench.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a peer is given to learn from. Arrays are shared and not to be modified.
 *
 * @param sensors names of the sensors
 * @param runs fitting rows, standardised: runs of consecutive readings
 * @param delays consecutive readings that tell the state of the process, for peers that ask
 * @param horizons steps ahead to forecast, ascending from 1 on
 * @param every forecasts are asked for at every so-many-th reading of a run that tells the state
 */
public record PeerTask(
    List<String> sensors, List<double[][]> runs, int delays, List<Integer> horizons, int every) {
  private static final int PARTS = 3;

  /** Copies the lists and checks them. */
  public PeerTask {
    sensors = List.copyOf(sensors);
    runs = List.copyOf(runs);
    horizons = List.copyOf(horizons);
    if (delays < 1) {
      throw new IllegalArgumentException("delays is " + delays + ", must be at least 1");
    }
    if (every < 1) {
      throw new IllegalArgumentException("every is " + every + ", must be at least 1");
    }
    int last = 0;
    for (int horizon : horizons) {
      if (horizon <= last) {
        throw new IllegalArgumentException(
            "horizons is " + horizons + ", must be strictly ascending from 1");
      }
      last = horizon;
    }
  }

  /**
   * Gives a peer all rows, one by one.
   *
   * @param peer learns from them
   * @return the peer
   */
  public Peer teach(Peer peer) {
    for (double[][] run : runs) {
      peer.startRun();
      for (double[] reading : run) {
        peer.take(reading);
      }
    }
    return peer;
  }

  /** The first two thirds of the rows. */
  PeerTask firstPart() {
    return new PeerTask(sensors, cut(0, boundary()), delays, horizons, every);
  }

  /** The rows after {@link #firstPart}. */
  List<double[][]> lastPart() {
    return cut(boundary(), rows());
  }

  /**
   * Whether forecasts are asked for.
   *
   * @param reading number within its run, from 0 on
   * @return true if they are
   */
  boolean isDue(int reading) {
    return reading >= delays - 1 && (reading - (delays - 1)) % every == 0;
  }

  /** Number of rows of all runs. */
  int rows() {
    return runs.stream().mapToInt(run -> run.length).sum();
  }

  private int boundary() {
    return rows() - rows() / PARTS;
  }

  /** Rows by their number in the order of the runs; a run may be cut in two. */
  private List<double[][]> cut(int from, int to) {
    List<double[][]> part = new ArrayList<>();
    int start = 0;
    for (double[][] run : runs) {
      int first = Math.max(from - start, 0);
      int end = Math.min(to - start, run.length);
      if (first < end) {
        part.add(Arrays.copyOfRange(run, first, end));
      }
      start += run.length;
    }
    return part;
  }
}
