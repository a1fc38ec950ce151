package io.kahkm.topology;

import io.kahkm.config.InputConfig;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.monitor.setting.Pairing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads what certificates may declare besides the usual bounds: cap, reference, horizons. */
final class RefinementReader {
  private final Section section;
  private final @Nullable Sampling sampling;
  private final WindowPolicy policy;
  private final Bound bound;

  /**
   * A reader of one section.
   *
   * @param section the certificates section
   * @param sampling what is asserted; null if that was wrong
   * @param policy how windows are cut
   * @param bound the alarm's bound
   */
  RefinementReader(Section section, @Nullable Sampling sampling, WindowPolicy policy, Bound bound) {
    this.section = section;
    this.sampling = sampling;
    this.policy = policy;
    this.bound = bound;
  }

  /**
   * Reads the fields.
   *
   * @param renew units after which a run starts anew, 0 for never
   * @param delta level that the horizons have where they give none
   * @param input the input section
   * @param fleet how streams become units
   * @return the refinements; not to be used if the section is not healthy
   */
  Refinements read(int renew, double delta, InputConfig input, Optional<FleetSettings> fleet) {
    OptionalDouble cap =
        section.optionalNumber("cap", value -> value > 1, "above 1: it counts tolerances");
    if (cap.isPresent() && policy == WindowPolicy.ROLLING) {
      section.error("cap", "does not go with window.policy: rolling");
    }
    Optional<HorizonSettings> horizons = horizons(delta, input, fleet);
    ReferenceClosure reference = section.choice("reference", ReferenceClosure.PREVIOUS);
    boolean tight = bound == Bound.TIGHT || horizons.map(HorizonSettings::lower).orElse(false);
    if (section.has("reference") && !tight) {
      section.error("reference", "needs alarm.bound: tight, or horizons with lower bounds");
    }
    return section.healthy()
        ? new Refinements(cap, reference, 0, renew, horizons)
        : Refinements.NONE;
  }

  private Optional<HorizonSettings> horizons(
      double delta, InputConfig input, Optional<FleetSettings> fleet) {
    boolean given = section.has("horizons");
    List<Integer> horizons = section.integers("horizons", List.of());
    int starts = (int) section.integer("starts", 1, Integer.MAX_VALUE, 1);
    double level =
        section.number("horizon-delta", delta, value -> value > 0 && value < 1, "between 0 and 1");
    boolean upperOnly = section.choice("horizon-bounds", RefinementReader::upperOnly, false);
    if (!given) {
      for (String key : List.of("starts", "horizon-delta", "horizon-bounds")) {
        if (section.has(key)) {
          section.error(key, "needs horizons");
        }
      }
      return Optional.empty();
    }
    if (horizons.isEmpty()) {
      section.error("horizons", "is empty, must be a list such as [1, 10, 50]");
    }
    int last = 0;
    for (int i = 0; i < horizons.size(); i++) {
      int horizon = horizons.get(i);
      if (horizon <= last) {
        section.error("horizons[" + i + "]", "is " + horizon + ", must be in ascending order");
      } else if (horizon > HorizonSettings.LARGEST) {
        section.error(
            "horizons[" + i + "]",
            "is " + horizon + ", must be at most " + HorizonSettings.LARGEST);
      }
      last = Math.max(last, horizon);
    }
    rules(last, input, fleet);
    return section.healthy()
        ? Optional.of(new HorizonSettings(horizons, starts, level, !upperOnly, Projection.NONE))
        : Optional.empty();
  }

  private static boolean upperOnly(String text) {
    return switch (text) {
      case "both" -> false;
      case "upper" -> true;
      default -> throw new IllegalArgumentException("\"" + text + "\" is none of: both, upper");
    };
  }

  /** Where pairs some steps apart can be formed and are as independent as is asserted. */
  private void rules(int largest, InputConfig input, Optional<FleetSettings> fleet) {
    if (policy == WindowPolicy.ROLLING) {
      section.error("horizons", "do not go with window.policy: rolling");
    }
    if (input.pairing() == Pairing.TRANSITIONS) {
      section.error(
          "horizons",
          "need input.pairing: states; transitions that lie h steps apart are certified as they"
              + " are, without horizons");
    } else if (sampling == Sampling.RECORDS && input.streams().stride() < largest + 1) {
      section.error(
          "horizons",
          "up to "
              + largest
              + " with sampling: records need input.stride of at least "
              + (largest + 1)
              + ", it is "
              + input.streams().stride());
    }
    if (sampling == Sampling.RECORDS && section.has("starts")) {
      section.error("starts", "does not go with sampling: records, whose units start once");
    }
    if (fleet.isPresent() && fleet.get().pairs() < largest) {
      section.error(
          "horizons",
          "up to "
              + largest
              + " need fleet.pairs of at least as many, it is "
              + fleet.get().pairs());
    }
  }
}
