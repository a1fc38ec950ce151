package io.kahkm.fitting;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.evaluation.EffectiveRows;
import io.kahkm.internal.evaluation.SensorSkill;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.UniformFallback;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Calibrates a model on held-out normal rows: novelty limit, normal ranges, and what the rest of
 * the report says about them.
 */
final class HeldOutCalibration {
  /** Novelties below count as this much: the logarithm of 0 would outweigh all others. */
  private static final double SMALLEST_NOVELTY = 1e-6;

  /**
   * Held-out rows whose coordinates keep less than this share of the fitted rows' variation have
   * left the map.
   */
  private static final double LEAST_CARRIED_VARIATION = 0.1;

  /** What an omega must keep of the fitted rows' variation to be recommended. */
  private static final double ENOUGH_CARRIED_VARIATION = 0.2;

  /** Fitting rows per class that usually carry over. */
  private static final int ROWS_PER_CLASS = 50;

  /** More uniform held-out rows than this share and the map does not cover normal operation. */
  private static final double LARGEST_UNIFORM_SHARE = 0.01;

  /** A median beyond this quantile of earlier rows is a drift. */
  private static final double USUAL_QUANTILE = 0.9;

  private static final int FEWEST_ROWS_OF_A_THIRD = 10;

  /** The novelty limit promises no more than its quantile. */
  private static final double PLAIN_QUANTILE = 0.5;

  private static final double DELTA = 0.05;

  /** The certificate of the report asks for 90 % of the fitting data's variation. */
  private static final double REPORTED_R2 = 0.9;

  private HeldOutCalibration() {}

  /**
   * The map on the rows it was fitted on.
   *
   * @param variation rho_var of the successors' coordinates
   * @param scores class scores of every state
   */
  record FittedRows(double variation, List<double[]> scores) {}

  /**
   * Runs the model over the rows.
   *
   * @param builder everything but the calibration, which is added
   * @param split the held-out episodes, at least one
   * @param prepared the fitting rows, for the streams' own scalings
   * @param settings quantile and horizons
   * @param fitted what the same map makes of the fitting rows
   * @param novelty how novel normal rows are that the map has not seen
   * @param warnings sentences are added
   * @throws MapFitException if too many rows get uniform coordinates
   */
  static HeldOutReport of(
      Model.Builder builder,
      HeldOutSplit split,
      PreparedEpisodes prepared,
      FitSettings settings,
      FittedRows fitted,
      CrossFittedNull novelty,
      List<String> warnings) {
    Model model = builder.build();
    Episodes rows = split.heldOut().orElseThrow();
    HeldOutRun run =
        HeldOutRun.of(model, rows, prepared, settings.forecasts().horizons(), 1, Optional.empty());
    HeldOutNovelty noveltyOfRows = run.novelty();
    if (noveltyOfRows.episodes().isEmpty()) {
      throw new MapFitException(
          "the held-out rows give no state, "
              + PreparedEpisodes.makes(model.map().delays())
              + " one; hold out a larger share, or none");
    }
    requireCoordinates(model, run, noveltyOfRows.all());
    List<OmegaVariation> sweep = OmegaSweep.of(fitted.scores(), run.scores(), model.map().tau());
    warnOfDrift(noveltyOfRows, warnings);
    boolean severalEpisodes = rows.declared() > 1;
    // The ends of several episodes in a row are no window that a stream has: it has fewer episodes
    // in as many pairs, and a new episode is like none of these.
    List<NormalRange> ranges =
        severalEpisodes && split.cutsEpisodes() ? List.of() : run.windows().ranges();
    Calibration calibration =
        new Calibration(
            Math.min(1, novelty.limit()),
            novelty.quantile(),
            PLAIN_QUANTILE,
            novelty.values(),
            Math.max(1, novelty.values() / novelty.moments().memory()),
            1 - novelty.quantile(),
            lowestVariation(run, fitted.variation(), model, sweep, warnings),
            ranges,
            normalVariation(run, fitted.variation()));
    int stride = severalEpisodes ? 1 : independentStride(run, noveltyOfRows.rows());
    Model calibrated = builder.calibration(calibration).build();
    return new HeldOutReport(
        noveltyOfRows,
        new HeldOutReport.Coordinates(run.variation(), sweep),
        skills(settings.forecasts().horizons(), run),
        calibration.ranges(),
        certificate(calibrated, rows, prepared, stride, severalEpisodes),
        stride,
        split.cutsEpisodes());
  }

