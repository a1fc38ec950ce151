package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Light statistics of the last few hundred pairs, for the rolling metrics: {@value #PANES} panes of
 * {@value #PAIRS_PER_PANE} pairs each, merged when read; the oldest pane is dropped whole when a
 * new one starts, so that nothing is ever subtracted, and full panes are packed. Descriptive only,
 * no bound rests on them. Mutable, single owner, not thread-safe.
 */
public final class RollingStatistics {
  /** Number of panes. */
  public static final int PANES = 4;

  /** Pairs of a full pane. */
  public static final int PAIRS_PER_PANE = 128;

  private final int classes;
  private final Pane[] panes = new Pane[PANES];
  private int open;

  private static final class Pane {
    private final CompensatedSum assignment = new CompensatedSum();
    private final CompensatedSum distance = new CompensatedSum();

    /** Null but in the open pane. */
    private @Nullable ClassScatter scatter;

    /** Null in the open pane, and in those of which none was. */
    private @Nullable PackedScatter packed;

    private int pairs;
    private int outside;

    void add(PairEvidence pair) {
      int c = pair.nearestClass;
      double shortfall = 1 - pair.coordinates[c];
      double[] phi = pair.coordinates;
      double others = Rows.dot(phi, phi, 0, c) + Rows.dot(phi, phi, c + 1, phi.length);
      assignment.add(shortfall * shortfall);
      distance.add((shortfall * shortfall + others) / 2);
      Objects.requireNonNull(scatter, "the pane is not open").add(c, pair.successor);
      pairs++;
      outside += pair.outside ? 1 : 0;
    }

    void open(int classes) {
      assignment.reset();
      distance.reset();
      scatter = new ClassScatter(classes);
      packed = null;
      pairs = 0;
      outside = 0;
    }

    void close() {
      packed = new PackedScatter(Objects.requireNonNull(scatter, "the pane is not open"));
      scatter = null;
    }

    void mergeInto(ClassScatter target) {
      if (scatter != null) {
        target.merge(scatter, 1);
      } else if (packed != null) {
        packed.mergeInto(target);
      }
    }

    void write(StateWriter writer, int classes) {
      writer.putInt(pairs);
      writer.putInt(outside);
      assignment.transfer(writer);
      distance.transfer(writer);
      if (packed != null) {
        packed.write(writer);
      } else {
        (scatter == null ? new ClassScatter(classes) : scatter).transfer(writer);
      }
    }

    void read(StateReader reader, int classes) {
      pairs = reader.getInt(0, PAIRS_PER_PANE, "pairs of a pane");
      outside = reader.getInt(0, pairs, "outside pairs of a pane");
      assignment.transfer(reader);
      distance.transfer(reader);
      scatter = new ClassScatter(classes);
      scatter.transfer(reader);
      for (int c = 0; c < classes; c++) {
        if (scatter.count(c) > pairs || scatter.weight(c) != scatter.count(c)) {
          throw new MalformedStateException(
              "class "
                  + c
                  + " of a pane has weight "
                  + scatter.weight(c)
                  + " and "
                  + scatter.count(c)
                  + " of "
                  + pairs
                  + " pairs");
        }
      }
    }
  }

  /**
   * Creates empty statistics.
   *
   * @param classes number of reference classes C, at least 1
   */
  public RollingStatistics(int classes) {
    this.classes = classes;
    for (int i = 0; i < PANES; i++) {
      panes[i] = new Pane();
    }
    panes[open].open(classes);
  }

  /**
   * Adds a pair; when the open pane is full, the oldest one is dropped first.
   *
   * @param pair not retained, not modified; {@code residual} and {@code scores} are not read
   */
  public void add(PairEvidence pair) {
    if (panes[open].pairs == PAIRS_PER_PANE) {
      panes[open].close();
      open = (open + 1) % PANES;
      panes[open].open(classes);
    }
    panes[open].add(pair);
  }

  /**
   * Mean assignment loss.
   *
   * @return f-hat in [0, 1]; NaN before the first pair
   */
  public double fHat() {
    CompensatedSum sum = new CompensatedSum();
    for (Pane pane : panes) {
      sum.add(pane.assignment, 1);
    }
    return sum.value() / pairs();
  }

  /**
   * Mean half squared distance to the label.
   *
   * @return b-hat in [0, 1]; NaN before the first pair
   */
  public double bHat() {
    CompensatedSum sum = new CompensatedSum();
    for (Pane pane : panes) {
      sum.add(pane.distance, 1);
    }
    return sum.value() / pairs();
  }

  /**
   * Within-class successor variance.
   *
   * @return s-hat in [0, 1]; NaN before the first pair
   */
  public double sHat() {
    ClassScatter merged = new ClassScatter(classes);
    for (int i = 1; i <= PANES; i++) {
      panes[(open + i) % PANES].mergeInto(merged);
    }
    return merged.totalScatter() / pairs();
  }

  /**
   * Share of pairs outside the map.
   *
   * @return in [0, 1]; NaN before the first pair
   */
  public double outsideRatio() {
    long outside = 0;
    for (Pane pane : panes) {
      outside += pane.outside;
    }
    return (double) outside / pairs();
  }

  /**
   * Pairs in the panes.
   *
   * @return number of pairs, at most {@code PANES * PAIRS_PER_PANE}
   */
  public long pairs() {
    long pairs = 0;
    for (Pane pane : panes) {
      pairs += pane.pairs;
    }
    return pairs;
  }

  /**
   * Writes the whole state.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putInt(classes);
    writer.putInt(open);
    for (Pane pane : panes) {
      pane.write(writer, classes);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader advanced
   * @param classes classes that it must have, at least 1
   * @return the same state, bit for bit
   * @throws io.kahkm.internal.numeric.MalformedStateException if the bytes are no such state
   */
  public static RollingStatistics read(StateReader reader, int classes) {
    reader.getInt(classes, classes, "classes");
    RollingStatistics result = new RollingStatistics(classes);
    result.open = reader.getInt(0, PANES - 1, "open pane");
    for (int i = 0; i < PANES; i++) {
      result.panes[i].read(reader, classes);
      if (i != result.open) {
        result.panes[i].close();
      }
    }
    return result;
  }
}
