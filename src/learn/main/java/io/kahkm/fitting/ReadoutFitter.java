package io.kahkm.fitting;

import io.kahkm.fitting.readout.Features;
import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.readout.HorizonFit;
import io.kahkm.fitting.readout.LeftOutErrors;
import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Forecasts in sensor units that are no worse than linear ones. The recording is cut into four
 * blocks, or by streams; each is forecast by linear models, a map and a closure of the others, the
 * closure learning on as it does live. What does best on the rows left out is fitted on all rows.
 */
final class ReadoutFitter {
  private static final int FOLDS = 4;

  /** Rows left out that are judged, all folds together, at most, and numbers kept of them. */
  private static final long MOST_ROWS = 20_000;

  private static final long MOST_NUMBERS = 4_000_000;

  /** Multiplications of the rollouts of the rows left out, at most, for each horizon. */
  private static final double MOST_WORK = 4e9;

  private final FitSettings settings;
  private final Episodes data;
  private final Features features;
  private final int classes;
  private final int sensors;

  private ReadoutFitter(FitSettings settings, Episodes data, Features features) {
    this.settings = settings;
    this.data = data;
    this.features = features;
    classes = settings.map().classes();
    sensors = settings.map().sensors().size();
  }

  /**
   * Says, horizon by horizon, which linear models and what weight of the coordinates do best on
   * rows that are left out.
   *
   * @param settings of the map, and the horizons
   * @param data fitting rows, in sensor units
   * @param prepared the same as states
   * @param progress told about every fold
   * @return one choice per horizon that rows could be left out for
   */
  static Map<Integer, HorizonChoice> choose(
      FitSettings settings, Episodes data, PreparedEpisodes prepared, Progress progress) {
    Map<Integer, HorizonChoice> choices = new TreeMap<>();
    if (settings.forecasts().horizons().isEmpty()) {
      return choices;
    }
    int sensors = settings.map().sensors().size();
    ReadoutFitter fitter =
        new ReadoutFitter(settings, data, Features.of(prepared.states(), sensors));
    fitter.choose(prepared, choices, progress);
    return choices;
  }

