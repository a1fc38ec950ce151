package io.kahkm.system;

import io.kahkm.internal.numeric.Labelled;
import java.util.Arrays;
import java.util.List;

/** What can be wrong with a simulated sensor or its machine. */
public enum FaultKind implements Labelled {
  /** The reading keeps the value it had when the fault began. */
  FROZEN,
  /** The reading moves away from the truth linearly, by {@code size} at the end of the fault. */
  DRIFT,
  /** The reading is off by {@code size} during the whole fault. */
  BIAS,
  /** Gaussian noise of standard deviation {@code size} is added to every reading. */
  NOISE,
  /**
   * The machine itself changes: see {@link DynamicalSystem#withDynamicsChangedBy(double)} and, for
   * one part of it, {@link DynamicalSystem#withPartChangedBy}.
   */
  DYNAMICS,
  /** The same little by little: linearly, by {@code size} at the end of the fault. */
  WEAR;

  /** Whether the machine changes, and not what a sensor shows of it. */
  boolean isOfMachine() {
    return this == DYNAMICS || this == WEAR;
  }

  /**
   * All labels.
   *
   * @return labels in a fixed order
   */
  public static List<String> labels() {
    return Arrays.stream(values()).map(FaultKind::label).toList();
  }
}
