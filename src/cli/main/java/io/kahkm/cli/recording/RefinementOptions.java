package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What a certificate may declare besides the usual bounds. */
final class RefinementOptions {
  /** Units at the scale of which a run of bounds that hold at every moment is checked for drift. */
  static final int USUAL_UNITS = 512;

  @Option(
      names = "--cap",
      paramLabel = "K",
      description =
          "A single error above K tolerances counts as K tolerances, K above 1. The upper bound"
              + " that decides then refers to the capped error; the plain one is shown too.")
  private Double cap;

  @Option(
      names = "--pilot",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Let the first N units choose how the others are bounded; they are not counted"
              + " themselves.")
  private int pilot;

  @Option(
      names = "--policy",
      defaultValue = "fixed",
      paramLabel = "POLICY",
      description =
          "fixed: one certificate of all units. anytime: bounds that hold at every moment, as the"
              + " engine publishes them; the lower bound is tight.")
  private WindowPolicy policy;

  @Option(
      names = "--horizons",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      paramLabel = "H",
      description = "Certify forecasts this many steps ahead too, such as 1,10,50.")
  private List<Integer> horizons = List.of();

  @Option(
      names = "--starts",
      defaultValue = "1",
      paramLabel = "K",
      description = "Pairs of a horizon begin at every K-th state of a unit.")
  private int starts;

  @Option(
      names = "--horizon-delta",
      paramLabel = "D",
      description = "Probability of a wrong claim about the horizons; delta by default.")
  private Double horizonDelta;

  @Option(
      names = "--projection",
      defaultValue = "none",
      paramLabel = "P",
      description = "How the certified forecasts are kept on the simplex: none, row or vector.")
  private Projection projection;

  /** Whether steps ahead are certified too. */
  boolean hasHorizons() {
    return !horizons.isEmpty();
  }

  boolean anytime() {
    return policy == WindowPolicy.ANYTIME;
  }

  /** Refuses what cannot hold. */
  void check(Sampling sampling, int stride, boolean transitions) {
    if (policy != WindowPolicy.FIXED && policy != WindowPolicy.ANYTIME) {
      throw new UsageException(
          "--policy is " + policy.label() + ", must be fixed or anytime for a file");
    }
    if (anytime() && sampling == Sampling.FLEET) {
      throw new UsageException("--policy anytime does not go with --sampling fleet");
    }
    if (pilot > 0 && (anytime() || sampling == Sampling.FLEET)) {
      throw new UsageException("--pilot needs --policy fixed, of records or episodes");
    }
    if (!horizons.isEmpty() && transitions) {
      throw new UsageException(
          "--horizons need consecutive states, not pairs of --next, which are certified as they"
              + " are");
    }
    int largest = horizons.stream().mapToInt(Integer::intValue).max().orElse(0);
    if (sampling == Sampling.RECORDS && largest > 0 && stride < largest + 1) {
      throw new UsageException(
          "--horizons up to "
              + largest
              + " with --sampling records need --stride of at least "
              + (largest + 1)
              + ", it is "
              + stride);
    }
  }

  /** Refuses a pilot that leaves too little. */
  void checkPilot(int units) {
    if (pilot > 0 && units < pilot + 2) {
      throw new UsageException(
          "--pilot is "
              + pilot
              + ", the data have "
              + units
              + " units and at least 2 must be left");
    }
  }

  /**
   * The refinements.
   *
   * @param delta level of the horizons where they have none of their own
   * @throws IllegalArgumentException naming what is wrong
   */
  Refinements of(double delta) {
    Optional<HorizonSettings> ahead =
        horizons.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new HorizonSettings(
                    horizons,
                    starts,
                    horizonDelta == null ? delta : horizonDelta,
                    true,
                    projection));
    return new Refinements(
        cap == null ? OptionalDouble.empty() : OptionalDouble.of(cap),
        ReferenceClosure.PREVIOUS,
        pilot,
        0,
        ahead);
  }
}
