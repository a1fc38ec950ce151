package io.kahkm.fitting;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.relation.OtherRegime;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScore;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.UniformFallback;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.profile.ConstantSensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Fits a model: map, start closure, class means, readouts, limits. */
public final class ModelFitter {
  /** Regularization of ridge closures, as in the paper's estimator comparison. */
  private static final double CLOSURE_RIDGE = 1e-8;

  /** Below this mean difference of the scores of one state, classes are hardly told apart. */
  private static final double SMALL_SCORE_SPREAD = 0.05;

  /** Below this retained variation the coordinates are practically constant. */
  private static final double SMALL_RETAINED_VARIATION = 1e-3;

  /** Above this share of uniform coordinates the map does not cover its own data. */
  private static final double LARGE_UNIFORM_SHARE = 0.01;

  /** Of readings: squares of larger ones, added up, are infinite. */
  private static final double LARGEST = 1e150;

  private ModelFitter() {}

  /**
   * Fits a model. Deterministic: equal settings and data give equal bits.
   *
   * <p>With rows to hold out there are three steps. A model without them is judged on them: normal
   * ranges, skills and what else the report says of new rows. Blocks of all rows are left out in
   * turn to see how novel new rows are and how far their relations are off, which gives the limits.
   * The model that is returned is then fitted on all rows.
   *
   * <p>Reference samples are the current states of all transitions of the fitting part, or as many
   * of them as the settings say; which, is looked for first and once. The class means are those of
   * the successors' coordinates, grouped by the nearest stored centroid of the current state; a
   * class without a successor gets the mean over all successors, which lies between the others and
   * so widens no bound.
   *
   * @param settings what to fit
   * @param data recorded normal operation, in sensor units; not modified
   * @param progress told about every stage
   * @return model and report
   * @throws io.kahkm.internal.kahm.MapFitException if the data do not admit the map
   * @throws IllegalArgumentException if settings and data do not fit together
   */
  public static FitResult fit(FitSettings settings, Episodes data, Progress progress) {
    return fit(settings, Recording.of(data), progress);
  }

  /**
   * Fits a model to rows some of which hold values of earlier rows.
   *
   * @param settings what to fit
   * @param recording normal operation; not modified
   * @param progress told about every stage
   * @return model and report
   * @throws io.kahkm.internal.kahm.MapFitException if the data do not admit the map
   * @throws IllegalArgumentException if settings and data do not fit together
   */
  public static FitResult fit(FitSettings settings, Recording recording, Progress progress) {
    requireSquares(settings.map().sensors(), recording.all());
    if (settings.references().kind() == ReferenceChoice.Kind.OF_MAP) {
      return fitGiven(settings, recording, progress);
    }
    ReferenceSearch.Outcome found = ReferenceSearch.of(settings, recording.all(), progress);
    FitResult fitted = fitGiven(settings.withReferences(found.limit()), recording, progress);
    return new FitResult(fitted.model(), fitted.report().withReferences(found.report()));
  }

  /**
   * Sums of squares of a million readings have to be numbers; those of a sensor that always reads
   * the same are not summed.
   */
  private static void requireSquares(List<String> sensors, Episodes data) {
    for (int j = 0; j < sensors.size(); j++) {
      double first = Double.NaN;
      double largest = 0;
      boolean varies = false;
      for (int e = 0; e < data.count(); e++) {
        for (int t = 0; t < data.length(e); t++) {
          double value = data.state(e, t)[j];
          first = Double.isNaN(first) ? value : first;
          varies |= value < first || value > first;
          largest = Math.abs(value) > Math.abs(largest) ? value : largest;
        }
      }
      if (varies && Math.abs(largest) > LARGEST) {
        throw new IllegalArgumentException(
            sensors.get(j)
                + " reads "
                + largest
                + ", must be within "
                + LARGEST
                + " of 0: give it in another unit");
      }
    }
  }

