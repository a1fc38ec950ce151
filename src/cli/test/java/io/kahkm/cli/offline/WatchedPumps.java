package io.kahkm.cli.offline;

import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.testing.TestModels;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Readings of two pumps whose rows take turns, with faults of each kind, and models whose alarms
 * find them. Nothing is fitted but a small map.
 */
final class WatchedPumps {
  /** Nanoseconds from row to row. */
  static final long STEP = 60_000_000_000L;

  static final InputTiming TIMING = InputTiming.TIMED.withStep(STEP, 0).withHold(30 * STEP);
  static final List<String> NAMES = List.of("pump-a", "pump-b");

  /** Readings of each pump. */
  static final int READINGS = 130;

  /** The reading that each file has twice; then it has an earlier one. */
  private static final int TWICE = 115;

  private WatchedPumps() {}

  /** Watches everything, after a recording that was long enough. */
  static Model watched() {
    return model(true, true, false);
  }

  /** A model of the two sensors q and p, which follow nothing but their own past. */
  static Model model(boolean relations, boolean sensors, boolean provisional) {
    Alarms all = TestModels.alarms(2);
    Coverage coverage = new Coverage("q", 500, 50, provisional ? 5 : 40);
    Model.Builder builder =
        TestModels.withNoveltyLimit(TestModels.smallVanDerPol(), 0.7).toBuilder()
            .alarms(
                relations
                    ? new Alarms(all.novelty(), coverage, all.relations(), "")
                    : new Alarms(all.novelty(), coverage, Optional.empty(), "too short"));
    if (sensors) {
      builder.sensors(TestModels.twoSensors(0.1, 1).provisional(provisional).build());
    }
    return builder.build();
  }

  /**
   * Rows of both pumps. The first reads much of q for 4 readings from 20 on and much of p for 20
   * from 80 on, and a little more of q from 45 to 64. Of the second, q is stuck from 20 to 39 and
   * has no value from 70 to 89, nor has p for 5 readings; from 110 on it reads much of p to its
   * end. Each has a row that comes twice and one that comes late.
   */
  static StateData faulty() {
    List<StateData.Row> rows = new ArrayList<>();
    for (int pump = 0; pump < 2; pump++) {
      SplittableRandom random = new SplittableRandom(pump);
      double[] swing = new double[2];
      for (int t = 0; t < READINGS; t++) {
        for (int i = 0; i < 2; i++) {
          swing[i] = 0.5 * swing[i] + 0.1 * random.nextGaussian();
        }
        double[] read = swing.clone();
        if (pump == 0 && t >= 20 && t < 24) {
          read[0] = 3 + 10 * read[0];
        }
        if (pump == 0 && t >= 45 && t < 65) {
          read[0] += 0.6;
        }
        if (pump == 1 && t >= 20 && t < 40) {
          read[0] = 0.05;
        }
        if (pump == 1 && t >= 70 && t < 90) {
          read[0] = Double.NaN;
          read[1] = t < 75 ? Double.NaN : read[1];
        }
        if (pump == 0 ? t >= 80 && t < 100 : t >= 110) {
          read[1] += 9;
        }
        int line = 2 * t + pump;
        rows.add(row(pump, line + (t > TWICE ? 4 : 0), t, read));
        if (t == TWICE) {
          rows.add(row(pump, line + 2, t, read));
          rows.add(row(pump, line + 4, t - 3, read));
        }
      }
    }
    return GivenRows.of(NAMES, rows, TIMING);
  }

  /**
   * Forecasts of somebody else, one step ahead, of q and p.
   *
   * @param rows CSV with a header: t in seconds, pump, q and p
   */
  static ForecastFile rival(Path folder, String rows) throws IOException {
    return ForecastFile.read(
        Files.writeString(folder.resolve("rival.csv"), rows).toString(),
        "t",
        TimeFormat.S,
        Optional.of("pump"),
        List.of("q", "p"),
        new OtherForecaster("rival", List.of(1)));
  }

  /** A row of a pump. */
  static StateData.Row row(int pump, int line, int minute, double... read) {
    return new StateData.Row(
        pump,
        pump,
        line,
        Observation.state(STEP * minute, read, Integer.toString(pump), false),
        false,
        StateData.Row.NO_STEP);
  }
}
