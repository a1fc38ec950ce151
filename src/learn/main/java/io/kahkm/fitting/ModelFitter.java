package io.kahkm.fitting;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.relation.OtherRegime;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.internal.evaluation.CoordinateVariation;
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
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.profile.ConstantSensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Fits a model: map, start closure, class means, readouts, limits. */
public final class ModelFitter {
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
    Matrix closure = ClosureFitter.fit(settings, current, successors, progress);
    CoordinateVariation variation = new CoordinateVariation(map.classes());
    for (double[] successor : successors) {
      variation.add(successor);
    }
    CoordinateVariation.Summary summary = variation.summary();
    Model.Builder model =
        Model.builder(map)
            .closure(closure)
            .beta(settings.closure().beta())
            .classMeans(
                CoordinateMeans.ofClasses(encoded.currentClasses(), successors, map.classes()))
            .coordinateVariance(summary.vCoord())
            .coordinateGram(CoordinateMeans.ofProducts(current))
            .fittingRows(FittingRows.of(fitting))
            .provenance(settings.provenance());
    List<String> warnings = new ArrayList<>(map.warnings());
    Map<Integer, HorizonChoice> choices = new TreeMap<>();
    if (chosen.isPresent()) {
      chosen.get().forEach(choice -> choices.put(choice.horizon(), choice));
    } else {
      choices.putAll(ReadoutFitter.choose(settings, fitting, prepared, progress));
    }
    ReadoutFitter.addAll(model, settings, choices, prepared, encoded, closure, progress, warnings);
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
    FitWarnings.add(encoded, summary.rhoVar(), warnings);
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
            ClosureFitter.report(closure, current, successors),
            List.copyOf(choices.values()),
            past,
            heldOut,
            Optional.empty(),
            Optional.empty(),
            warnings);
    return new FitResult(model.build(), report);
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
    if (settings.map().states().scaling() != ScalingKind.STANDARD) {
      return List.of();
    }
    return ConstantSensors.onlyIn(fittingPart(data, settings.holdout()), data).stream()
        .map(settings.map().sensors()::get)
        .toList();
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
}
