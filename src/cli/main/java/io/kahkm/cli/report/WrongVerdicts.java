package io.kahkm.cli.report;

import io.kahkm.config.CertificateConfig;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.topology.TopologyConfig;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How many verdicts of normal operation may be wrong, of every kind that a window can have: its two
 * bounds at the declared level each, the comparison of its halves at the same level, consecutive
 * units that look dependent by chance, the claims of its horizons, and low variation.
 */
public final class WrongVerdicts {
  /** Share of windows of independent units whose dependence exceeds 4: twice the normal tail. */
  private static final double DEPENDENT_BY_CHANCE = 6.3e-5;

  private static final double SECONDS_PER_DAY = 86_400;
  private static final double SECONDS_PER_NANOSECOND = 1e-9;

  private final TopologyConfig config;
  private final CertificateConfig certificates;

  /** Of a bound, of the comparison of the halves, and of the horizons' claims together. */
  private final double level;

  private final double horizons;

  /** Per window, whatever the budget. */
  private final double lowVariation;

  private WrongVerdicts(
      TopologyConfig config, CertificateConfig certificates, VariationLimits limits) {
    this.config = config;
    this.certificates = certificates;
    level = certificates.decision().delta() / certificates.decision().family();
    horizons =
        certificates.refinements().horizons().map(HorizonSettings::delta).orElse(0.0)
            / certificates.decision().family();
    int units = certificates.window().units();
    OptionalDouble judged =
        certificates.sampling() == Sampling.RECORDS
            ? limits.ofPairs(units)
            : limits.ofUnits(units, (long) units * pairsPerUnit());
    lowVariation = judged.isPresent() ? limits.level() : 0;
  }

  /**
   * What the window policy promises.
   *
   * @param config the topology file
   * @param certificates its section
   * @param limits of the model; none where it knows none
   * @return a sentence or two
   */
  public static String of(
      TopologyConfig config, CertificateConfig certificates, VariationLimits limits) {
    return new WrongVerdicts(config, certificates, limits).words();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private int pairsPerUnit() {
    return certificates.sampling() == Sampling.RECORDS
        ? 1
        : config.input().streams().longest().orElse(1);
  }

  /** What the policy limits over all windows that share a budget. */
  private double budgeted() {
    return 3 * level + horizons;
  }

  private double perWindow() {
    return budgeted() + DEPENDENT_BY_CHANCE + lowVariation;
  }

  /** The parts, such as {@code EXCLUDED 0.05, ATTAINABLE 0.05, ...}. */
  private String parts(double suspect) {
    return format("EXCLUDED %.3g, ATTAINABLE %.3g, SUSPECT %.3g", level, level, suspect)
        + (horizons == 0 ? "" : format(", claims of horizons %.3g", horizons));
  }

  private String partsPerWindow() {
    return format("%.3g per window: ", perWindow())
        + parts(level + DEPENDENT_BY_CHANCE)
        + (lowVariation == 0 ? "" : format(", OUT_OF_MAP by low variation %.3g", lowVariation));
  }

  private String assumption() {
    return switch (certificates.sampling()) {
      case RECORDS -> "if pairs are independent and identically distributed";
      case EPISODES -> "if episodes are independent and identically distributed";
      case FLEET -> "if streams are independent and identically distributed";
    };
  }

  private String words() {
    String start = "Wrong verdicts to expect: at most ";
    if (certificates.fleet().isPresent()) {
      FleetSettings fleet = certificates.fleet().get();
      double windows = SECONDS_PER_DAY / (fleet.every() * SECONDS_PER_NANOSECOND);
      return start
          + format("%.3g per day for the whole fleet ", perWindow() * windows)
          + format("(%s; %.3g windows a day), %s.", partsPerWindow(), windows, assumption());
    }
    if (certificates.window().policy() == WindowPolicy.FIXED) {
      return start
          + format("%.3g per stream over its whole life ", perWindow())
          + format("(%s), %s.", partsPerWindow(), assumption());
    }
    boolean forever =
        certificates.window().policy() == WindowPolicy.CUMULATIVE
            || certificates.window().budget() == Budget.FOREVER;
    if (forever || certificates.window().policy() == WindowPolicy.ANYTIME) {
      return start
          + format("%.3g per ", budgeted())
          + (forever
              ? "stream over its whole life "
              : "run and stream, at all its moments together ")
          + format("(%s), %s.", parts(level), assumption())
          + format(
              " Besides, %.3g of normal windows are SUSPECT or OUT_OF_MAP, whenever they are"
                  + " judged: units that look dependent %.3g, low variation %.3g.",
              DEPENDENT_BY_CHANCE + lowVariation, DEPENDENT_BY_CHANCE, lowVariation);
    }
    if (config.input().steps().step().isEmpty()) {
      return start
          + format("%.3g per completed window and stream ", perWindow())
          + format("(%s), %s", partsPerWindow(), assumption())
          + " (declare input.step to see them per day).";
    }
    double windows = windowsPerDay();
    return start
        + format("%.3g per stream and day ", perWindow() * windows)
        + format("(%s; %.3g windows a day with ", partsPerWindow(), windows)
        + format("%s), %s.", units(), assumption());
  }

  private double windowsPerDay() {
    double pairs =
        SECONDS_PER_DAY
            / (config.input().steps().step().orElseThrow().toNanos() * SECONDS_PER_NANOSECOND)
            / config.input().streams().stride();
    // A rolling window closes at every hop, an eighth of its units.
    int closes =
        certificates.window().policy() == WindowPolicy.ROLLING
            ? WindowSettings.MINIMUM_ROLLING_UNITS
            : 1;
    return closes * (pairs / pairsPerUnit() / certificates.window().units());
  }

  private String units() {
    if (certificates.sampling() == Sampling.RECORDS) {
      return "one unit per pair";
    }
    return config.input().streams().longest().isPresent()
        ? "episodes of " + pairsPerUnit() + " pairs"
        : "episodes of a single pair; longer ones make fewer windows";
  }
}
