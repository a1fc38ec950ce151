package io.kahkm.stream;

import io.kahkm.kahm.KahmMap;
import io.kahkm.monitor.MonitorSettings;
import io.kahkm.monitor.Observation;
import io.kahkm.monitor.Pairing;
import io.kahkm.monitor.StreamMonitor;
import io.kahkm.text.TimeText;
import java.util.Arrays;

/** Runs a throw-away monitor until the code is compiled, so that the first records are not slow. */
final class WarmUp {
  private static final int MOST_STEPS = 20_000;
  private static final long MOST_NANOS = 1_500_000_000L;

  private WarmUp() {}

  static void run(MonitorBlueprint blueprint) {
    MonitorSettings settings = blueprint.settings();
    KahmMap map = blueprint.model().map();
    StreamMonitor monitor = StreamMonitor.create(settings, blueprint.model());
    long step = settings.step() > 0 ? settings.step() : TimeText.NANOS_PER_MILLISECOND;
    long start = System.nanoTime();
    for (int i = 0; i < MOST_STEPS && System.nanoTime() - start < MOST_NANOS; i++) {
      double[] state = readings(map, i % map.classes());
      long time = (i + 1) * step;
      monitor.advance(
          settings.pairing() == Pairing.TRANSITIONS
              ? Observation.transition(time, state, state)
              : Observation.state(time, state, null, false));
    }
  }

  /** The readings of a class centroid, in sensor units; with delays its present ones. */
  private static double[] readings(KahmMap map, int row) {
    double[] readings = Arrays.copyOf(map.centroids().row(row), map.sensors().size());
    double[] mean = map.scaling().mean();
    double[] scale = map.scaling().scale();
    for (int i = 0; i < readings.length; i++) {
      readings[i] = readings[i] / scale[i] + mean[i];
    }
    return readings;
  }
}