  /** Adds the readouts of all horizons that the rows reach, and warnings about the others. */
  static void addAll(
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
    List<Integer> horizons = settings.forecasts().horizons();
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
          fit(choice, prepared, encoded, closure, model);
        } catch (ArithmeticException e) {
          warnings.add(
              "no forecast in sensor units for horizon " + horizon + ": " + e.getMessage());
        }
      }
      progress.update("readouts", h + 1, horizons.size());
    }
  }

  private void choose(
      PreparedEpisodes prepared, Map<Integer, HorizonChoice> choices, Progress progress) {
    Scaling ofAll =
        prepared
            .scaling()
            .orElseGet(() -> MapFitter.scaling(settings.map(), prepared.states().currentStates()));
    Blocks blocks = Blocks.of(data, FOLDS);
    List<Callable<Optional<Fold>>> parts = new ArrayList<>();
    for (int f = 0; f < blocks.folds(); f++) {
      int fold = f;
      parts.add(() -> fold(blocks, fold, ofAll));
    }
    List<Fold> folds =
        Parallel.run("forecasts, fold by fold", parts, progress).stream()
            .flatMap(Optional::stream)
            .toList();
    for (int horizon : settings.forecasts().horizons()) {
      List<Callable<Optional<double[][]>>> errors = new ArrayList<>();
      for (Fold fold : folds) {
        errors.add(() -> fold.linearErrors(horizon));
      }
      List<double[][]> linear =
          Parallel.run("linear forecasts", errors, Progress.NONE).stream()
              .flatMap(Optional::stream)
              .toList();
      if (!linear.isEmpty()) {
        choices.put(horizon, withCoordinates(HorizonFit.chooseLinear(horizon, linear), folds));
      }
    }
  }

  private HorizonChoice withCoordinates(HorizonChoice choice, List<Fold> folds) {
    long rows = folds.stream().mapToLong(fold -> fold.rows(choice.horizon())).sum();
    int every = every(rows, choice.horizon(), classes, sensors);
    List<Callable<LeftOutErrors>> parts = new ArrayList<>();
    for (Fold fold : folds) {
      if (fold.judges(choice.horizon())) {
        parts.add(() -> fold.judge(choice, every));
      }
    }
    return HorizonFit.complete(
        choice, features, Parallel.run("what coordinates add", parts, Progress.NONE));
  }

  /**
   * How manieth of the rows left out is judged, so that neither work nor memory grows without end.
   *
   * @param rows left out, all folds together
   * @param horizon steps of every rollout
   * @param classes number C of coordinates
   * @param sensors number of sensors
   * @return 1 for all of them
   */
  static int every(long rows, int horizon, int classes, int sensors) {
    double work = (double) rows * horizon * classes * classes;
    long numbers = Math.max(1, MOST_NUMBERS / (classes + 2L * sensors));
    double share = Math.max(work / MOST_WORK, (double) rows / Math.min(MOST_ROWS, numbers));
    return (int) Math.max(1, Math.ceil(share));
  }

  private Optional<Fold> fold(Blocks blocks, int number, Scaling ofAll) {
    try {
      RowFold rows = RowFold.of(settings, data, blocks, number);
      List<double[][]> left = rows.left().stream().flatMap(List::stream).toList();
      if (left.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(new Fold(rows.prepared().states(), Episodes.of(left), rows.fitMap(ofAll)));
    } catch (MapFitException e) {
      // A recording that is hardly enough for the map is not enough without a quarter of it.
      return Optional.empty();
    }
  }

  /** A map, a closure and the coordinates of all rows of one fold. */
  private final class Fold {
    private final Episodes fitted;
    private final Episodes left;
    private final EncodedEpisodes encoded;
    private final EncodedEpisodes encodedLeft;
    private final Matrix closure;

    Fold(Episodes fitted, Episodes left, KahmMap map) {
      this.fitted = fitted;
      this.left = left;
      encoded = EncodedEpisodes.of(map, fitted, Progress.NONE);
      encodedLeft = EncodedEpisodes.of(map, left, Progress.NONE);
      closure = ClosureFitter.fit(settings, encoded.current(), encoded.successors(), Progress.NONE);
    }

    long rows(int horizon) {
      long rows = 0;
      for (int e = 0; e < left.count(); e++) {
        rows += Math.max(0, left.length(e) - horizon);
      }
      return rows;
    }

    boolean judges(int horizon) {
      return new HorizonFit(horizon, features, left).pairs() > 0
          && new HorizonFit(horizon, features, fitted).pairs() > 0;
    }

    Optional<double[][]> linearErrors(int horizon) {
      HorizonFit own = new HorizonFit(horizon, features, fitted);
      HorizonFit others = new HorizonFit(horizon, features, left);
      return own.pairs() == 0 || others.pairs() == 0
          ? Optional.empty()
          : Optional.of(own.errorsOn(others));
    }

    LeftOutErrors judge(HorizonChoice choice, int every) {
      int horizon = choice.horizon();
      return new HorizonFit(horizon, features, fitted)
          .judge(
              choice,
              HorizonFit.frozen(horizon, encoded.perEpisode(), closure),
              classes,
              new HorizonFit(horizon, features, left),
              new LivePredictor(
                  horizon, encodedLeft.perEpisode(), closure, settings.closure().beta()),
              every);
    }
  }

  /** Predictions with a closure that learns from every transition before, as it does live. */
  private static final class LivePredictor implements HorizonFit.Predictor {
    private final List<double[][]> coordinates;
    private final double beta;
    private final Closure closure;
    private final Rollout rollout;
    private final double[][] predicted;
    private int episode;
    private int step;

    LivePredictor(int horizon, List<double[][]> coordinates, Matrix start, double beta) {
      this.coordinates = coordinates;
      this.beta = beta;
      closure = Closure.of(start);
      rollout = new Rollout(start.rows(), new int[] {horizon}, Projection.NONE);
      predicted = new double[1][start.rows()];
    }

    @Override
    public double[] predict(int ofEpisode, int atStep) {
      while (episode < ofEpisode || step < atStep) {
        double[][] run = coordinates.get(episode);
        if (step + 1 < run.length) {
          closure.update(run[step], run[step + 1], beta);
          step++;
        } else {
          episode++;
          step = 0;
        }
      }
      rollout.roll(closure, coordinates.get(episode)[step], predicted);
      return predicted[0];
    }
  }

  /**
   * Fits the readout of one horizon.
   *
   * @param choice of that horizon
   * @param prepared fitting rows as states
   * @param encoded their coordinates
   * @param closure the start closure
   * @param model gets the readout and how large its errors are
   * @throws ArithmeticException if a regression is not finite
   */
  static void fit(
      HorizonChoice choice,
      PreparedEpisodes prepared,
      EncodedEpisodes encoded,
      Matrix closure,
      Model.Builder model) {
    int horizon = choice.horizon();
    Features features = Features.of(prepared.states(), choice.linear().size());
    HorizonFit fit = new HorizonFit(horizon, features, prepared.states());
    HorizonFit.Predictor predictor = HorizonFit.frozen(horizon, encoded.perEpisode(), closure);
    StackedReadout readout = fit.fit(choice, predictor, closure.rows());
    model.readout(horizon, readout);
    model.forecastErrors(
        horizon, choice.quantiles().orElseGet(() -> fit.errors(readout, predictor)));
  }
}
