package io.kahkm.fitting;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.readout.OwnPast;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.profile.Lags;
import io.kahkm.profile.Season;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;

/**
 * Forecasts from the sensors' past: which season and which lags prove themselves on rows left out,
 * the regressions on them, and where the mixture with the other experts starts.
 */
final class PastFitter {
  /** What lags around a season must take off the squared error before it is kept. */
  private static final double LEAST_SEASON_GAIN = 0.005;

  /** What lags beyond a limit must take off the squared error before they are kept. */
  private static final double LEAST_LAG_GAIN = 0.01;

  /** Outcomes that the start of a mixture counts for, at most. */
  private static final double MOST_START = 100;

  /** A loss counts at most that many scales, as in the mixture. */
  private static final double CUT = 36;

  /** Errors that are added to others at most, so that an array holds them. */
  private static final double MOST_ERRORS = 1 << 30;

  private final Episodes readings;
  private final List<Integer> horizons;
  private final int sensors;
  private final int[] lags;

  /** Per horizon and sensor. */
  private final List<List<OwnPast>> regressions = new ArrayList<>();

  /** Per horizon; empty without known inputs. */
  private List<KnownFit> known = List.of();

  private PastFitter(Episodes readings, List<Integer> horizons, int[] lags) {
    this.readings = readings;
    this.horizons = horizons;
    this.lags = lags;
    sensors = readings.dimension();
    for (int horizon : horizons) {
      List<Callable<OwnPast>> parts = new ArrayList<>();
      for (int i = 0; i < sensors; i++) {
        int sensor = i;
        parts.add(() -> new OwnPast(readings, sensor, horizon, lags));
      }
      regressions.add(Parallel.run("own past", parts, Progress.NONE));
    }
  }

  /**
   * Fits what the model's readouts have experts beside.
   *
   * @param settings which seasons may be used, and what is known ahead
   * @param readings runs of readings in the units of readouts
   * @param choices what held-out rows said of the readouts
   * @param fitted the model with its readouts
   * @param model gets the past, and smaller errors of forecasts where own past has them
   * @return what rows left out say
   */
  static PastReport fit(
      FitSettings settings,
      Episodes readings,
      Map<Integer, HorizonChoice> choices,
      Model fitted,
      Model.Builder model) {
    List<Integer> horizons =
        fitted.readoutHorizons().stream()
            .filter(h -> fitted.readout(h) instanceof StackedReadout)
            .toList();
    if (horizons.isEmpty()) {
      return PastReport.NONE;
    }
    SeasonChoice seasons = settings.forecasts().seasons();
    Optional<Season> found =
        seasons.search() ? Season.find(readings, seasons.step()) : Optional.empty();
    List<Integer> tried = found.map(season -> List.of(season.steps())).orElse(seasons.given());
    PastFitter fitter = new PastFitter(readings, horizons, Lags.of(readings, tried));
    OptionalDouble gain = OptionalDouble.empty();
    List<Integer> kept = tried;
    if (found.isPresent()) {
      int[] plain = Lags.of(readings, List.of());
      double without = fitter.error(lag -> Arrays.binarySearch(plain, lag) >= 0);
      gain = OptionalDouble.of(1 - fitter.error(lag -> true) / without);
      if (gain.getAsDouble() < LEAST_SEASON_GAIN) {
        kept = List.of();
        fitter = new PastFitter(readings, horizons, plain);
      }
    }
    int limit = fitter.limit();
    int[] used = Arrays.stream(fitter.lags).filter(lag -> lag <= limit).toArray();
    List<Integer> inputs =
        settings.forecasts().known().stream().map(settings.map().sensors()::indexOf).toList();
    fitter.addKnown(inputs, used);
    Map<Integer, HorizonExperts> experts = new TreeMap<>();
    List<PastReport.Horizon> reports = new ArrayList<>();
    List<PastReport.Known> ofKnown = new ArrayList<>();
    for (int horizon : horizons) {
      int h = horizons.indexOf(horizon);
      List<OwnPast.Choice> ofSensors = fitter.choices(h, limit);
      List<Integer> seasonal = kept.stream().filter(season -> horizon % season != 0).toList();
      HorizonChoice choice = Objects.requireNonNull(choices.get(horizon), "choice of a readout");
      experts.put(
          horizon, fitter.experts(h, limit, used.length, ofSensors, seasonal, choice, fitted));
      fitter.improveErrors(h, limit, ofSensors, choice, fitted, model);
      reports.add(fitter.report(h, ofSensors));
      if (!inputs.isEmpty()) {
        PastFitter chosen = fitter;
        ofKnown.add(fitter.known.get(h).report(i -> chosen.without(h, i, ofSensors, choice)));
      }
    }
    model.past(new PastModel(kept, used, inputs, experts));
    int longest = fitter.lags.length == 0 ? 0 : fitter.lags[fitter.lags.length - 1];
    return new PastReport(
        kept,
        found.map(Season::steps).orElse(0),
        gain,
        Arrays.stream(used).boxed().toList(),
        longest,
        reports,
        ofKnown);
  }