  /** Rows so far apart that as many of one run are as good as independent, by their novelty. */
  private static int independentStride(HeldOutRun run, int rows) {
    List<double[]> logarithms =
        run.noveltySeries().stream()
            .map(
                series ->
                    Arrays.stream(series)
                        .map(novelty -> StrictMath.log(Math.max(novelty, SMALLEST_NOVELTY)))
                        .toArray())
            .toList();
    return (int) Math.max(2, Math.ceil(rows / EffectiveRows.of(logarithms)));
  }

  /** A plant that has moved away from what was fitted looks worse the later it is. */
  private static void warnOfDrift(HeldOutNovelty novelty, List<String> warnings) {
    double[] first = sorted(novelty.firstThirds());
    double[] last = sorted(novelty.lastThirds());
    int third = first.length;
    if (third < FEWEST_ROWS_OF_A_THIRD) {
      return;
    }
    double usual = first[(int) (USUAL_QUANTILE * third)];
    if (last[third / 2] > usual) {
      warnings.add(
          format(
              "novelty rises over the held-out time: half of its last third is above %.3g, of its"
                  + " first third %.0f %% are below %.3g. The process has moved away from what was"
                  + " fitted; fit on rows that cover its present operation",
              last[third / 2], 100 * USUAL_QUANTILE, usual));
    }
  }

