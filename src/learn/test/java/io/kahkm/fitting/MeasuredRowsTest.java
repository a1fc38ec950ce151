package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Of a sensor that is measured in one row of four the rows between hold its last value: they are
 * states like others, and tell nothing of how sensors move.
 */
class MeasuredRowsTest {
  private static final List<String> SENSORS = List.of("a", "b", "c");

  private final List<double[]> all = new ArrayList<>();
  private final List<double[][]> measured = new ArrayList<>();
  private final List<Episodes.Place> places = new ArrayList<>();

  MeasuredRowsTest() {
    Random random = new Random(3);
    double[] state = new double[3];
    double last = 0;
    for (int t = 0; t < 1200; t++) {
      state[0] = 0.5 * state[0] + random.nextGaussian();
      state[1] = 0.4 * state[1] + 0.3 * state[0] + random.nextGaussian();
      state[2] = 0.6 * state[2] - 0.3 * state[0] + random.nextGaussian();
      last = t % 4 == 0 ? state[2] : last;
      all.add(new double[] {state[0], state[1], last});
      if (t % 4 == 0) {
        measured.add(new double[][] {all.get(t)});
        places.add(new Episodes.Place(0, 0, t));
      }
    }
  }

  @Test
  void theEffectiveSampleSizeIsThatOfMeasuredRows() {
    Episodes whole = Episodes.of(List.<double[][]>of(all.toArray(double[][]::new)));
    Episodes only = Episodes.ofRuns(measured, places);
    FitSettings settings =
        new FitSettings(
            new MapSettings(
                SENSORS,
                4,
                8,
                MapSettings.DEFAULT_TAU,
                new MapSettings.Reconstruction(
                    MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.AUTHORS),
                MapSettings.States.of(ScalingKind.STANDARD)),
            new Partition.KMeansStart(0),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.2,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1),
            Map.of());

    Alarms alarms = AlarmFitter.fit(settings, new Recording(whole, only, List.of()), Progress.NONE);
    Coverage ofMeasured = CoverageFitter.of(only, SENSORS);
    assertThat(alarms.coverage()).isEqualTo(ofMeasured);
    assertThat(alarms.coverage().rows()).isEqualTo(300);
    assertThat(CoverageFitter.of(whole, SENSORS)).as("the control").isNotEqualTo(ofMeasured);
  }
}
