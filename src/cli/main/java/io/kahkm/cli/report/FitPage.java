package io.kahkm.cli.report;

import io.kahkm.cli.console.Names;
import io.kahkm.engine.AlarmWords;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.OmegaVariation;
import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.plot.Plot;
import io.kahkm.plot.Theme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The report of a fit as one page that needs nothing else: pictures inside, light and dark, no
 * script, no other host.
 */
public final class FitPage {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 300;
  private static final int BINS = 40;
  private static final int SENSORS_NAMED = 20;

  private final HtmlPage html;

  private FitPage(String title) {
    html = new HtmlPage(title);
  }

  /**
   * Writes the page.
   *
   * @param name the model file's name
   * @param result what was fitted
   * @param step time from row to row, where it is known
   * @param verdict what it comes to
   * @return a whole HTML document
   * @throws IllegalStateException if the Java runtime has no fonts to draw pictures with
   */
  public static String of(
      String name, FitResult result, Optional<Duration> step, Suitability verdict) {
    FitPage page = new FitPage("Fit of " + name);
    page.write(name, result, step, verdict);
    return page.html.end();
  }

  private void write(String name, FitResult result, Optional<Duration> step, Suitability verdict) {
    FitReport report = result.report();
    KahmMap map = result.model().map();
    html.append("<h1>").text("Fit of " + name).append("</h1>\n");
    html.append("<p class=\"")
        .append(verdict.light() == Suitability.Light.GOOD ? "verdict" : "warning")
        .append("\"><strong>")
        .text(capital(verdict.light().words()))
        .append("</strong>");
    for (Suitability.Reason reason : verdict.reasons()) {
      html.append("<br>").text(sentence(reason));
    }
    html.append("</p>\n<table>\n");
    verdict.facts().forEach(fact -> html.row(fact.name(), fact.words()));
    html.append("</table>\n");
    if (report.heldOut().isPresent()) {
      AlarmWords.cautions(result.model(), step)
          .forEach(caution -> html.append("<p class=\"warning\">").text(caution).append("</p>\n"));
    }
    html.heading("Model");
    html.append("<table>\n");
    html.row("sensors", Names.some(map.sensors(), SENSORS_NAMED));
    html.row("readings of a state", Integer.toString(map.delays()));
    html.row("classes, omega, tau", map.classes() + ", " + map.omega() + ", " + map.tau());
    html.row("fitted on", FitText.fitted(report));
    html.row("held out to judge a first model", report.rows().heldOut() + " rows");
    html.row("coordinates", FitText.coordinates(report));
    html.row(
        "closure",
        String.format(
            Locale.ROOT,
            "one-step relative error %.3g on the fitting data, spectral norm %.6g",
            report.closure().relativeError(),
            report.closure().norm()));
    html.row("map", map.fingerprint());
    html.append("</table>\n");
    if (report.heldOut().isEmpty()) {
      html.paragraph(
          "No rows were held out: nothing is known about new rows, and there is no threshold.");
    }
    result
        .model()
        .alarms()
        .ifPresent(
            alarms -> {
              html.heading("Alarms");
              FitText.alarmLines(result.model(), step).forEach(line -> html.paragraph(line + "."));
            });
    double limit = result.model().calibration().map(Calibration::noveltyLimit).orElse(1.0);
    report.heldOut().ifPresent(heldOut -> heldOut(heldOut, report, limit));
  }

  private void heldOut(HeldOutReport heldOut, FitReport report, double limit) {
    html.heading("Novelty of held-out rows");
    List<Double> all = heldOut.novelty().all();
    double highest = tallestBin(all);
    picture(
        Plot.of("novelty (smallest class score)", "held-out rows")
            .histogram("held-out rows", all, BINS)
            .limit("threshold", limit, 0, limit, highest),
        "Histogram of the novelty of held-out rows with the threshold");
    List<Double> time = indices(all.size());
    picture(
        Plot.of(
                heldOut.novelty().severalStreams()
                    ? "held-out row, one stream after the other"
                    : "held-out row, in time order",
                "novelty")
            .points("novelty", time, all)
            .limit("threshold", 0, limit, Math.max(1, all.size() - 1), limit),
        "Novelty over the held-out time: " + FitText.drift(heldOut.novelty()));
    if (!heldOut.forecasts().isEmpty()) {
      forecasts(heldOut.forecasts(), report.forecasts());
    }
    html.heading("Normal ranges");
    if (heldOut.ranges().isEmpty()) {
      html.paragraph("None: " + FitText.withoutRanges(heldOut) + ".");
    } else {
      html.paragraph("Smallest and largest value " + FitText.windows(heldOut.ranges()));
      html.append("<table>\n");
      for (NormalRange range : heldOut.ranges()) {
        html.row("", FitText.range(range));
      }
      html.append("</table>\n");
    }
    html.heading("Coordinates of held-out rows");
    html.paragraph(FitText.variation(heldOut.coordinates().variation()) + ".");
    omegas(heldOut.coordinates().omegas());
    html.heading("Certificate");
    html.paragraph(
        heldOut
            .certificate()
            .map(record -> FitText.certificate(record, heldOut))
            .orElse("Too few held-out pairs for a certificate."));
  }

