package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.Names;
import io.kahkm.cli.rows.Sentinel;
import io.kahkm.cli.rows.StateData;
import io.kahkm.engine.AlarmWords;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.numeric.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges a fitted model. */
public final class FitVerdict {
  private static final int MOST_HORIZONS = 3;
  private static final int MOST_NAMED = 3;

  private FitVerdict() {}

  /**
   * Judges a fit.
   *
   * @param result what was fitted
   * @param data the recording
   * @return the verdict
   */
  public static Suitability of(FitResult result, StateData data) {
    Model model = result.model();
    List<Suitability.Reason> reasons = new ArrayList<>();
    // Rows of several machines come together: how long they take is not known.
    AlarmWords.weaknesses(model, data.streams().size() > 1 ? Optional.empty() : data.step())
        .forEach(
            one ->
                reasons.add(new Suitability.Reason(because(one, result.report()), one.remedy())));
    SuspectText.exclusion(result.report().sensors(), data)
        .ifPresent(
            stretches ->
                reasons.add(
                    new Suitability.Reason(
                        "sensors look faulty in the recording itself",
                        "if they were, fit again with --exclude " + stretches)));
    List<Sentinel> found = Sentinel.find(data, model.map().sensors());
    if (!found.isEmpty()) {
      reasons.add(
          new Suitability.Reason(
              "numbers far from all others look like \"no reading\": "
                  + Names.some(found.stream().map(Sentinel::words).toList(), MOST_NAMED),
              "if they are not readings, fit again with " + Sentinel.option(found)));
    }
    result.report().warnings().forEach(warning -> reasons.add(new Suitability.Reason(warning, "")));
    Suitability.Light doubtful =
        reasons.isEmpty() ? Suitability.Light.GOOD : Suitability.Light.WITH_CARE;
    Suitability.Light light = model.channels().any() ? doubtful : Suitability.Light.NOT_USABLE;
    return new Suitability(light, reasons, facts(result, data));
  }

  /** What is wrong, and why where only the fit knows. */
  private static String because(AlarmWords.Weakness weakness, FitReport report) {
    return weakness.because().equals(AlarmWords.NO_SENSORS)
        ? weakness.because()
            + report.sensors().map(fit -> ": " + fit.refusal()).orElse(", no rows were held out")
        : weakness.because();
  }

  private static List<Suitability.Fact> facts(FitResult result, StateData data) {
    Model model = result.model();
    FitReport report = result.report();
    List<Suitability.Fact> facts = new ArrayList<>();
    facts.add(
        new Suitability.Fact(
            "recording",
            data.report().recorded()
                + " of "
                + Counted.of(model.map().sensors().size(), "sensor")
                + ", "
                + Counted.of(report.rows().episodes(), "episode")));
    facts.add(new Suitability.Fact("alarms", AlarmWords.working(model)));
    if (model.alarms().isPresent()) {
      facts.add(
          new Suitability.Fact(
              "false alarms",
              AlarmWords.joint(model, AlarmSettings.DEFAULT_RUN_LENGTH, data.step())));
    }
    List<String> delays = AlarmWords.delays(model);
    if (!delays.isEmpty()) {
      facts.add(new Suitability.Fact("delay", String.join("; ", delays)));
    }
    SuspectText.constant(report.sensors(), data)
        .ifPresent(words -> facts.add(new Suitability.Fact("constant", words)));
    skill(report).ifPresent(words -> facts.add(new Suitability.Fact("forecasts", words)));
    return facts;
  }

  /** What forecasts are worth on held-out rows, nearest horizons first. */
  private static Optional<String> skill(FitReport report) {
    List<String> better = new ArrayList<>();
    List<String> others = new ArrayList<>();
    report.heldOut().map(HeldOutReport::forecasts).orElse(List.of()).stream()
        .filter(skill -> skill.overPersistence().isPresent())
        .limit(MOST_HORIZONS)
        .forEach(
            skill -> {
              double share = skill.overPersistence().getAsDouble();
              String steps = Counted.of(skill.horizon(), "step");
              if (share > 0) {
                better.add(Percent.whole(share) + " at " + steps);
              } else {
                others.add(steps);
              }
            });
    List<String> parts = new ArrayList<>();
    if (!better.isEmpty()) {
      parts.add("squared errors below those of no change by " + String.join(", ", better));
    }
    if (!others.isEmpty()) {
      parts.add("no better than no change at " + String.join(", ", others));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", parts) + ", on held-out rows");
  }
}
