package io.kahkm.internal.certificate.bound;

/** Fixed numbers that the assessment of a window and its explanation share. */
public final class AssessmentLimits {
  /**
   * {@code kappa: norm} stands for the closure's norm times this; also the slack of nu <= kappa.
   */
  public static final double NORM_SLACK = 1 + 1e-9;

  /** A lower bound excludes the tolerance when it exceeds it by more than this (rounding). */
  public static final double TOLERANCE_SLACK = 1e-9;

  /** Dependence beyond which consecutive units count as correlated. */
  public static final double DEPENDENCE_LIMIT = 4;

  private AssessmentLimits() {}
}
