package io.kahkm.telemetry.history;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.testing.TestModels;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** A stream with a reading every half an hour for 400 days, whose values say when they are from. */
public final class YearOfReadings {
  public static final int DAYS = 400;
  public static final Instant LAST = Instant.parse("2026-11-03T14:10:00Z");
  public static final int READINGS = DAYS * 48;
  private static final Duration EVERY = Duration.ofMinutes(30);

  private YearOfReadings() {}

  /** When a reading is from, counted backwards: 0 is the last one. */
  public static Instant time(int back) {
    return LAST.minus(EVERY.multipliedBy(back));
  }

  /** What the first sensor reads; the second one reads the same below zero. */
  public static double value(int back) {
    return back / 10.0;
  }

  /** Gives the readings, oldest first, from so many before the last one to another. */
  public static void feed(int oldest, int newest, Consumer<RowAssessment> taker) {
    feed(
        TestModels.vanDerPol(6, 1),
        MonitorSettings.builder().timing(InputTiming.TIMED),
        oldest,
        newest,
        taker);
  }

  /** The same of the map of all states, whose novelties earlier releases have stored. */
  public static void feedOfAllStates(int oldest, int newest, Consumer<RowAssessment> taker) {
    feed(
        TestModels.vanDerPol(6, 1, 1),
        MonitorSettings.builder().timing(InputTiming.TIMED),
        oldest,
        newest,
        taker);
  }

  /** Gives so many readings after the last one, with forecasts of the next one. */
  public static void forecast(int count, Consumer<RowAssessment> taker) {
    feed(
        TestModels.vanDerPol(6, 1),
        MonitorSettings.builder().timing(InputTiming.TIMED).horizons(List.of(1)).every(1),
        -1,
        -count,
        taker);
  }

  private static void feed(
      Model model,
      MonitorSettings.Builder settings,
      int oldest,
      int newest,
      Consumer<RowAssessment> taker) {
    StreamMonitor monitor = StreamMonitor.create(settings.build(), model);
    for (int back = oldest; back >= newest; back--) {
      taker.accept(
          monitor.advance(
              Observation.state(
                  time(back).toEpochMilli() * 1_000_000L,
                  new double[] {value(back), -value(back)},
                  "run",
                  false)));
    }
  }
}
