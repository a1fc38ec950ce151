package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.print.Agreement;
import io.kahkm.reproduce.paper.print.Competitor;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One printed number beside ours.
 *
 * @param entry what the paper prints
 * @param value what we compute
 * @param agreement the verdict
 * @param competitor what persistence reaches, where the value is a forecast's score
 */
public record Comparison(
    PrintedEntry entry, double value, Agreement agreement, Optional<Competitor> competitor) {
  /** A value that lies on the edge of a digit may round either way in its last bit. */
  private static final double EDGE = 1 + 1e-9;

  /** Zeros are computed as sums that cancel. */
  private static final double ZERO = 1e-15;

  /** Compares; nothing is claimed with classes other than the paper's. */
  static Comparison of(PrintedEntry entry, Results results, boolean claimed) {
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
    return new Comparison(
        entry,
        value,
        claimed ? agreement(entry, value, results) : Agreement.NOT_CLAIMED,
        results.competitor(entry));
  }

  private static Agreement agreement(PrintedEntry entry, double value, Results results) {
    if (isPrinted(entry, value)) {
      return entry.isSetting() ? Agreement.SETTING : Agreement.AGREES;
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
