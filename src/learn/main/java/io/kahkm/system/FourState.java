package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * The paper's four-state example (equation "four states"): states a = (1, 1), b = (1, -1), d = (-1,
 * 1), e = (-1, -1) with equal probability. Under the identity exact closure is possible; under the
 * conflicting map F(a) = a, F(b) = F(d) = F(e) = d no prediction from the coordinates can tell a
 * from b.
 *
 * <p>As a stream every reading is an independent draw of a state, so that pairs of a state and its
 * successor are independent and identically distributed.
 */
public final class FourState implements DynamicalSystem {
  /** The successor of each state under the conflicting dynamics, by index. */
  private static final int[] CONFLICTING = {0, 2, 2, 2};

  private static final double[][] STATES = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

  private final String name;
  private final boolean conflicting;

  private FourState(String name, boolean conflicting) {
    this.name = name;
    this.conflicting = conflicting;
  }

  /**
   * The example with the identity as dynamics.
   *
   * @return the system
   */
  public static FourState identity() {
    return new FourState("four-state-identity", false);
  }

  /**
   * The example with conflicting successors.
   *
   * @return the system
   */
  public static FourState conflict() {
    return new FourState("four-state", true);
  }

  /**
   * The four states in the order a, b, d, e.
   *
   * @return a new array of rows
   */
  public static double[][] states() {
    double[][] copy = new double[STATES.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = STATES[i].clone();
    }
    return copy;
  }

  /**
   * The successor of a state.
   *
   * @param index index of the state in {@link #states()}
   * @return index of its successor
   */
  public int successor(int index) {
    return conflicting ? CONFLICTING[index] : index;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> sensors() {
    return List.of("first", "second");
  }

  @Override
  public double timeStep() {
    return 1;
  }

  @Override
  public void start(RandomNumbers random, double[] state) {
    System.arraycopy(STATES[random.nextInt(STATES.length)], 0, state, 0, state.length);
  }

  @Override
  public void step(RandomNumbers random, double[] state) {
    int index = (state[0] > 0 ? 0 : 2) + (state[1] > 0 ? 0 : 1);
    System.arraycopy(STATES[successor(index)], 0, state, 0, state.length);
  }

  /**
   * The other dynamics: a change of any size turns one example into the other.
   *
   * @param size relative change; 0 changes nothing
   * @return this system for 0, else the other one
   */
  @Override
  public DynamicalSystem withDynamicsChangedBy(double size) {
    if (size == 0) {
      return this;
    }
    return new FourState(name, !conflicting);
  }
}
