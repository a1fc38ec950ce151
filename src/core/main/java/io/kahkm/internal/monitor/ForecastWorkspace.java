package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.KnownForecasts;
import io.kahkm.internal.forecast.PastForecasts;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What forecasting takes while a state is taken, and not between two of them: the forecasts just
 * issued, and of each horizon the one whose time has come. One serves any number of monitors of a
 * thread with the same model and settings.
 */
final class ForecastWorkspace {
  /** Nine tenths of normal errors lie within so many deviations. */
  private static final double USUAL_LEVEL = 0.9;

  private static final double USUAL_QUANTILE = 1.6448536269514722;

  final ForecastSettings settings;

  /** Null where there is nothing to forecast. */
  final @Nullable Rollout rollout;

  final double[][] predictions;
  final double[] projected;
  final double[] work;
  final List<IssuedForecast> issued = new ArrayList<>();

  /** Of every horizon. */
  final List<Due> due = new ArrayList<>();

  /** Of every horizon; null where the model has none. */
  final List<@Nullable Readout> readouts = new ArrayList<>();

  /** Recorded standard deviation of every sensor, in the units of the map's typical stream. */
  final double[] deviations;

  /** Known inputs, 0-based and ascending; none where no expert looks at them. Not modified. */
  final int[] knownInputs;

  /** The same. */
  final List<Integer> knownSensors;

  /** Steps ahead that known inputs are looked at, 0 where they are not. */
  final int longestKnown;

  /** The readings that a readout looks at, the present ones first: one array per number of them. */
  final double[][] histories;

  /** Of every horizon; null where a readout goes out as it is. */
  final List<@Nullable HorizonExperts> experts = new ArrayList<>();

  /** Of every horizon with experts. */
  final List<@Nullable PastForecasts> past = new ArrayList<>();

  /** Of every horizon; null without known inputs among its experts. */
  final List<@Nullable KnownForecasts> known = new ArrayList<>();

  /** Of every horizon, room for what is known ahead. */
  final List<double[]> ahead = new ArrayList<>();

  /** Of every horizon, which other forecasters are experts, in the order of the experts. */
  final List<List<String>> used = new ArrayList<>();

  /** All of {@link #used} and the known inputs, as stored: other experts need other forecasts. */
  final String usedNames;

  /** Steps that experts look back. */
  final int longest;

  /**
   * Level of one claim about skill: all claims of a stream share its level evenly, those that
   * others are better or worse included.
   */
  final double levelOfClaim;

  /** A forecast whose time has come. */
  static final class Due {
    final double[] predicted;
    final double[] origin;
    final double @Nullable [] state;
    final double @Nullable [] linear;
    final double @Nullable [] halfWidth;
    final double @Nullable [] experts;
    final double[] originState;

    Due(IssuedForecast like, int sensors) {
      predicted = new double[like.coordinates().length];
      origin = new double[predicted.length];
      state = like.state() == null ? null : new double[sensors];
      linear = like.linear() == null ? null : new double[sensors];
      halfWidth = like.halfWidth() == null ? null : new double[sensors];
      double[] ofExperts = like.experts();
      experts = ofExperts == null ? null : new double[ofExperts.length];
      originState = new double[sensors];
    }
  }

  /**
   * A workspace.
   *
   * @param settings which horizons
   * @param model with its readouts
   */
  ForecastWorkspace(ForecastSettings settings, Model model) {
    this.settings = settings;
    int classes = model.map().classes();
    int sensors = model.map().sensors().size();
    int[] steps = settings.horizons().stream().mapToInt(Integer::intValue).toArray();
    deviations = deviations(model.map());
    rollout = steps.length == 0 ? null : new Rollout(classes, steps, settings.projection());
    predictions = new double[steps.length][classes];
    projected = new double[classes];
    work = new double[classes];
    longest = model.past().longest();
    int lookback = 0;
    for (int i = 0; i < steps.length; i++) {
      @Nullable Readout readout =
          model.readoutHorizons().contains(steps[i]) ? model.readout(steps[i]) : null;
      boolean withState = readout != null;
      boolean withLinear = readout != null && readout.hasLinear();
      readouts.add(readout);
      PastModel ofHorizon = experts(model, steps[i]);
      List<String> mixedOthers = new ArrayList<>();
      for (OtherForecaster other : settings.others()) {
        if (other.usedAt(steps[i])) {
          mixedOthers.add(other.name());
        }
      }
      @Nullable HorizonExperts mixed =
          ofHorizon
              .experts(steps[i])
              .map(known -> known.withOthers(mixedOthers.size()))
              .orElse(null);
      used.add(mixed == null ? List.of() : mixedOthers);
      experts.add(mixed);
      past.add(mixed == null ? null : new PastForecasts(ofHorizon, mixed));
      KnownForecasts ofKnown =
          mixed == null
              ? null
              : mixed.known().map(one -> new KnownForecasts(ofHorizon, one)).orElse(null);
      known.add(ofKnown);
      ahead.add(new double[ofKnown == null ? 0 : ofKnown.inputs().length * ofKnown.steps().length]);
      IssuedForecast forecast =
          new IssuedForecast(
              steps[i],
              predictions[i],
              withState ? new double[sensors] : null,
              withLinear ? new double[sensors] : null,
              mixed == null ? null : new double[(mixed.experts().size() + 1) * sensors],
              mixed == null ? -1 : mixed.experts().lastIndexOf(ExpertKind.SEASON) * sensors,
              withState && settings.interval().isPresent() ? new double[sensors] : null);
      issued.add(forecast);
      due.add(new Due(forecast, sensors));
      lookback = readout == null ? lookback : Math.max(lookback, readout.lookback());
    }
    levelOfClaim = levelOfClaim(settings, issued);
    knownInputs = knownInputs(known);
    knownSensors = Arrays.stream(knownInputs).boxed().toList();
    longestKnown = longestKnown(known);
    usedNames = used + (knownInputs.length == 0 ? "" : " known " + Arrays.toString(knownInputs));
    histories = new double[1 + lookback][];
    for (int readings = 0; readings <= lookback; readings++) {
      histories[readings] = new double[readings * sensors];
    }
  }

