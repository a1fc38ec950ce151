package io.kahkm.reproduce.paper.print;

import java.util.OptionalDouble;
import java.util.Set;

/**
 * One number the paper prints.
 *
 * @param table the paper's label; {@code text:} instead of {@code tab:} for numbers in the prose
 * @param row row in the table
 * @param column column in the table
 * @param printed the number as printed, for example {@code 1.89e-3}
 * @param value its value
 * @param tolerance half a unit of the last printed digit
 * @param reference what an independent float64 implementation gets from the same inputs
 * @param referenceTolerance how near to it another implementation must come
 * @param archivedSeedZero Acrobot only: the authors' own value of training seed 0, whose episodes
 *     cannot be made again
 */
public record PrintedEntry(
    String table,
    String row,
    String column,
    String printed,
    double value,
    double tolerance,
    double reference,
    double referenceTolerance,
    OptionalDouble archivedSeedZero) {
  private static final Set<String> SETTINGS = Set.of("tab:settings", "tab:exp_search_protocol");

  /**
   * Whether the number is a setting of an experiment or the size of a grid, not a result.
   *
   * @return true for what is put in
   */
  public boolean isSetting() {
    return SETTINGS.contains(table);
  }
}
