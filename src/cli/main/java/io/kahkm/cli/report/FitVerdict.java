package io.kahkm.cli.report;

import io.kahkm.cli.rows.StateData;
import io.kahkm.engine.AlarmWords;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.AlarmSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a fit comes to: whether the model can be used, what stands against it, and what to do.
 *
 * @param light good, with care or not usable
 * @param reasons what stands against it, the weightiest first; none where it is good
 * @param facts what the recording was and what the model does with it, as name and words
 */
public record FitVerdict(Light light, List<Reason> reasons, List<Fact> facts) {
  private static final int MOST_REASONS = 3;
  private static final int MOST_HORIZONS = 3;
  private static final double PERCENT = 100;

  /** How good a model is for watching. */
  public enum Light {
    /** Every alarm works, and their thresholds hold. */
    GOOD("good"),
    /** An alarm is off or provisional, or the recording has something in it. */
    WITH_CARE("with care"),
    /** No alarm can be raised. */
    NOT_USABLE("not usable");

    private final String words;

    Light(String words) {
      this.words = words;
    }

    /**
     * How people say it.
     *
     * @return lower case
     */
    public String words() {
      return words;
    }
  }

  /**
   * Something that stands against a model.
   *
   * @param because half a sentence
   * @param remedy what to do about it, half a sentence; empty where the reason says it
   */
  public record Reason(String because, String remedy) {}

  /**
   * Something that is so.
   *
   * @param name what it is about, one word
   * @param words half a sentence
   */
  public record Fact(String name, String words) {}

  /** Copies the lists. */
  public FitVerdict {
    reasons = List.copyOf(reasons);
    facts = List.copyOf(facts);
  }

  /**
   * Judges a fit.
   *
   * @param result what was fitted
   * @param data the recording
   * @return the verdict
   */
  public static FitVerdict of(FitResult result, StateData data) {
    Model model = result.model();
    List<Reason> reasons = new ArrayList<>();
    AlarmWords.weaknesses(model, data.step())
        .forEach(one -> reasons.add(new Reason(one.because(), one.remedy())));
    SuspectText.exclusion(result.report().sensors(), data)
        .ifPresent(
            stretches ->
                reasons.add(
                    new Reason(
                        "sensors look faulty in the recording itself",
                        "if they were, fit again with --exclude " + stretches)));
    result.report().warnings().forEach(warning -> reasons.add(new Reason(warning, "")));
    Light found = reasons.isEmpty() ? Light.GOOD : Light.WITH_CARE;
    Light light = none(model) ? Light.NOT_USABLE : found;
    return new FitVerdict(light, reasons, facts(result, data));
  }

  /** Whether no alarm can be raised. */
  private static boolean none(Model model) {
    return !model.watchesNovelty() && !model.watchesRelations() && model.sensors().isEmpty();
  }

  private static List<Fact> facts(FitResult result, StateData data) {
    Model model = result.model();
    FitReport report = result.report();
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "recording",
            String.format(
                Locale.ROOT,
                "%,d rows of %d sensors, %s",
                data.report().rows(),
                model.map().sensors().size(),
                report.episodes() == 1 ? "1 episode" : report.episodes() + " episodes")));
    facts.add(new Fact("alarms", AlarmWords.working(model)));
    if (model.alarms().isPresent()) {
      facts.add(
          new Fact(
              "false alarms",
              AlarmWords.joint(model, AlarmSettings.DEFAULT_RUN_LENGTH, data.step())));
    }
    skill(report).ifPresent(words -> facts.add(new Fact("forecasts", words)));
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
              long percent = Math.round(PERCENT * skill.overPersistence().getAsDouble());
              String steps = skill.horizon() == 1 ? "1 step" : skill.horizon() + " steps";
              if (percent > 0) {
                better.add(percent + " % at " + steps);
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

  /**
   * The verdict for a terminal: the light, what stands against the model and what to do, and what
   * it does.
   *
   * @param file the model file
   * @return lines; the first one is the verdict
   */
  public List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    lines.add(file + ": " + light.words().toUpperCase(Locale.ROOT));
    for (Reason reason : reasons.subList(0, Math.min(MOST_REASONS, reasons.size()))) {
      lines.add(line("because", reason.because()));
      if (!reason.remedy().isEmpty()) {
        lines.add(line("do", reason.remedy()));
      }
    }
    if (reasons.size() > MOST_REASONS) {
      lines.add(line("", "and " + (reasons.size() - MOST_REASONS) + " more, see --details"));
    }
    facts.forEach(fact -> lines.add(line(fact.name(), fact.words())));
    return lines;
  }

  private static String line(String name, String words) {
    return String.format(Locale.ROOT, "  %-12s %s", name, words);
  }
}
