package io.kahkm.reproduce.paper;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One printed number beside ours.
 *
 * @param entry what the paper prints
 * @param value what we compute
 * @param agreement the verdict
 */
public record Comparison(PrintedEntry entry, double value, Agreement agreement) {
  /** A value that lies on the edge of a digit may round either way in its last bit. */
  private static final double EDGE = 1 + 1e-9;

  /** Zeros are computed as sums that cancel. */
  private static final double ZERO = 1e-15;

  /** Studies whose K-means labels are not published. */
  private static final List<String> NOT_DETERMINED = List.of("text:robustness");

  static Comparison of(PrintedEntry entry, Results results) {
    double value =
        results
            .value(entry)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "nothing computes "
                            + entry.table()
                            + ", "
                            + entry.row()
                            + ", "
                            + entry.column()));
    return new Comparison(entry, value, agreement(entry, value, results));
  }

  private static Agreement agreement(PrintedEntry entry, double value, Results results) {
    if (NOT_DETERMINED.contains(entry.table())) {
      return Agreement.NOT_DETERMINED;
    }
    if (isPrinted(entry, value)) {
      return Agreement.AGREES;
    }
    OptionalDouble archived = results.valueWithArchivedRun(entry);
    if (archived.isPresent() && isPrinted(entry, archived.getAsDouble())) {
      return Agreement.AGREES_WITH_ARCHIVED_RUN;
    }
    boolean confirmed = Math.abs(value - entry.reference()) <= entry.referenceTolerance();
    return confirmed && entry.archivedSeedZero().isPresent()
        ? Agreement.CONFIRMED
        : Agreement.DIFFERS;
  }

  private static boolean isPrinted(PrintedEntry entry, double value) {
    return Math.abs(value - entry.value()) <= Math.max(entry.tolerance() * EDGE, ZERO);
  }
}