  private void addKnown(List<Integer> inputs, int[] used) {
    if (!inputs.isEmpty()) {
      known =
          horizons.stream().map(horizon -> new KnownFit(readings, horizon, used, inputs)).toList();
    }
  }

  /** The least squared error on rows left out, over persistence's, without known inputs. */
  private double without(int h, int sensor, List<OwnPast.Choice> chosen, HorizonChoice choice) {
    double persistence = regressions.get(h).get(sensor).persistence();
    return Math.min(
        chosen.get(sensor).error() / persistence,
        Math.min(ratio(choice, sensor, false), ratio(choice, sensor, true)));
  }

  private List<OwnPast.Choice> choices(int horizon, int limit) {
    return choices(horizon, lag -> lag <= limit);
  }

  private List<OwnPast.Choice> choices(int horizon, IntPredicate wanted) {
    List<Callable<OwnPast.Choice>> parts = new ArrayList<>();
    for (OwnPast regression : regressions.get(horizon)) {
      parts.add(() -> regression.choose(wanted));
    }
    return Parallel.run("lags", parts, Progress.NONE);
  }

  /** Mean over horizons of the squared error over persistence's. */
  private double error(IntPredicate wanted) {
    double sum = 0;
    for (int h = 0; h < regressions.size(); h++) {
      sum += error(h, wanted) / regressions.size();
    }
    return sum;
  }

  /** Mean over the sensors that move of the squared error over persistence's. */
  private double error(int horizon, IntPredicate wanted) {
    List<OwnPast.Choice> chosen = choices(horizon, wanted);
    double sum = 0;
    int count = 0;
    for (int i = 0; i < sensors; i++) {
      double persistence = regressions.get(horizon).get(i).persistence();
      if (persistence > 0) {
        sum += chosen.get(i).error() / persistence;
        count++;
      }
    }
    return count == 0 ? 1 : sum / count;
  }