  private static FitResult fitGiven(FitSettings settings, Recording recording, Progress progress) {
    Episodes data = recording.all();
    HeldOutSplit split = HeldOutSplit.of(data, settings.holdout());
    if (split.heldOut().isEmpty()) {
      return fit(settings, split, Optional.empty(), Optional.empty(), List.of(), progress);
    }
    if (settings.partition() instanceof Partition.GivenLabels) {
      // Classes are given row by row.
      return limited(settings, recording, new ArrayList<>(), progress);
    }
    OtherRegime other =
        OtherRegime.of(data, settings.map().sensors(), settings.quantile(), progress);
    if (other.isEmpty()) {
      return limited(settings, recording, new ArrayList<>(), progress);
    }
    List<String> warnings = new ArrayList<>(List.of(other.words()));
    Episodes rest = other.without(data);
    Episodes measured = recording.measured();
    // Rows without held values are numbered otherwise: they are looked for by themselves.
    Episodes restMeasured =
        measured == data
            ? rest
            : OtherRegime.of(measured, settings.map().sensors(), settings.quantile(), progress)
                .without(measured);
    return limited(settings, recording.ofRows(rest, restMeasured), warnings, progress);
  }

  /** Fits a model with limits to rows of one regime. */
  private static FitResult limited(
      FitSettings settings, Recording recording, List<String> heldOutWarnings, Progress progress) {
    Episodes data = recording.all();
    Alarms alarms = AlarmFitter.fit(settings, recording, progress);
    // Single sensors and the model rest on the same rows and not on each other.
    Parallel.Both<SensorFit, JudgedFit> both =
        Parallel.both(
            "alarms and model",
            shared -> AlarmFitter.sensors(settings, recording, alarms, shared),
            shared -> judged(settings, data, alarms.novelty(), heldOutWarnings, shared),
            progress);
    SensorFit sensors = both.first();
    FitResult judged = both.second().judged();
    FitResult whole = both.second().whole();
    Model.Builder model =
        whole.model().toBuilder()
            .calibration(judged.model().calibration().orElseThrow())
            .alarms(alarms);
    sensors.model().ifPresent(model::sensors);
    return new FitResult(
        model.build(), whole.report().withHeldOut(judged.report(), sensors, heldOutWarnings));
  }

  /**
   * A model of all rows, and the one that was judged on rows it had not seen.
   *
   * @param judged of the other rows
   * @param whole of all, with the forecasts that the first one chose
   */
  private record JudgedFit(FitResult judged, FitResult whole) {}

  private static JudgedFit judged(
      FitSettings settings,
      Episodes data,
      CrossFittedNull novelty,
      List<String> heldOutWarnings,
      Progress progress) {
    FitResult judged =
        fit(
            settings,
            HeldOutSplit.of(data, settings.holdout()),
            Optional.of(novelty),
            Optional.empty(),
            heldOutWarnings,
            progress);
    FitSettings all = settings.withoutHoldout();
    FitResult whole =
        fit(
            all,
            HeldOutSplit.of(data, all.holdout()),
            Optional.empty(),
            Optional.of(judged.report().forecasts()),
            List.of(),
            progress);
    return new JudgedFit(judged, whole);
  }