  /**
   * The experts of a horizon. Models that were fitted before there were any, but know the errors of
   * their readouts, are given those that they can make.
   */
  static PastModel experts(Model model, int horizon) {
    if (model.past().experts(horizon).isPresent()
        || !model.readoutHorizons().contains(horizon)
        || !(model.readout(horizon) instanceof StackedReadout readout)
        || model.forecastErrors(horizon).isEmpty()) {
      return model.past();
    }
    int sensors = readout.sensors();
    List<ExpertKind> kinds =
        new ArrayList<>(List.of(ExpertKind.PERSISTENCE, ExpertKind.ALL_SENSORS));
    if (readout.correction().isPresent()) {
      kinds.add(ExpertKind.COORDINATES);
    }
    double[] reach = new double[sensors];
    double[] scale = new double[sensors];
    for (int i = 0; i < sensors; i++) {
      reach[i] = readout.reach(i);
      double deviation = model.forecastErrors(horizon).get().at(i, USUAL_LEVEL) / USUAL_QUANTILE;
      scale[i] = deviation * deviation;
    }
    HorizonExperts made =
        new HorizonExperts(
            horizon,
            Matrix.of(sensors, 2, new double[2 * sensors]),
            Matrix.of(sensors, 1, reach),
            Matrix.of(sensors, 1, scale),
            kinds,
            Matrix.of(sensors, kinds.size(), new double[kinds.size() * sensors]));
    return new PastModel(List.of(), new int[0], Map.of(horizon, made));
  }

  /** A map that leaves readings as they are knows them by its reference states alone. */
  private static double[] deviations(KahmMap map) {
    int sensors = map.sensors().size();
    double[] deviations = new double[sensors];
    if (map.scaling().kind() == ScalingKind.NONE) {
      double[][] references = map.referenceStates();
      for (int j = 0; j < sensors; j++) {
        deviations[j] = Math.sqrt(variance(references, j));
      }
    } else {
      double[] scale = map.scaling().scale();
      for (int j = 0; j < sensors; j++) {
        deviations[j] = 1 / (scale[j] * Math.sqrt(scale.length));
      }
    }
    return deviations;
  }

  private static double variance(double[][] rows, int column) {
    double mean = 0;
    for (double[] row : rows) {
      mean += row[column] / rows.length;
    }
    double sum = 0;
    for (double[] row : rows) {
      sum += (row[column] - mean) * (row[column] - mean);
    }
    return sum / rows.length;
  }

  private static double levelOfClaim(ForecastSettings settings, List<IssuedForecast> issued) {
    long claims = 0;
    for (IssuedForecast forecast : issued) {
      claims += settings.skill().references().stream().filter(forecast::compares).count();
      if (forecast.state() != null) {
        claims +=
            2
                * settings.others().stream()
                    .filter(other -> other.horizons().contains(forecast.horizon()))
                    .count();
      }
    }
    return settings.skill().level() / Math.max(1, claims);
  }

  private static int[] knownInputs(List<@Nullable KnownForecasts> known) {
    return known.stream()
        .filter(Objects::nonNull)
        .findFirst()
        .map(KnownForecasts::inputs)
        .orElse(new int[0]);
  }

  private static int longestKnown(List<@Nullable KnownForecasts> known) {
    int longest = 0;
    for (KnownForecasts one : known) {
      longest = one == null ? longest : Math.max(longest, one.steps()[one.steps().length - 1]);
    }
    return longest;
  }

  /** Readings that the readout with the longest view looks at. */
  int lookback() {
    return histories.length - 1;
  }
}
