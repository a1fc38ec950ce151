package io.kahkm.cli.report;

import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.HorizonWords;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How far ahead forecasts may be trusted, as one picture: by horizon the error of the frozen
 * forecast between its bounds, the tolerance, persistence, and where the claims end; beside it, in
 * sensor units, the forecast, the linear model and persistence.
 */
public final class HorizonPicture {
  private static final int WIDTH = 620;
  private static final int HEIGHT = 400;

  /** Room at either end of the logarithmic axes. */
  private static final double ROOM = 1.25;

  /** How far below everything else lower bounds are shown. */
  private static final double BELOW = 4;

  private final WindowCertificate certificate;
  private final HorizonCertificate horizons;
  private final Map<Integer, ForecastScorer> coordinates = new TreeMap<>();
  private final Map<Integer, SensorSkill> sensors = new TreeMap<>();

  /**
   * Forecasts every row of the certified file.
   *
   * @param certificate with horizons
   * @param model whose closure it speaks of
   * @param input the certified rows
   */
  public HorizonPicture(WindowCertificate certificate, Model model, StateData input) {
    this.certificate = certificate;
    horizons = certificate.horizons().orElseThrow();
    List<Integer> steps = horizons.rows().stream().map(HorizonBound::horizon).toList();
    int classes = model.map().classes();
    int count = model.map().sensors().size();
    steps.forEach(step -> coordinates.put(step, new ForecastScorer(classes, 0)));
    OfflineRun.forecast(
        model,
        input,
        steps,
        Projection.NONE,
        OptionalDouble.empty(),
        (row, assessment) -> {
          for (ScoredForecast scored : assessment.scored()) {
            coordinates
                .get(scored.horizon())
                .add(
                    scored.predicted(),
                    scored.target(),
                    scored.origin(),
                    scored.simplexDistanceSquared());
            if (scored.predictedState() != null && scored.linearState() != null) {
              sensors
                  .computeIfAbsent(
                      scored.horizon(), step -> new SensorSkill(count, model.past().known()))
                  .add(
                      scored.predictedState(),
                      scored.targetState(),
                      scored.originState(),
                      scored.linearState());
            }
          }
        });
  }

  /**
   * The picture.
   *
   * @return one plot, or two where the model forecasts sensors at these horizons
   */
  public Picture picture() {
    List<Plot> plots = new ArrayList<>();
    plots.add(bounds());
    if (!sensors.isEmpty()) {
      plots.add(readings());
    }
    return new Picture(plots, plots.size(), WIDTH, HEIGHT);
  }

  private Plot bounds() {
    List<Double> steps = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    List<Double> persistence = new ArrayList<>();
    List<Double> known = new ArrayList<>();
    List<Double> low = new ArrayList<>();
    List<Double> high = new ArrayList<>();
    List<Double> shown = new ArrayList<>();
    double tolerance = certificate.alarm().tolerance();
    shown.add(tolerance);
    for (HorizonBound row : horizons.rows()) {
      double step = row.horizon();
      ForecastScorer score = coordinates.get(row.horizon());
      OptionalDouble upper = row.capped().isPresent() ? capped(row) : row.upper();
      if (row.units() == 0 || score.starts() == 0 || upper.isEmpty()) {
        continue;
      }
      steps.add(step);
      errors.add(Math.sqrt(row.meanSquaredError()));
      persistence.add(score.persistenceRmse());
      known.add(step);
      low.add(row.lower().orElse(0));
      high.add(upper.getAsDouble());
    }
    shown.addAll(errors);
    shown.addAll(persistence);
    shown.addAll(high);
    // A lower bound of next to nothing is drawn to the edge: it would press the rest together.
    double smallest = shown.stream().filter(v -> v > 0).min(Double::compare).orElse(1.0);
    double floor = smallest / BELOW;
    double ceiling = shown.stream().max(Double::compare).orElse(1.0) * ROOM;
    double first = horizons.rows().get(0).horizon() / ROOM;
    double last = horizons.rows().get(horizons.rows().size() - 1).horizon() * ROOM;
    Plot plot =
        Plot.of("steps ahead", "error in soft coordinates")
            .caption(HorizonWords.claim(certificate))
            .logarithmicX()
            .logarithmicY()
            .range(first, last, floor, ceiling)
            .limit("tolerance", first, tolerance, last, tolerance);
    if (steps.isEmpty()) {
      return plot;
    }
    plot.bars(known, low.stream().map(v -> Math.max(floor, v)).toList(), high)
        .line("frozen forecast, [L, U" + (hasCap() ? " capped]" : "]"), steps, errors);
    if (persistence.stream().allMatch(value -> value > 0)) {
      plot.line("persistence", steps, persistence);
    }
    List<Integer> trusted = horizons.claims().trusted();
    if (trusted.isEmpty()) {
      mark(plot, "within tolerance up to", horizons.claims().ok(), floor, ceiling);
    } else {
      mark(plot, "trusted up to", trusted.get(trusted.size() - 1), floor, ceiling);
    }
    mark(plot, "excluded from", horizons.claims().stop(), floor, ceiling);
    return plot;
  }

  private boolean hasCap() {
    return horizons.rows().stream().anyMatch(row -> row.capped().isPresent());
  }

  private static OptionalDouble capped(HorizonBound row) {
    return OptionalDouble.of(row.capped().orElseThrow().upper());
  }

  private static void mark(Plot plot, String name, int step, double floor, double ceiling) {
    if (step > 0) {
      plot.limit(name + " " + step, step, floor, step, ceiling);
    }
  }

  private Plot readings() {
    List<Double> steps = new ArrayList<>();
    List<List<Double>> errors = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    sensors.forEach(
        (step, skill) -> {
          steps.add((double) step);
          errors.get(0).add(Math.sqrt(skill.relativeError().orElse(0)));
          errors.get(1).add(Math.sqrt(skill.relativeLinear().orElse(0)));
          errors.get(2).add(Math.sqrt(skill.relativePersistence().orElse(0)));
        });
    Plot plot =
        Plot.of("steps ahead", "error of the sensors, in their deviations")
            .title("Readings: forecast, linear model, persistence")
            .logarithmicX()
            .line("forecast", steps, errors.get(0))
            .line("linear model", steps, errors.get(1))
            .line("persistence", steps, errors.get(2));
    boolean positive = errors.stream().flatMap(List::stream).allMatch(value -> value > 0);
    return positive ? plot.logarithmicY() : plot;
  }
}
