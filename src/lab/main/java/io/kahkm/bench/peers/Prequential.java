package io.kahkm.bench.peers;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Gives a peer reading after reading and compares what it forecast with what came. A forecast goes
 * out before the peer has seen anything later, and whoever has none yet is taken to forecast the
 * present reading. What it takes and allocates is that of this thread from the first reading to the
 * last, the loop itself included: the row of persistence shows what that is.
 */
final class Prequential {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final PeerTask task;

  /** For peers with this task. */
  Prequential(PeerTask task) {
    this.task = task;
  }

  /**
   * What came of it.
   *
   * @param meanSquares of every run and horizon: error per forecast and sensor; NaN without a
   *     forecast
   * @param forecasts of every run and horizon: forecasts judged
   * @param micros processor time per reading, microseconds
   * @param allocated bytes per reading
   */
  @SuppressWarnings("ArrayRecordComponent") // made here, read once
  record Outcome(double[][] meanSquares, int[][] forecasts, double micros, double allocated) {
    /** Error of a horizon: root of the mean square over all forecasts of all runs. */
    double error(int horizon) {
      double sum = 0;
      double count = 0;
      for (int r = 0; r < meanSquares.length; r++) {
        if (forecasts[r][horizon] > 0) {
          sum += meanSquares[r][horizon] * forecasts[r][horizon];
          count += forecasts[r][horizon];
        }
      }
      return Math.sqrt(sum / count);
    }
  }

  /**
   * Runs a peer.
   *
   * @param peer has learned from the fitting rows; has learned from these afterwards
   * @param runs standardised readings
   * @return what came of it
   */
  Outcome run(Peer peer, List<double[][]> runs) {
    int horizons = task.horizons().size();
    double[][] squares = new double[runs.size()][horizons];
    int[][] counts = new int[runs.size()][horizons];
    Pending pending = new Pending(task);
    long rows = 0;
    long cpu = THREADS.getCurrentThreadCpuTime();
    long allocated = allocated();
    for (int r = 0; r < runs.size(); r++) {
      double[][] run = runs.get(r);
      pending.clear();
      peer.startRun();
      for (int t = 0; t < run.length; t++) {
        pending.judge(t, run[t], squares[r], counts[r]);
        peer.take(run[t]);
        if (task.isDue(t)) {
          pending.ask(t, run[t], peer);
        }
      }
      rows += run.length;
    }
    cpu = THREADS.getCurrentThreadCpuTime() - cpu;
    allocated = allocated() - allocated;
    for (int r = 0; r < squares.length; r++) {
      for (int h = 0; h < horizons; h++) {
        squares[r][h] /= (double) counts[r][h] * task.sensors().size();
      }
    }
    return new Outcome(squares, counts, cpu / 1e3 / rows, (double) allocated / rows);
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Forecasts whose time has not come, by horizon and by the row they went out at. */
  private static final class Pending {
    private final PeerTask task;
    private final int[] steps;
    private final double[][][] forecasts;
    private final int[][] issued;

    Pending(PeerTask task) {
      this.task = task;
      steps = task.horizons().stream().mapToInt(Integer::intValue).toArray();
      forecasts = new double[steps.length][][];
      issued = new int[steps.length][];
      for (int h = 0; h < steps.length; h++) {
        forecasts[h] = new double[steps[h]][task.sensors().size()];
        issued[h] = new int[steps[h]];
      }
    }

    void clear() {
      for (int[] rows : issued) {
        Arrays.fill(rows, -1);
      }
    }

    void judge(int row, double[] reading, double[] squares, int[] counts) {
      for (int h = 0; h < steps.length; h++) {
        int slot = row % steps[h];
        if (issued[h][slot] == row - steps[h] && row >= steps[h]) {
          double[] forecast = forecasts[h][slot];
          for (int j = 0; j < reading.length; j++) {
            squares[h] += (reading[j] - forecast[j]) * (reading[j] - forecast[j]);
          }
          counts[h]++;
        }
      }
    }

    void ask(int row, double[] reading, Peer peer) {
      for (int h = 0; h < task.horizons().size(); h++) {
        int slot = row % steps[h];
        if (!peer.forecast(h, forecasts[h][slot])) {
          System.arraycopy(reading, 0, forecasts[h][slot], 0, reading.length);
        }
        issued[h][slot] = row;
      }
    }
  }
}