  private static FitResult fit(
      FitSettings settings,
      HeldOutSplit split,
      Optional<CrossFittedNull> novelty,
      Optional<List<HorizonChoice>> chosen,
      List<String> heldOutWarnings,
      Progress progress) {
    Episodes fitting = split.fitting();
    if (fitting.transitions() == 0) {
      throw new IllegalArgumentException("no transition is left for fitting, reduce holdout");
    }
    PreparedEpisodes prepared = PreparedEpisodes.of(settings.map(), fitting);
    KahmMap map = fitMap(settings, split, prepared, progress);
    EncodedEpisodes encoded = EncodedEpisodes.of(map, prepared.states(), progress);
    double[][] current = encoded.current();
    double[][] successors = encoded.successors();
    Matrix closure = closure(settings, current, successors, progress);
    CoordinateVariation variation = new CoordinateVariation(map.classes());
    for (double[] successor : successors) {
      variation.add(successor);
    }
    CoordinateVariation.Summary summary = variation.summary();
    Model.Builder model =
        Model.builder(map)
            .closure(closure)
            .beta(settings.beta())
            .classMeans(classMeans(encoded.currentClasses(), successors, map.classes()))
            .coordinateVariance(summary.vCoord())
            .coordinateGram(gram(current))
            .fittingRows(FittingRows.of(fitting))
            .provenance(settings.provenance());
    List<String> warnings = new ArrayList<>(map.warnings());
    Map<Integer, HorizonChoice> choices = new TreeMap<>();
    if (chosen.isPresent()) {
      chosen.get().forEach(choice -> choices.put(choice.horizon(), choice));
    } else {
      choices.putAll(ReadoutFitter.choose(settings, fitting, prepared, progress));
    }
    addReadouts(model, settings, choices, prepared, encoded, closure, progress, warnings);
    PastReport past = PastFitter.fit(settings, prepared.readings(), choices, model.build(), model);
    Optional<HeldOutReport> heldOut = Optional.empty();
    if (novelty.isPresent()) {
      progress.update("held-out rows", 0, 1);
      heldOut =
          Optional.of(
              HeldOutCalibration.of(
                  model,
                  split,
                  prepared,
                  settings,
                  new HeldOutCalibration.FittedRows(summary.rhoVar(), encoded.scores()),
                  novelty.get(),
                  heldOutWarnings));
      progress.update("held-out rows", 1, 1);
    }
    warn(encoded, summary.rhoVar(), warnings);
    FitReport report =
        new FitReport(
            new FitReport.Rows(
                fitting.declared(),
                fitting.count(),
                prepared.states().transitions(),
                heldOut.map(held -> held.rows()).orElse(0)),
            new FitReport.Coordinates(
                encoded.uniformShare(),
                UniformFallback.score(map.classes(), map.omega(), map.tau()),
                encoded.scoreSpread(),
                summary),
            new FitReport.StartClosure(
                relativeError(closure, current, successors),
                persistenceError(current, successors),
                MatrixNorms.spectralNorm(closure)),
            List.copyOf(choices.values()),
            past,
            heldOut,
            Optional.empty(),
            Optional.empty(),
            warnings);
    return new FitResult(model.build(), report);
  }

  /** Root of the mean squared distance of successive coordinates. */
  private static double persistenceError(double[][] current, double[][] successors) {
    double sum = 0;
    for (int t = 0; t < current.length; t++) {
      for (int k = 0; k < current[t].length; k++) {
        double change = successors[t][k] - current[t][k];
        sum += change * change;
      }
    }
    return Math.sqrt(sum / current.length);
  }

  /** Mean phi phi'. */
  private static Matrix gram(double[][] coordinates) {
    double[][] sums = SquareProducts.ownProducts(coordinates);
    for (double[] row : sums) {
      for (int j = 0; j < row.length; j++) {
        row[j] /= coordinates.length;
      }
    }
    return Matrix.ofRows(sums);
  }

  /**
   * The rows that enter map and closure, the others being held out.
   *
   * @param data recorded normal operation; not modified
   * @param holdout share of every episode that is held out, from 0 to below 1
   * @return the fitting rows
   */
  public static Episodes fittingPart(Episodes data, double holdout) {
    return HeldOutSplit.of(data, holdout).fitting();
  }

  /**
   * The sensors that vary, but not over the fitting rows: held-out rows would judge a map that has
   * no unit for them.
   *
   * @param settings what is to be fitted
   * @param data recorded normal operation, in sensor units; not modified
   * @return names in order; none where values are not scaled by their variation
   */
  public static List<String> lateSensors(FitSettings settings, Episodes data) {
    if (settings.map().scaling() != ScalingKind.STANDARD) {
      return List.of();
    }
    return ConstantSensors.onlyIn(fittingPart(data, settings.holdout()), data).stream()
        .map(settings.map().sensors()::get)
        .toList();
  }

  /** The start closure of transitions in coordinates. */
  static Matrix closure(
      FitSettings settings, double[][] current, double[][] successors, Progress progress) {
    return switch (settings.closure()) {
      case NLMS ->
          ClosureFit.nlms(
              Matrix.identity(current[0].length),
              current,
              successors,
              settings.beta(),
              settings.epochs(),
              progress);
      case RIDGE -> ClosureFit.ridge(current, successors, CLOSURE_RIDGE);
    };
  }

