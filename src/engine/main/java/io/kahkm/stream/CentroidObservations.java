package io.kahkm.stream;

import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.text.TimeText;
import java.util.Arrays;

/** Made up observations that any map takes: the centroids of its classes in turn. */
final class CentroidObservations {
  private CentroidObservations() {}

  /**
   * One observation of a sequence at the declared step.
   *
   * @param settings how streams are treated
   * @param map the map
   * @param index position in the sequence, from 0
   */
  static Observation of(MonitorSettings settings, KahmMap map, int index) {
    long step =
        settings.timing().step() > 0 ? settings.timing().step() : TimeText.NANOS_PER_MILLISECOND;
    long time = (index + 1) * step;
    double[] state = sensors(map, index % map.classes());
    return settings.pairing() == Pairing.TRANSITIONS
        ? Observation.transition(time, state, state)
        : Observation.state(time, state, null, false);
  }

  /** The readings of a class centroid, in sensor units; with delays its present ones. */
  static double[] sensors(KahmMap map, int row) {
    double[] readings = Arrays.copyOf(map.centroids().row(row), map.sensors().size());
    double[] mean = map.scaling().mean();
    double[] scale = map.scaling().scale();
    for (int i = 0; i < readings.length; i++) {
      readings[i] = readings[i] / scale[i] + mean[i];
    }
    return readings;
  }
}
