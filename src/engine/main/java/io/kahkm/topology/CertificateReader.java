package io.kahkm.topology;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.OutputFormat;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.DisplaySettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.monitor.setting.Pairing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the certificates section and holds it to the sampling rules. */
final class CertificateReader {
  private static final String LEVEL_RULE = "between 0 and 1";

  private CertificateReader() {}

  private static boolean isLevel(double value) {
    return value > 0 && value < 1;
  }

  /**
   * Reads the section.
   *
   * @param section the section, present
   * @param name name of the topology
   * @param input the input section
   * @param paired whether its pairing is what was written, and no guess instead of a wrong word
   * @return the settings, or null if anything was wrong
   */
  static @Nullable CertificateConfig read(
      Section section, String name, InputConfig input, boolean paired) {
    String topic = section.topicName("topic", section.text("topic", name + ".certificates"));
    if (!section.has("sampling")) {
      section.error(
          "sampling",
          "is missing: say what you assert to be independent and identically distributed,"
              + " records, episodes or fleet");
    }
    Sampling sampling = section.choice("sampling", Sampling.class).orElse(null);
    Optional<FleetSettings> fleet = fleet(section, sampling);
    Section window = section.section("window");
    int units = (int) window.integer("units", WindowSettings.MINIMUM_UNITS, Integer.MAX_VALUE, 512);
    WindowPolicy policy = window.choice("policy", WindowPolicy.TUMBLING);
    boolean anytime = policy == WindowPolicy.ANYTIME;
    Budget budget = window.choice("budget", anytime ? Budget.FOREVER : Budget.EACH);
    int renew = (int) window.integer("renew", 1, Integer.MAX_VALUE, 0);
    if (window.has("renew") && !anytime) {
      window.error("renew", "needs policy: anytime");
    }
    Schedule schedule = window.choice("schedule", Schedule.GEOMETRIC);
    int fewest = WindowSettings.MINIMUM_ROLLING_UNITS;
    if (policy == WindowPolicy.ROLLING && units < fewest) {
      window.error(
          "units", "is " + units + ", must be at least " + fewest + " with policy: rolling");
    }
    if (window.has("budget") && policy != WindowPolicy.TUMBLING && !anytime) {
      window.error("budget", "needs policy: tumbling or anytime");
    }
    if (window.has("schedule") && policy != WindowPolicy.CUMULATIVE) {
      window.error("schedule", "needs policy: cumulative");
    }
    window.rejectUnknown();
    Section alarm = section.section("alarm");
    Bound bound = alarm.choice("bound", anytime ? Bound.TIGHT : Bound.MINIMUM);
    if (anytime && bound != Bound.TIGHT) {
      alarm.error(
          "bound",
          "is " + bound.label() + ", with window.policy: anytime only tight holds at every moment");
    }
    OptionalDouble kappa =
        "norm".equals(alarm.choice("kappa", text -> text, "norm"))
            ? OptionalDouble.empty()
            : alarm.optionalNumber("kappa", value -> value >= 0, "of at least 0, or norm");
    alarm.rejectUnknown();
    double delta = section.number("delta", 0.05, CertificateReader::isLevel, LEVEL_RULE);
    int family = (int) section.integer("family", 1, Integer.MAX_VALUE, 1);
    CertificateConfig.Tolerance tolerance = tolerance(section);
    Section display = section.section("display");
    List<Double> displayKappas =
        display.numbers("kappa", List.of(1.0, Math.sqrt(2)), value -> value >= 0, "of at least 0");
    for (int i = 0; i < displayKappas.size(); i++) {
      // Equal as numbers, -0 and 0 too: every kappa has one series and one row.
      double kappaOfRow = displayKappas.get(i);
      if (displayKappas.subList(0, i).stream().anyMatch(earlier -> earlier == kappaOfRow)) {
        display.error("kappa[" + i + "]", "is " + kappaOfRow + ", which is already in the list");
      }
    }
    double displayDelta = display.number("delta", 0.05, CertificateReader::isLevel, LEVEL_RULE);
    display.rejectUnknown();
    double outside =
        section.number(
            "outside",
            CertificateSettings.USUAL_OUTSIDE_SHARE,
            value -> value >= 0 && value <= 1,
            "from 0 to 1");
    boolean drift = drift(section);
    if (anytime && drift) {
      section.error(
          "drift",
          "excludes window.policy: anytime, which needs identically distributed units and starts"
              + " again where it notices that they are not");
    }
    OptionalDouble margin = section.optionalNumber("margin", value -> value > 0, "above 0");
    Refinements refinements =
        new RefinementReader(section, sampling, policy, bound).read(renew, delta, input, fleet);
    OutputFormat format = section.choice("format", OutputFormat.JSON);
    section.rejectUnknown();
    if (sampling != null && paired) {
      samplingRules(section, sampling, input);
    }
    return sampling != null && tolerance != null && section.healthy()
        ? new CertificateConfig(
            new CertificateConfig.Output(topic, format),
            sampling,
            fleet,
            new WindowSettings(
                policy, budget, schedule, fleet.map(FleetSettings::streams).orElse(units)),
            new CertificateConfig.Decision(bound, kappa, delta, family, tolerance),
            new DisplaySettings(
                displayKappas,
                displayDelta,
                margin.isPresent() ? List.of(margin.getAsDouble()) : List.of()),
            outside,
            drift,
            refinements)
        : null;
  }

