package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * The last states of an unbroken run of a unit, with what pairs that start or end at them need.
 * Mutable, single owner.
 */
public final class StateRing {
  private static final double[] NOT_YET = {};

  private final int classes;

  /** {@link #NOT_YET} where no run was so long: many streams of a fleet are young. */
  private final double[][] coordinates;

  private final double[] square;
  private final double[] leverage;

  /** States of the run so far; state i lies in slot i modulo the capacity. */
  private long states;

  /**
   * An empty ring.
   *
   * @param classes C
   * @param largest the largest horizon: so many states and one are kept
   */
  public StateRing(int classes, int largest) {
    this.classes = classes;
    coordinates = new double[largest + 1][];
    Arrays.fill(coordinates, NOT_YET);
    square = new double[largest + 1];
    leverage = new double[largest + 1];
  }

  /** States of the run so far. */
  public long states() {
    return states;
  }

  /** Forgets the run. */
  public void clear() {
    states = 0;
  }

  /** Appends a state; its coordinates are copied. */
  public void add(double[] phi) {
    int slot = slot(states);
    System.arraycopy(phi, 0, room(slot), 0, phi.length);
    square[slot] = Rows.dot(phi, phi, 0, phi.length);
    leverage[slot] = 0;
    states++;
  }

  private double[] room(int slot) {
    if (coordinates[slot] == NOT_YET) {
      coordinates[slot] = new double[classes];
    }
    return coordinates[slot];
  }

  private int slot(long state) {
    return (int) (state % coordinates.length);
  }

  /** Sets the leverage of the last state. */
  public void leverage(double value) {
    leverage[slot(states - 1)] = value;
  }

  /** The leverage of one of the last states, 0 where none was set. */
  public double leverage(long state) {
    return leverage[slot(state)];
  }

  /** Coordinates of one of the last states, not to be modified. */
  public double[] coordinates(long state) {
    return coordinates[slot(state)];
  }

  /** |phi|^2 of one of the last states. */
  public double square(long state) {
    return square[slot(state)];
  }

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    states = Math.max(0, state.longOf(states));
    for (long i = first(); i < states; i++) {
      double[] phi = room(slot(i));
      state.doubles(phi);
      leverage[slot(i)] = state.doubleOf(leverage(i));
      square[slot(i)] = Rows.dot(phi, phi, 0, phi.length);
    }
  }

  private long first() {
    return Math.max(0, states - coordinates.length);
  }
}
