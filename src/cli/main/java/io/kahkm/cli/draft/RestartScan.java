package io.kahkm.cli.draft;

import java.util.List;
import java.util.Optional;

/**
 * Finds what names machines in a file whose columns have no telling names: a column whose value
 * changes exactly where another one, which counts, starts again. Runs of many machines, one after
 * the other, are written so. Mutable, one owner.
 */
final class RestartScan {
  /** Prime, so that two different sets of rows hardly ever have one sum. */
  private static final long MIXER = 1_000_003;

  private final Column[] columns;
  private long rows;

  /** Where one column changes, and where it does not go on counting. */
  private static final class Column {
    private String text = "";
    private double value = Double.NaN;
    private double step = Double.NaN;
    private boolean counts = true;

    /** Number and mixed sum of the rows. */
    private long changed;

    private long changes;
    private long restarted;
    private long restarts;

    void add(long row, String nextText, double next) {
      long mixed = (row * MIXER) ^ (row << Integer.SIZE);
      if (row > 0 && !nextText.equals(text)) {
        changed++;
        changes += mixed;
      }
      if (row > 0) {
        double took = next - value;
        if (took <= 0) {
          restarted++;
          restarts += mixed;
        } else {
          step = Double.isNaN(step) ? took : step;
          counts &= took == step;
        }
      }
      counts &= Double.isFinite(next);
      text = nextText;
      value = next;
    }
  }

  /** Begins before the first row. */
  RestartScan(int columns) {
    this.columns = new Column[columns];
    for (int i = 0; i < columns; i++) {
      this.columns[i] = new Column();
    }
  }

  /** The cell of a column in the present row; NaN where it is no number. */
  void add(int column, String text, double value) {
    columns[column].add(rows, text, value);
  }

  /** All cells of the present row were added. */
  void endRow() {
    rows++;
  }

  /**
   * The column that names machines.
   *
   * @param labels columns that may, by what they hold
   * @param time the column of the event time, if there is one: machines that run at the same time
   *     are told only by one that starts again with each
   * @return the first that changes where a counter starts again, and nowhere else
   */
  Optional<Integer> names(List<Integer> labels, Optional<Integer> time) {
    return labels.stream()
        .filter(label -> columns[label].changed > 0)
        .filter(
            label ->
                time.map(clock -> restarts(clock, label))
                    .orElseGet(
                        () -> {
                          boolean any = false;
                          for (int other = 0; other < columns.length; other++) {
                            any |= other != label && restarts(other, label);
                          }
                          return any;
                        }))
        .findFirst();
  }

  private boolean restarts(int counter, int label) {
    Column counting = columns[counter];
    Column naming = columns[label];
    return counting.counts
        && counting.step > 0
        && counting.restarted == naming.changed
        && counting.restarts == naming.changes;
  }
}