  /** The windows of a fleet, whose units are its streams. */
  private static Optional<FleetSettings> fleet(Section section, @Nullable Sampling sampling) {
    boolean given = section.has("fleet");
    Section fleet = section.section("fleet");
    if (sampling != Sampling.FLEET) {
      if (given && sampling != null) {
        section.error("fleet", "needs sampling: fleet");
      }
      return Optional.empty();
    }
    if (!given) {
      section.error(
          "fleet", "is missing: such as {streams: 200, every: 10m, pairs: 500, grace: 2m}");
      return Optional.empty();
    }
    if (section.has("window")) {
      section.error(
          "window", "excludes sampling: fleet, whose tumbling windows have the length fleet.every");
    }
    for (String key : List.of("streams", "every", "pairs", "grace")) {
      if (!fleet.has(key)) {
        fleet.error(key, "is missing");
      }
    }
    int least = WindowSettings.MINIMUM_UNITS;
    int streams = (int) fleet.integer("streams", least, Integer.MAX_VALUE, least);
    Optional<Duration> every = fleet.duration("every");
    int pairs = (int) fleet.integer("pairs", 1, Integer.MAX_VALUE, 1);
    Optional<Duration> grace = fleet.durationOrZero("grace");
    List<String> retired = fleet.texts("retired");
    if (fleet.healthy() && streams - retired.size() < least) {
      fleet.error(
          "retired",
          "names "
              + retired.size()
              + " of "
              + streams
              + " streams, at least "
              + least
              + " must be left");
    }
    fleet.rejectUnknown();
    return fleet.healthy()
        ? Optional.of(
            new FleetSettings(
                streams,
                every.orElseThrow().toNanos(),
                pairs,
                grace.orElseThrow().toNanos(),
                new TreeSet<>(retired)))
        : Optional.empty();
  }

  private static boolean drift(Section section) {
    return section.choice(
        "drift",
        text -> {
          if (!text.equals("possible")) {
            throw new IllegalArgumentException("\"" + text + "\" can only be: possible");
          }
          return true;
        },
        false);
  }

  private static CertificateConfig.@Nullable Tolerance tolerance(Section section) {
    if (!section.has("tolerance")) {
      section.error(
          "tolerance", "is missing: an error in soft coordinates such as 0.3, or {r2: 0.9}");
      section.section("tolerance");
      return null;
    }
    if (section.isText("tolerance")) {
      double error = section.number("tolerance", 1, value -> value > 0, "above 0, or {r2: 0.9}");
      return new CertificateConfig.Tolerance(error, false);
    }
    Section relative = section.section("tolerance");
    if (!relative.has("r2")) {
      relative.error("r2", "is missing");
    }
    double r2 = relative.number("r2", 0, value -> value < 1, "below 1");
    relative.rejectUnknown();
    return new CertificateConfig.Tolerance(r2, true);
  }

  /** Certificates are worth what the sampling assumption is worth: the wrong ones are refused. */
  private static void samplingRules(Section section, Sampling sampling, InputConfig input) {
    switch (sampling) {
      case RECORDS -> {
        boolean spaced = input.streams().stride() >= 2 && input.streams().independentStrides();
        if (input.pairing() != Pairing.TRANSITIONS && !spaced) {
          section.error(
              "sampling",
              "records needs input.pairing: transitions, or input.stride of at least 2 with"
                  + " input.independent: asserted, because consecutive pairs of a stream share a"
                  + " state; or choose episodes");
        }
        boolean startsAgain =
            input.streams().restartAfterIdle()
                || input.fields().episode().isPresent()
                || input.fields().end().isPresent();
        if (input.steps().idle().isPresent() && !startsAgain) {
          section.error(
              "sampling",
              "records with input.idle needs input.restart-after-idle: asserted: otherwise no pair"
                  + " counts after the first gap, and no window ever closes; or name input.episode"
                  + " or input.end, with which pairs count again");
        }
      }
      case EPISODES -> {
        boolean restarts =
            input.fields().episode().isPresent()
                || input.fields().end().isPresent()
                || input.streams().restartAfterIdle();
        if (input.pairing() != Pairing.STATES) {
          section.error("sampling", "episodes needs input.pairing: states");
        } else if (!restarts) {
          section.error(
              "sampling",
              "episodes needs to know where they begin: input.episode, input.end, or input.idle"
                  + " with input.restart-after-idle: asserted");
        }
      }
      case FLEET -> {
        if (!input.timed()) {
          section.error("sampling", "fleet needs input.time: event time decides its windows");
        }
        if (input.streams().stride() > 1) {
          section.error("sampling", "fleet takes consecutive pairs, input.stride must be 1");
        }
      }
    }
    if (sampling != Sampling.RECORDS && input.streams().independentStrides()) {
      section.error(
          "sampling", "is " + sampling.label() + ", but input.independent asserts records");
    }
  }
}
