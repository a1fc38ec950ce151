package io.kahkm.bench.soak.comparison;

import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far the incremental f-hat and s-hat of every stream have drifted from a fresh computation in
 * exact decimal arithmetic over the same pairs, which are remembered here. Mutable, for one thread.
 */
public final class StatisticsDrift {
  private static final int MOST_PAIRS = RollingStatistics.PANES * RollingStatistics.PAIRS_PER_PANE;

  private final Map<String, Stream> streams = new TreeMap<>();

  /**
   * The largest relative differences over all streams.
   *
   * @param streams streams compared
   * @param pairs pairs that all streams have taken since they began
   * @param assignmentLoss of f-hat, without unit
   * @param successorVariance of s-hat, without unit
   */
  public record Largest(int streams, long pairs, double assignmentLoss, double successorVariance) {}

  private static final class Stream {
    final Deque<Pair> pairs = new ArrayDeque<>();
    double[] previous = {};
    int previousClass;
  }

  private static final class Pair {
    final int nearestClass;
    final double[] coordinates;
    final double[] successor;

    Pair(int nearestClass, double[] coordinates, double[] successor) {
      this.nearestClass = nearestClass;
      this.coordinates = coordinates;
      this.successor = successor;
    }
  }

  /** Remembers the pair that an observation completed, if it did. */
  void advanced(String name, RowAssessment assessment) {
    if (!assessment.admission().changesState() || assessment.readiness() != Readiness.READY) {
      return;
    }
    Stream stream = streams.computeIfAbsent(name, key -> new Stream());
    double[] present = assessment.coordinates().clone();
    if (assessment.continues()) {
      stream.pairs.add(new Pair(stream.previousClass, stream.previous, present));
      if (stream.pairs.size() > MOST_PAIRS) {
        stream.pairs.remove();
      }
    }
    stream.previous = present;
    stream.previousClass = assessment.nearestClass();
  }

  Largest against(Map<String, StreamMonitor> monitors) {
    double assignment = 0;
    double variance = 0;
    int compared = 0;
    long pairs = 0;
    for (Map.Entry<String, StreamMonitor> monitor : monitors.entrySet()) {
      StreamStatus status = monitor.getValue().status();
      pairs += status.counts().pairs();
      if (status.closure().rolling().pairs() == 0) {
        continue;
      }
      List<Pair> all = new ArrayList<>(streams.get(monitor.getKey()).pairs);
      List<Pair> last =
          all.subList(all.size() - (int) status.closure().rolling().pairs(), all.size());
      assignment =
          Math.max(
              assignment,
              relative(
                  status.closure().rolling().assignmentLoss().getAsDouble(), assignmentLoss(last)));
      variance =
          Math.max(
              variance,
              relative(
                  status.closure().rolling().successorVariance().getAsDouble(),
                  successorVariance(last)));
      compared++;
    }
    return new Largest(compared, pairs, assignment, variance);
  }

  private static double relative(double incremental, BigDecimal fresh) {
    BigDecimal difference = new BigDecimal(incremental).subtract(fresh).abs();
    return fresh.signum() == 0
        ? difference.doubleValue()
        : difference.divide(fresh, MathContext.DECIMAL128).doubleValue();
  }

  private static BigDecimal assignmentLoss(List<Pair> pairs) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Pair pair : pairs) {
      BigDecimal shortfall =
          BigDecimal.ONE.subtract(new BigDecimal(pair.coordinates[pair.nearestClass]));
      sum = sum.add(shortfall.pow(2));
    }
    return sum.divide(BigDecimal.valueOf(pairs.size()), MathContext.DECIMAL128);
  }

  /** Sum over classes of the squared distances of the successors from their mean, per pair. */
  private static BigDecimal successorVariance(List<Pair> pairs) {
    int classes = pairs.get(0).successor.length;
    BigDecimal sum = BigDecimal.ZERO;
    for (int c = 0; c < classes; c++) {
      int count = 0;
      BigDecimal squares = BigDecimal.ZERO;
      BigDecimal[] total = new BigDecimal[classes];
      Arrays.fill(total, BigDecimal.ZERO);
      for (Pair pair : pairs) {
        if (pair.nearestClass == c) {
          count++;
          for (int k = 0; k < classes; k++) {
            BigDecimal value = new BigDecimal(pair.successor[k]);
            squares = squares.add(value.pow(2));
            total[k] = total[k].add(value);
          }
        }
      }
      if (count > 0) {
        BigDecimal mean = BigDecimal.ZERO;
        for (BigDecimal value : total) {
          mean = mean.add(value.pow(2));
        }
        mean = mean.divide(BigDecimal.valueOf(count), new MathContext(60));
        sum = sum.add(squares.subtract(mean));
      }
    }
    return sum.divide(BigDecimal.valueOf(pairs.size()), MathContext.DECIMAL128);
  }
}