  /** Of labels given for every transition, those of the fitting states. */
  static Partition partition(FitSettings settings, HeldOutSplit split, PreparedEpisodes prepared) {
    return settings.partition() instanceof Partition.GivenLabels given
        ? new Partition.GivenLabels(prepared.ofTransitions(split.fittingOnly(given.labels())))
        : settings.partition();
  }

  private static KahmMap fitMap(
      FitSettings settings, HeldOutSplit split, PreparedEpisodes prepared, Progress progress) {
    Partition partition = partition(settings, split, prepared);
    double[][] states = prepared.states().currentStates();
    return prepared.scaling().isPresent()
        ? MapFitter.fit(settings.map(), prepared.scaling().get(), states, partition, progress)
        : MapFitter.fit(settings.map(), states, partition, progress);
  }

  private static Matrix classMeans(int[] classes, double[][] successors, int count) {
    double[][] means = new double[count][count];
    int[] members = new int[count];
    double[] overall = new double[count];
    for (int i = 0; i < successors.length; i++) {
      members[classes[i]]++;
      accumulate(means[classes[i]], successors[i], members[classes[i]]);
      accumulate(overall, successors[i], i + 1);
    }
    for (int c = 0; c < count; c++) {
      if (members[c] == 0) {
        means[c] = overall.clone();
      }
    }
    return Matrix.ofRows(means);
  }

  private static void accumulate(double[] mean, double[] value, int count) {
    for (int k = 0; k < mean.length; k++) {
      mean[k] += (value[k] - mean[k]) / count;
    }
  }

  private static void addReadouts(
      Model.Builder model,
      FitSettings settings,
      Map<Integer, HorizonChoice> choices,
      PreparedEpisodes prepared,
      EncodedEpisodes encoded,
      Matrix closure,
      Progress progress,
      List<String> warnings) {
    int longest = 0;
    Episodes readings = prepared.readings();
    for (int e = 0; e < readings.count(); e++) {
      longest = Math.max(longest, readings.length(e) - 1);
    }
    List<Integer> horizons = settings.horizons();
    int sensors = settings.map().sensors().size();
    for (int h = 0; h < horizons.size(); h++) {
      int horizon = horizons.get(h);
      if (horizon > longest) {
        warnings.add(
            "no forecast in sensor units for horizon "
                + horizon
                + ": the longest fitting run of states has "
                + longest
                + " transitions");
      } else {
        try {
          HorizonChoice choice =
              choices.computeIfAbsent(horizon, steps -> HorizonChoice.unseen(steps, sensors));
          ReadoutFitter.fit(choice, prepared, encoded, closure, model);
        } catch (ArithmeticException e) {
          warnings.add(
              "no forecast in sensor units for horizon " + horizon + ": " + e.getMessage());
        }
      }
      progress.update("readouts", h + 1, horizons.size());
    }
  }

  private static double relativeError(Matrix closure, double[][] current, double[][] successors) {
    int classes = closure.rows();
    Closure frozen = Closure.of(closure);
    ForecastScore score = new ForecastScore(classes, 0);
    double[] predicted = new double[classes];
    for (int i = 0; i < current.length; i++) {
      frozen.predict(current[i], predicted);
      score.add(predicted, successors[i], current[i], 0);
    }
    return score.relativeError();
  }

  private static void warn(EncodedEpisodes encoded, double rhoVar, List<String> warnings) {
    if (encoded.scoreSpread() < SMALL_SCORE_SPREAD) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the scores of a state differ by only %.2g between classes: the map can hardly"
                  + " distinguish them; try fewer classes, other sensors or --scaling standard",
              encoded.scoreSpread()));
    }
    if (rhoVar < SMALL_RETAINED_VARIATION) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the soft coordinates hardly vary (retained variation %.2g): errors will look small"
                  + " in every case; try a larger omega",
              rhoVar));
    }
    if (encoded.uniformShare() > LARGE_UNIFORM_SHARE) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%.1f %% of the fitting states are near no class and get uniform coordinates; try a"
                  + " smaller omega",
              100 * encoded.uniformShare()));
    }
  }
}
