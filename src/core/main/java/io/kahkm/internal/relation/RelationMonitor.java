package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * The relation channel of one stream: the statistic R of each reading, its p-value, the evidence
 * that they accumulate, and which sensors fit least while it does.
 *
 * <p>Readings without a predecessor (the first of a chain, after a gap or an irregular step), and
 * those with so many held values, now and before, that nothing is left to judge, have no R: they
 * are counted and leave the evidence as it is. Equal readings give equal bits, also across {@link
 * #transfer}. Mutable, one owner; nothing is allocated per reading.
 */
public final class RelationMonitor {
  /** Sensors that are named at most. */
  public static final int NAMED = 4;

  /** Readings in a row that may go unjudged, as of single sensors. */
  private static final int SHORT_SPELL = 100;

  private final RelationChannel relations;
  private final RelationStatistic statistic;
  private final HeldNull heldNull;
  private final EvidenceDetector evidence;
  private final Attribution attribution;
  private final double[] contributions;
  private final double[] predictions;
  private double value = Double.NaN;
  private double pValue = Double.NaN;
  private long watched;
  private long unwatched;

  /** Readings since the last one that had an R. */
  private int unjudged;

  /**
   * Has seen nothing yet.
   *
   * @param relations shared
   * @param runLength rows to a false page, in the mean at least; above 1
   */
  public RelationMonitor(RelationChannel relations, double runLength) {
    this(relations, runLength, runLength);
  }

  /**
   * Has seen nothing yet.
   *
   * @param relations shared
   * @param runLength rows to a false page, in the mean at least; above 1
   * @param most evidence that is gathered at most, at least {@code runLength}
   */
  public RelationMonitor(RelationChannel relations, double runLength, double most) {
    this.relations = relations;
    statistic = new RelationStatistic(relations.model());
    heldNull = new HeldNull(relations);
    evidence = new EvidenceDetector(runLength, relations.normal().moments().memory(), most);
    attribution = new Attribution(relations.model().size());
    contributions = new double[relations.model().size()];
    predictions = new double[relations.model().size()];
  }

  /**
   * Takes the next reading.
   *
   * @param time event time in nanoseconds
   * @param reading values of all sensors, finite, held ones included; not modified, not retained
   * @param held which of them were held; not modified
   */
  public void take(long time, double[] reading, boolean[] held) {
    value = statistic.take(reading, held);
    if (Double.isNaN(value)) {
      pass();
      return;
    }
    if (statistic.degrees() < relations.model().size()) {
      value = heldNull.equivalent(value, statistic);
    }
    watched++;
    unjudged = 0;
    pValue = relations.normal().pValue(value);
    evidence.add(pValue, time);
    // Where readings resemble each other, evidence rises before an excursion begins.
    if (evidence.excursion() || evidence.rising()) {
      statistic.contributions(held, contributions);
    }
    if (evidence.excursion()) {
      if (!attribution.any()) {
        Arrays.fill(predictions, Double.NaN);
      }
      attribution.add(contributions);
      for (int j = 0; j < predictions.length; j++) {
        if (!Double.isNaN(contributions[j])) {
          predictions[j] = statistic.predicted(j);
        }
      }
    } else {
      attribution.clear();
    }
  }

  /**
   * Takes the reading before the next one, where both come together.
   *
   * @param reading values of all sensors, finite; not modified, not retained
   */
  public void predecessor(double[] reading) {
    statistic.start(reading);
  }

  /** A reading lacked a value: it has no R, and neither has the next one. */
  public void skip() {
    breakChain();
    value = Double.NaN;
    pass();
  }

  private void pass() {
    pValue = Double.NaN;
    unwatched++;
    unjudged = Math.min(unjudged, SHORT_SPELL) + 1;
  }

  /** The next reading does not follow the last one by one step. */
  public void breakChain() {
    statistic.breakChain();
  }

  /** The next reading belongs to another stream: nothing is kept but the counts. */
  public void startStream() {
    breakChain();
    evidence.clear();
    attribution.clear();
    value = Double.NaN;
    pValue = Double.NaN;
    unjudged = 0;
  }

  /**
   * What the channel was fitted to.
   *
   * @return the frozen part
   */
  public RelationChannel relations() {
    return relations;
  }

  /**
   * The statistic R of the last reading; where values were held, what is as rare as it among rows
   * without held values.
   *
   * @return at least 0, about 1 on normal rows; NaN where it has none
   */
  public double value() {
    return value;
  }

  /**
   * The p-value of the last reading.
   *
   * @return above 0 and at most 1; NaN where it has none
   */
  public double pValue() {
    return pValue;
  }

  /**
   * The accumulated evidence.
   *
   * @return live view, not to be modified
   */
  public EvidenceDetector evidence() {
    return evidence;
  }

  /**
   * Whether the evidence has reached the run length and is not over yet.
   *
   * @return true from a page until its evidence is over
   */
  public boolean broken() {
    return evidence.paging();
  }

  /**
   * How many times as far as usual each watched sensor is from what the others predict for it, as a
   * mean square over the excursion.
   *
   * @return live view of n values, all 0 while there is no excursion; not to be modified
   */
  public double[] factors() {
    return attribution.factors();
  }

  /**
   * How many times as far as usual each watched sensor was from what the others predict for it at
   * the last reading, as a square.
   *
   * @return live view of n values, NaN where the value was held; meaningful after a reading of an
   *     excursion or one whose evidence rises; not to be modified
   */
  public double[] contributions() {
    return contributions;
  }

  /**
   * The watched sensors that fit least, the largest factor first.
   *
   * @param target overwritten from its start with indices from 0 to n - 1
   * @return how many; 0 while there is no excursion
   */
  public int leading(int[] target) {
    double[] factors = attribution.factors();
    int count = 0;
    if (!attribution.any()) {
      return count;
    }
    for (int j = 0; j < factors.length; j++) {
      int place = Math.min(count, target.length);
      while (place > 0 && factors[target[place - 1]] < factors[j]) {
        place--;
      }
      if (place < target.length) {
        count = Math.min(count + 1, target.length);
        System.arraycopy(target, place, target, place + 1, count - place - 1);
        target[place] = j;
      }
    }
    return count;
  }

  /**
   * What the other sensors predict for each watched sensor at the last reading of an excursion.
   *
   * @return live view of n values in the units of the readings, meaningful during an excursion: for
   *     a held sensor that of its last reading that was not, NaN without one; not to be modified
   */
  public double[] predictions() {
    return predictions;
  }

  /**
   * Readings that had an R.
   *
   * @return a count
   */
  public long watched() {
    return watched;
  }

  /**
   * Readings that had none.
   *
   * @return a count
   */
  public long unwatched() {
    return unwatched;
  }

  /**
   * Whether relations have not been judged for long: as long, nothing says that the sensors follow
   * each other.
   *
   * @return true where more than 100 readings in a row had no R
   */
  public boolean learning() {
    return unjudged > SHORT_SPELL;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @param held whether the version told which values of the last reading were held
   * @param spells whether the version counted readings whose relations were not judged
   */
  public void transfer(StateTransfer state, boolean held, boolean spells) {
    statistic.transfer(state);
    evidence.transfer(state);
    attribution.transfer(state);
    if (attribution.any()) {
      state.doubles(predictions);
    }
    value = state.doubleOf(value);
    pValue = state.doubleOf(pValue);
    watched = state.longOf(watched);
    unwatched = state.longOf(unwatched);
    if (held) {
      statistic.transferHeld(state);
    }
    unjudged =
        spells
            ? state.intOf(unjudged, 0, SHORT_SPELL + 1, "readings whose relations were not judged")
            : 0;
  }
}