  /** The shortest lag beyond which lags pay at no horizon. */
  private int limit() {
    int low = 0;
    for (int h = 0; h < horizons.size() && lags.length > 0; h++) {
      double enough = error(h, lag -> true) / (1 - LEAST_LAG_GAIN);
      int high = lags.length - 1;
      while (low < high) {
        int middle = (low + high) / 2;
        int limit = lags[middle];
        if (error(h, lag -> lag <= limit) <= enough) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
    }
    return lags.length == 0 ? 0 : lags[low];
  }

  private HorizonExperts experts(
      int h,
      int limit,
      int usedLags,
      List<OwnPast.Choice> chosen,
      List<Integer> seasons,
      HorizonChoice choice,
      Model fitted) {
    int horizon = horizons.get(h);
    StackedReadout readout = (StackedReadout) fitted.readout(horizon);
    List<ExpertKind> kinds = new ArrayList<>();
    kinds.add(ExpertKind.PERSISTENCE);
    kinds.add(ExpertKind.ALL_SENSORS);
    if (readout.correction().isPresent()) {
      kinds.add(ExpertKind.COORDINATES);
    }
    kinds.add(ExpertKind.OWN_PAST);
    kinds.addAll(Collections.nCopies(seasons.size(), ExpertKind.SEASON));
    if (!known.isEmpty()) {
      kinds.add(ExpertKind.KNOWN_INPUTS);
    }
    double[][] own = new double[sensors][];
    double[][] start = new double[sensors][kinds.size()];
    double[] reach = new double[sensors];
    double[] scale = new double[sensors];
    for (int i = 0; i < sensors; i++) {
      OwnPast regression = regressions.get(h).get(i);
      own[i] = regression.fit(chosen.get(i), lag -> lag <= limit);
      reach[i] = readout.reach(i);
      scale[i] = regression.persistence();
      double counted = Math.min(MOST_START, (double) regression.rows() / horizon);
      int season = 0;
      for (int k = 0; k < kinds.size(); k++) {
        double ratio =
            switch (kinds.get(k)) {
              case PERSISTENCE -> 1;
              case ALL_SENSORS -> ratio(choice, i, false);
              case COORDINATES -> ratio(choice, i, true);
              case OWN_PAST -> scale[i] > 0 ? chosen.get(i).error() / scale[i] : 1;
              case KNOWN_INPUTS -> known.get(h).ratio(i);
              case SEASON -> regression.seasonRatio(seasons.get(season++));
              case OTHER -> throw new IllegalStateException("no fit makes another forecaster");
            };
        start[i][k] = counted * Math.min(CUT, ratio);
      }
      if (own[i].length != 2 + usedLags) {
        throw new IllegalStateException("own past has " + own[i].length + " weights");
      }
    }
    return new HorizonExperts(
        horizon,
        Matrix.ofRows(own),
        Matrix.of(sensors, 1, reach),
        Matrix.of(sensors, 1, scale),
        kinds,
        Matrix.ofRows(start),
        known.isEmpty() ? Optional.empty() : Optional.of(known.get(h).regression()));
  }

  /** The squared error of a readout over persistence's on rows left out; 1 where none were. */
  private static double ratio(HorizonChoice choice, int sensor, boolean withCoordinates) {
    if (choice.sensors().isEmpty()) {
      return 1;
    }
    HorizonChoice.Errors errors = choice.sensors().get(sensor);
    double error = withCoordinates ? errors.forecast() : errors.linear();
    return errors.persistence() > 0 ? error / errors.persistence() : 1;
  }

  /**
   * Intervals start from the errors of the best of readout, own past and known inputs; rows without
   * a history have those of the readout.
   */
  private void improveErrors(
      int h,
      int limit,
      List<OwnPast.Choice> chosen,
      HorizonChoice choice,
      Model fitted,
      Model.Builder model) {
    int horizon = horizons.get(h);
    Optional<ErrorQuantiles> known = fitted.forecastErrors(horizon);
    if (known.isEmpty() || choice.sensors().isEmpty()) {
      return;
    }
    double[][] rows = new double[sensors][];
    for (int i = 0; i < sensors; i++) {
      OwnPast regression = regressions.get(h).get(i);
      double persistence = regression.persistence();
      rows[i] = known.get().values().row(i);
      double ofPast = persistence > 0 ? chosen.get(i).error() / persistence : 1;
      boolean isKnown =
          !this.known.isEmpty() && persistence > 0 && this.known.get(h).ratio(i) < ofPast;
      double least = isKnown ? this.known.get(h).ratio(i) : ofPast;
      if (persistence > 0 && least < ratio(choice, i, true)) {
        double[] errors =
            withReadout(
                isKnown
                    ? this.known.get(h).absoluteErrors(i)
                    : regression.absoluteErrors(chosen.get(i), lag -> lag <= limit),
                withoutHistory(horizon),
                known.get(),
                i);
        rows[i] = ErrorQuantiles.of(new double[][] {errors}).values().row(0);
      }
    }
    model.forecastErrors(horizon, new ErrorQuantiles(Matrix.ofRows(rows)));
  }

  /** Share of the rows that the longest lag does not exist of. */
  private double withoutHistory(int horizon) {
    int longest = lags.length == 0 ? 0 : lags[lags.length - 1];
    double all = 0;
    double without = 0;
    for (int e = 0; e < readings.count(); e++) {
      int rows = Math.max(0, readings.length(e) - horizon);
      all += rows;
      without += Math.min(rows, longest);
    }
    return all == 0 ? 0 : without / all;
  }

  /** Adds as many errors of the readout, evenly spread over its quantiles, as make the share. */
  private static double[] withReadout(
      double[] own, double share, ErrorQuantiles readout, int sensor) {
    int more = share < 1 ? (int) Math.min(MOST_ERRORS, own.length * share / (1 - share)) : 0;
    double[] all = Arrays.copyOf(own, own.length + more);
    for (int j = 0; j < more; j++) {
      double level = (j + 0.5) / more;
      double known = Math.min(Math.max(level, ErrorQuantiles.LOWEST), ErrorQuantiles.HIGHEST);
      double error = readout.at(sensor, known);
      all[own.length + j] = level < ErrorQuantiles.LOWEST ? error * level / known : error;
    }
    return all;
  }

  private PastReport.Horizon report(int h, List<OwnPast.Choice> chosen) {
    int better = 0;
    double sum = 0;
    int moving = 0;
    for (int i = 0; i < sensors; i++) {
      double persistence = regressions.get(h).get(i).persistence();
      if (persistence > 0) {
        moving++;
        better += chosen.get(i).candidate() >= 0 ? 1 : 0;
        sum += 1 - chosen.get(i).error() / persistence;
      }
    }
    return new PastReport.Horizon(horizons.get(h), better, moving == 0 ? 0 : sum / moving);
  }
}