  private void forecasts(List<HeldOutReport.Skill> skills, List<HorizonChoice> choices) {
    html.heading("Forecasts in sensor units");
    html.paragraph(
        "Skill on held-out rows over all sensors, 1 - MSE / MSE of the competitor: 1 is"
            + " perfect, 0 as good, below 0 worse. The linear model is a ridge regression, for each"
            + " sensor and horizon, on all present readings and those before, its penalty chosen on"
            + " held-out rows.");
    ForecastWords.lines(choices).forEach(html::paragraph);
    html.append("<table>\n<tr><th>steps</th><th>forecasts</th><th>over persistence</th>")
        .append("<th>over the linear model</th><th>linear over persistence</th></tr>\n");
    List<Double> steps = new ArrayList<>();
    List<Double> own = new ArrayList<>();
    List<Double> linear = new ArrayList<>();
    for (HeldOutReport.Skill skill : skills) {
      html.append("<tr>");
      cell(Integer.toString(skill.horizon()));
      cell(Long.toString(skill.forecasts()));
      cell(FitText.number(skill.overPersistence()));
      cell(FitText.number(skill.overLinear()));
      cell(FitText.number(skill.linearOverPersistence()));
      html.append("</tr>\n");
      steps.add((double) skill.horizon());
      own.add(drawable(skill.overPersistence()));
      linear.add(drawable(skill.linearOverPersistence()));
    }
    html.append("</table>\n");
    double last = Math.max(2, steps.get(steps.size() - 1));
    picture(
        Plot.of("steps ahead", "skill over persistence")
            .logarithmicX()
            .line("forecast", steps, own)
            .line("linear model", steps, linear)
            .limit("persistence", 1, 0, last, 0),
        "Skill over persistence by horizon");
  }

  private void omegas(List<OmegaVariation> omegas) {
    List<Double> omega = omegas.stream().map(OmegaVariation::omega).toList();
    picture(
        Plot.of("omega", "retained variation")
            .logarithmicX()
            .line("fitting rows", omega, omegas.stream().map(OmegaVariation::fitted).toList())
            .line("held-out rows", omega, omegas.stream().map(OmegaVariation::heldOut).toList())
            .line(
                "held-out rows without coordinates",
                omega,
                omegas.stream().map(OmegaVariation::uniformShare).toList()),
        "Other omegas on the same scores: with a good one, coordinates of held-out rows vary nearly"
            + " as much as those of fitting rows, and no row is without coordinates");
  }

  /** Skills far below zero would flatten everything else. */
  private static double drawable(OptionalDouble skill) {
    return skill.isPresent() ? Math.max(-1, skill.getAsDouble()) : Double.NaN;
  }

  private static double tallestBin(List<Double> values) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double width = high > low ? (high - low) / BINS : 1;
    int[] counts = new int[BINS];
    int tallest = 0;
    for (double value : values) {
      int bin = (int) Math.min(BINS - 1, (value - low) / width);
      tallest = Math.max(tallest, ++counts[bin]);
    }
    return tallest;
  }

  private static List<Double> indices(int count) {
    List<Double> indices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      indices.add((double) i);
    }
    return indices;
  }

  private static String sentence(Suitability.Reason reason) {
    return capital(reason.because())
        + (reason.remedy().isEmpty() ? "" : ": " + reason.remedy() + ".");
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private void cell(String value) {
    html.append("<td class=\"n\">").text(value).append("</td>");
  }

  private void picture(Plot plot, String caption) {
    html.append("<figure>");
    html.picture(
        plot.png(Theme.LIGHT, WIDTH, HEIGHT),
        plot.png(Theme.DARK, WIDTH, HEIGHT),
        WIDTH,
        HEIGHT,
        caption);
    html.append("<figcaption>").text(caption).append("</figcaption></figure>\n");
  }
}
