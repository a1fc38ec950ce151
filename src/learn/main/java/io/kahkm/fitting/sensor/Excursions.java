package io.kahkm.fitting.sensor;

import io.kahkm.internal.sensor.SensorBets;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorNorm;
import java.util.ArrayList;
import java.util.List;

/**
 * What the bets on one sensor would have made of its left-out innovations: how often a kind's
 * evidence became remarkable, and when it would have been an alert.
 */
final class Excursions {
  /** Evidence that normal rows reach once in as many rows at most, on average. */
  static final double REMARKABLE = 1e4;

  private static final double OVER = 10;

  /** An excursion from its onset to its last row with evidence of at least ten; row numbers. */
  record Stretch(SensorKind kind, int first, int last, boolean alert) {}

  private Excursions() {}

  /**
   * Bets on one sensor's innovations.
   *
   * @param norm what is normal
   * @param response of the innovation to a step
   * @param rows row number of each innovation, ascending
   * @param innovations one per row
   * @param kinds that are looked at
   * @param alert evidence of a kind that makes an alert by itself
   * @return excursions that became remarkable, in order of their ends
   */
  static List<Stretch> of(
      SensorNorm norm,
      double[] response,
      int[] rows,
      double[] innovations,
      List<SensorKind> kinds,
      double alert) {
    SensorBets bets = new SensorBets(List.of(norm), new double[][] {response}, alert);
    List<Stretch> found = new ArrayList<>();
    double[] peak = new double[kinds.size()];
    double[] one = new double[1];
    int[] first = new int[kinds.size()];
    int[] last = new int[kinds.size()];
    for (int i = 0; i <= rows.length; i++) {
      if (i < rows.length) {
        one[0] = innovations[i];
        bets.innovations(one, rows[i]);
      }
      for (int k = 0; k < kinds.size(); k++) {
        double evidence = i < rows.length ? bets.evidence(0, kinds.get(k)) : 0;
        if (evidence >= OVER) {
          first[k] = peak[k] == 0 ? (int) bets.since(0, kinds.get(k)) : first[k];
          peak[k] = Math.max(peak[k], evidence);
          last[k] = rows[i];
          continue;
        }
        if (peak[k] >= REMARKABLE) {
          found.add(new Stretch(kinds.get(k), first[k], last[k], peak[k] >= alert));
        }
        peak[k] = 0;
      }
    }
    return found;
  }
}
