package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Per reference class: count, weight, mean and squared scatter of the successor coordinates, by
 * Welford's update and Chan's merge. Sums of squares would lose eight digits when successors lie
 * close together. Mean rows exist only for classes that occurred.
 */
public final class ClassScatter {
  private final int classes;
  private final long[] count;
  private final double[] weight;
  private final double[] scatter;
  private final double[][] mean;

  /** No successor of any of C classes. */
  public ClassScatter(int classes) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    this.classes = classes;
    count = new long[classes];
    weight = new double[classes];
    scatter = new double[classes];
    mean = new double[classes][];
  }

  /** Adds one successor of weight 1 to class c. */
  public void add(int c, double[] successor) {
    double[] center = row(c);
    count[c]++;
    weight[c] += 1;
    scatter[c] += Rows.moveMean(center, successor, 1 / weight[c]);
  }

  /** Appends another set of successors whose weights are multiplied by scale. */
  public void merge(ClassScatter other, double scale) {
    for (int c = 0; c < classes; c++) {
      absorb(c, other, c, scale);
    }
  }

  private void absorb(int c, ClassScatter other, int from, double scale) {
    if (other.count[from] > 0) {
      absorb(
          c, other.count[from], other.weight[from], other.scatter[from], other.mean(from), scale);
    }
  }

  /**
   * Chan's merge of one class of another set, its weights times scale, into class c.
   *
   * @param c class of this set
   * @param addedCount successors of the other, above 0
   * @param otherWeight their weight
   * @param otherScatter their squared scatter
   * @param added their mean, length C; not modified
   * @param scale multiplies their weights
   */
  void absorb(
      int c,
      long addedCount,
      double otherWeight,
      double otherScatter,
      double[] added,
      double scale) {
    double[] center = row(c);
    double addedWeight = scale * otherWeight;
    double total = weight[c] + addedWeight;
    double share = addedWeight / total;
    double distance = 0;
    for (int k = 0; k < classes; k++) {
      double difference = added[k] - center[k];
      distance += difference * difference;
      center[k] += difference * share;
    }
    scatter[c] += scale * otherScatter + distance * weight[c] * share;
    weight[c] = total;
    count[c] += addedCount;
  }

  private double[] row(int c) {
    if (mean[c] == null) {
      mean[c] = new double[classes];
    }
    return mean[c];
  }

  int classes() {
    return classes;
  }

  long count(int c) {
    return count[c];
  }

  double weight(int c) {
    return weight[c];
  }

  double scatter(int c) {
    return scatter[c];
  }

  /** Mean of a class that occurred, not to be modified. */
  double[] mean(int c) {
    return Objects.requireNonNull(mean[c], "the class did not occur");
  }

  /** Classes that occurred. */
  public int occupied() {
    int occupied = 0;
    for (long n : count) {
      occupied += n > 0 ? 1 : 0;
    }
    return occupied;
  }

  /** Sum over classes of the squared scatter. */
  public double totalScatter() {
    double sum = 0;
    for (double value : scatter) {
      sum += value;
    }
    return sum;
  }

  /** Sum over classes of w_c SS_c with w_c = n_c / (n_c - 1) for even n_c, 1 for odd. */
  public double pairScatter() {
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      boolean even = count[c] % 2 == 0 && count[c] > 0;
      sum += even ? scatter[c] * ((double) count[c] / (count[c] - 1)) : scatter[c];
    }
    return sum;
  }

  /** Sum over classes of weight times |mean - center_c|^2, centers C x C row-major. */
  public double squaredShift(double[] centers) {
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      double distance = 0;
      for (int k = 0; count[c] > 0 && k < classes; k++) {
        double difference = mean[c][k] - centers[c * classes + k];
        distance += difference * difference;
      }
      sum += weight[c] * distance;
    }
    return sum;
  }

  /**
   * rho_var of all successors (equation "retained variation"): trace of their covariance over 1 -
   * |mean|^2; 0 where that is not positive.
   */
  public double retainedVariation() {
    ClassScatter pooled = new ClassScatter(classes);
    for (int c = 0; c < classes; c++) {
      pooled.absorb(0, this, c, 1);
    }
    if (pooled.weight[0] == 0) {
      return 0;
    }
    double square = 0;
    for (double value : pooled.mean[0]) {
      square += value * value;
    }
    double room = 1 - square;
    return room > 0 ? Math.min(1, pooled.scatter[0] / pooled.weight[0] / room) : 0;
  }

  /** Successors of every class, a new array. */
  public long[] counts() {
    return count.clone();
  }

  void reset() {
    for (int c = 0; c < classes; c++) {
      if (count[c] > 0) {
        Arrays.fill(mean[c], 0);
      }
    }
    Arrays.fill(count, 0);
    Arrays.fill(weight, 0);
    Arrays.fill(scatter, 0);
  }

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    if (state.reads()) {
      reset();
    }
    for (int c = 0; c < classes; c++) {
      count[c] = state.longOf(count[c]);
      if (count[c] < 0) {
        throw new MalformedStateException("count of class " + c + " is " + count[c]);
      }
      if (count[c] > 0) {
        weight[c] = state.doubleOf(weight[c]);
        scatter[c] = state.doubleOf(scatter[c]);
        state.doubles(row(c));
      }
    }
  }
}
