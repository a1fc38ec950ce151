package io.kahkm.reproduce.fault;

import io.kahkm.report.ResultTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * How SKAB's authors count: every row is a question of its own, over all files together.
 *
 * <pre>
 * F1 = 2 tp / (2 tp + fp + fn),  FAR = fp / (fp + tn),  MAR = fn / (fn + tp)
 * </pre>
 */
final class ConfusionCounts {
  private static final double PERCENT = 100;

  /** F1, and FAR and MAR in per cent, of the leaderboard of SKAB v0.9 (github.com/waico/SKAB). */
  private static final List<List<String>> PUBLISHED =
      List.of(
          List.of("Conv-AE", "0.78", "13.55", "28.02"),
          List.of("MSET", "0.78", "39.73", "14.13"),
          List.of("T-squared and Q (PCA)", "0.76", "26.62", "24.92"),
          List.of("LSTM-AE", "0.74", "29.96", "25.92"),
          List.of("T-squared", "0.66", "19.21", "42.60"),
          List.of("Vanilla LSTM", "0.54", "12.54", "59.53"),
          List.of("Isolation forest", "0.29", "2.56", "82.89"));

  private int hits;
  private int falseAlarms;
  private int missed;
  private int quiet;

  /** Adds the rows of a file. */
  void add(int rows, BitSet faults, IntPredicate alarm) {
    for (int row = 0; row < rows; row++) {
      boolean alarmed = alarm.test(row);
      if (faults.get(row)) {
        hits += alarmed ? 1 : 0;
        missed += alarmed ? 0 : 1;
      } else {
        falseAlarms += alarmed ? 1 : 0;
        quiet += alarmed ? 0 : 1;
      }
    }
  }

  /** Whose counts they are, F1, FAR and MAR in per cent. */
  List<String> row(String name) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%.2f", 2.0 * hits / (2.0 * hits + falseAlarms + missed)),
        String.format(Locale.ROOT, "%.2f", PERCENT * falseAlarms / (falseAlarms + quiet)),
        String.format(Locale.ROOT, "%.2f", PERCENT * missed / (missed + hits)));
  }

  /** The table of SKAB's leaderboard with further rows on top. */
  static ResultTable beside(List<List<String>> own) {
    List<List<String>> rows = new ArrayList<>(own);
    rows.addAll(PUBLISHED);
    return new ResultTable(
        "faults-skab-rows",
        "SKAB as its authors count, row by row",
        List.of("", "F1", "FAR %", "MAR %"),
        rows,
        List.of(
            "Rows after the first 400 of the 13 open files, with the alarms of all channels."
                + " Published figures are of all 34 files, with thresholds that their authors"
                + " chose: reported, not judged."),
        false,
        true);
  }
}
