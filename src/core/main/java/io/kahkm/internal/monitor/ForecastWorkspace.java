package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What forecasting takes while a state is taken, and not between two of them: the forecasts just
 * issued, and of each horizon the one whose time has come. One serves any number of monitors of a
 * thread with the same model and settings.
 */
final class ForecastWorkspace {
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

  /** The readings that a readout looks at, the present ones first: one array per number of them. */
  final double[][] histories;

  /** A forecast whose time has come. */
  static final class Due {
    final double[] predicted;
    final double[] origin;
    final double @Nullable [] state;
    final double @Nullable [] readout;
    final double @Nullable [] linear;
    final double @Nullable [] halfWidth;
    final double[] originState;

    Due(IssuedForecast like, int sensors) {
      predicted = new double[like.coordinates().length];
      origin = new double[predicted.length];
      state = like.state() == null ? null : new double[sensors];
      readout = like.readout() == null ? null : new double[sensors];
      linear = like.linear() == null ? null : new double[sensors];
      halfWidth = like.halfWidth() == null ? null : new double[sensors];
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
    int longest = 0;
    for (int i = 0; i < steps.length; i++) {
      @Nullable Readout readout =
          model.readoutHorizons().contains(steps[i]) ? model.readout(steps[i]) : null;
      boolean withState = readout != null;
      boolean withLinear = readout != null && readout.hasLinear();
      readouts.add(readout);
      IssuedForecast forecast =
          new IssuedForecast(
              steps[i],
              predictions[i],
              withState ? new double[sensors] : null,
              withLinear ? new double[sensors] : null,
              withState && settings.interval().isPresent() ? new double[sensors] : null);
      issued.add(forecast);
      due.add(new Due(forecast, sensors));
      longest = readout == null ? longest : Math.max(longest, readout.lookback());
    }
    histories = new double[1 + longest][];
    for (int readings = 0; readings <= longest; readings++) {
      histories[readings] = new double[readings * sensors];
    }
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

  /**
   * Level of one claim about skill: all claims of a stream share its level evenly, those that
   * others are better or worse included.
   */
  double levelOfClaim() {
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

  /** Readings that the readout with the longest view looks at. */
  int lookback() {
    return histories.length - 1;
  }
}
