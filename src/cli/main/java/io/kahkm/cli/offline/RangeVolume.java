package io.kahkm.cli.offline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * VUS-PR: the area under precision and recall of a score, averaged over how far around a fault an
 * alarm still counts (Paparrizos et al. 2022).
 *
 * <p>For a buffer of w readings every fault is extended by w / 2 on both sides with a label that
 * falls as sqrt(1 - d / w) at distance d. With the soft labels l and the readings in alarm A,
 *
 * <pre>
 * precision = sum over A of l / |A|
 * recall    = min(1, sum over A of l / ((P + sum of l) / 2)) * share of the faults met by A
 * </pre>
 *
 * where P is the number of labelled readings. The area is the sum of precision times the growth of
 * recall as the threshold falls. The mean is over w = 0, 10, .. 100.
 */
public final class RangeVolume {
  private static final int LARGEST_BUFFER = 100;
  private static final int BUFFER_STEP = 10;

  /** Thresholds, at equal steps of the sorted scores. */
  private static final int THRESHOLDS = 250;

  private RangeVolume() {}

  /**
   * The volume.
   *
   * @param scores one array per stream, larger is more of a fault
   * @param faults which readings are labelled, alike
   * @return from 0 to 1; 0 where nothing is labelled
   */
  public static double of(List<double[]> scores, List<boolean[]> faults) {
    double sum = 0;
    int buffers = 0;
    for (int buffer = 0; buffer <= LARGEST_BUFFER; buffer += BUFFER_STEP) {
      sum += area(scores, faults, buffer);
      buffers++;
    }
    return sum / buffers;
  }

  /** Soft labels of one stream; the extended faults are counted on from {@code first}. */
  private static int extend(
      boolean[] fault, int buffer, double[] labels, int[] segment, int first) {
    int segments = first;
    for (int i = 0; i < fault.length; i++) {
      labels[i] = fault[i] ? 1 : 0;
    }
    for (int begin = 0; begin < fault.length; begin++) {
      if (!fault[begin]) {
        continue;
      }
      int end = begin;
      while (end + 1 < fault.length && fault[end + 1]) {
        end++;
      }
      for (int distance = 1; distance <= buffer / 2; distance++) {
        double soft = Math.sqrt(1 - (double) distance / buffer);
        soften(labels, begin - distance, soft);
        soften(labels, end + distance, soft);
      }
      begin = end;
    }
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] > 0) {
        segments += i == 0 || labels[i - 1] == 0 ? 1 : 0;
        segment[i] = segments;
      }
    }
    return segments;
  }

  private static void soften(double[] labels, int place, double soft) {
    if (place >= 0 && place < labels.length) {
      labels[place] = Math.max(labels[place], soft);
    }
  }

  private static double area(List<double[]> scores, List<boolean[]> faults, int buffer) {
    int total = scores.stream().mapToInt(score -> score.length).sum();
    double[] score = new double[total];
    double[] label = new double[total];
    int[] segment = new int[total];
    int segments = 0;
    int from = 0;
    long labelled = 0;
    List<Integer> order = new ArrayList<>();
    for (int s = 0; s < scores.size(); s++) {
      int length = scores.get(s).length;
      double[] labels = new double[length];
      int[] own = new int[length];
      segments = extend(faults.get(s), buffer, labels, own, segments);
      System.arraycopy(scores.get(s), 0, score, from, length);
      System.arraycopy(labels, 0, label, from, length);
      System.arraycopy(own, 0, segment, from, length);
      for (boolean fault : faults.get(s)) {
        labelled += fault ? 1 : 0;
      }
      from += length;
    }
    if (labelled == 0) {
      return 0;
    }
    IntStream.range(0, total).forEach(order::add);
    order.sort(Comparator.comparingDouble(i -> -score[i]));
    double positives = (labelled + Arrays.stream(label).sum()) / 2;
    boolean[] met = new boolean[segments + 1];
    int metSegments = 0;
    double hits = 0;
    double recallBefore = 0;
    double area = 0;
    int step = Math.max(1, total / THRESHOLDS);
    for (int taken = 0; taken < total; taken++) {
      int i = order.get(taken);
      hits += label[i];
      if (segment[i] > 0 && !met[segment[i]]) {
        met[segment[i]] = true;
        metSegments++;
      }
      boolean last = taken + 1 == total;
      // Equal scores are above a threshold together.
      boolean tied = !last && score[order.get(taken + 1)] == score[i];
      if (last || ((taken + 1) % step == 0 && !tied)) {
        double recall = Math.min(1, hits / positives) * metSegments / segments;
        area += (recall - recallBefore) * hits / (taken + 1);
        recallBefore = recall;
      }
    }
    return area;
  }
}