  private static double[] sorted(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private static void requireCoordinates(Model model, HeldOutRun run, List<Double> novelties) {
    double[] sorted = sorted(novelties);
    if (run.uniform() <= LARGEST_UNIFORM_SHARE * sorted.length) {
      return;
    }
    double tau = model.map().tau();
    int allowed = (int) Math.floor(LARGEST_UNIFORM_SHARE * sorted.length);
    double largest = UniformFallback.largestOmega(sorted[sorted.length - 1 - allowed], tau);
    throw new MapFitException(
        format(
            "%d of %d held-out rows (%.1f %%) get uniform coordinates, more than %.0f %%: with %d"
                + " classes, omega %s and tau %s that happens where all class scores are above"
                + " %.2f, and their smallest score is %.2f in the median. Use --omega %.0f or"
                + " less, or rows that cover what was held out",
            run.uniform(),
            sorted.length,
            100.0 * run.uniform() / sorted.length,
            100 * LARGEST_UNIFORM_SHARE,
            model.map().classes(),
            model.map().omega(),
            tau,
            UniformFallback.score(model.map().classes(), model.map().omega(), tau),
            sorted[sorted.length / 2],
            Math.max(1, Math.floor(largest))));
  }

  /** Whether windows of held-out rows hardly vary although the fitted rows do. */
  private static boolean isFlat(HeldOutRun run, double fittedVariation) {
    return run.windows().lowestVariation() < LEAST_CARRIED_VARIATION * fittedVariation;
  }

  /** Of n independent rows the variation within them is (n - 1) / n of that of all. */
  private static VariationLimits normalVariation(HeldOutRun run, double fittedVariation) {
    double floor = isFlat(run, fittedVariation) ? LEAST_CARRIED_VARIATION * fittedVariation : 0;
    return NormalVariation.of(run.successors(), size -> floor * (size - 1) / size);
  }

  /**
   * The low end of normal retained variation. Where held-out coordinates hardly vary although those
   * of the fitted rows do, the map holds nowhere but on the rows it was made of; that flat range
   * must not become the range of normal operation, or flat coordinates would pass as healthy.
   */
  private static double lowestVariation(
      HeldOutRun run,
      double fittedVariation,
      Model model,
      List<OmegaVariation> sweep,
      List<String> warnings) {
    double low = run.windows().lowestVariation();
    double floor = LEAST_CARRIED_VARIATION * fittedVariation;
    if (!isFlat(run, fittedVariation)) {
      return low;
    }
    int rows = model.fittingRows().size();
    int classes = model.map().classes();
    warnings.add(
        format(
            "the map does not carry over to new rows: their coordinates keep a retained variation"
                + " of %.2g where the fitted rows have %.2g; certificates will say OUT_OF_MAP. Its"
                + " %d classes have %d fitting rows each for states of %d values. %s",
            low,
            fittedVariation,
            classes,
            rows / classes,
            model.map().dimension(),
            advice(sweep, rows, model.map())));
    return floor;
  }

  /**
   * The smallest omega that keeps enough of the variation on the same scores; where the present one
   * is as large, only some of the held-out time is flat; else fewer classes.
   */
  private static String advice(List<OmegaVariation> sweep, int rows, KahmMap map) {
    int classes = map.classes();
    for (OmegaVariation tried : sweep) {
      if (tried.heldOut() >= ENOUGH_CARRIED_VARIATION * tried.fitted()
          && tried.fitted() >= ENOUGH_CARRIED_VARIATION
          && tried.uniformShare() <= LARGEST_UNIFORM_SHARE) {
        return tried.omega() <= map.omega()
            ? "That is so in some windows only: fit on rows that cover what happens there"
            : format(
                "--omega %.0f would keep %.2g where the fitted rows have %.2g",
                tried.omega(), tried.heldOut(), tried.fitted());
      }
    }
    int fewer = Math.max(2, Math.min(classes / 2, rows / ROWS_PER_CLASS));
    return format(
        "No omega up to %.0f helps: try --classes %d, or %d and more fitting rows",
        sweep.get(sweep.size() - 1).omega(), fewer, Math.max(2 * rows, classes * ROWS_PER_CLASS));
  }

  private static List<HeldOutReport.Skill> skills(List<Integer> horizons, HeldOutRun run) {
    List<HeldOutReport.Skill> skills = new ArrayList<>();
    for (int h = 0; h < horizons.size(); h++) {
      SensorSkill skill = run.skills().get(h);
      if (skill.forecasts() > 0) {
        skills.add(
            new HeldOutReport.Skill(
                horizons.get(h),
                skill.forecasts(),
                skill.overPersistence(),
                skill.overLinear(),
                skill.linearOverPersistence(),
                run.experts(h)));
      }
    }
    return skills;
  }

  private static Optional<WindowCertificate> certificate(
      Model model, Episodes rows, PreparedEpisodes prepared, int stride, boolean severalEpisodes) {
    int units = 0;
    int pairs = 0;
    for (int e = 0; e < rows.count(); e++) {
      pairs += Math.max(0, rows.length(e) - model.map().delays());
      boolean last =
          e + 1 == rows.count() || rows.place(e + 1).episode() != rows.place(e).episode();
      if (last) {
        units += severalEpisodes ? Math.min(1, pairs) : (pairs + stride - 1) / stride;
        pairs = 0;
      }
    }
    double tolerance = Math.sqrt((1 - REPORTED_R2) * model.coordinateVariance());
    if (units < WindowSettings.MINIMUM_UNITS || !(tolerance > 0)) {
      return Optional.empty();
    }
    CertificateSettings settings =
        CertificateSettings.builder(severalEpisodes ? Sampling.EPISODES : Sampling.RECORDS, units)
            .delta(DELTA)
            .tolerance(tolerance)
            .build();
    HeldOutRun run = HeldOutRun.of(model, rows, prepared, List.of(), stride, Optional.of(settings));
    return run.certificates().stream().findFirst();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
