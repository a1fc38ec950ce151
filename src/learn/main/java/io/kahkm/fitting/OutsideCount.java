package io.kahkm.fitting;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.List;

/**
 * How many of some readings lie outside of what a model knows: above the limit of novelty, or while
 * the monitor takes the stream for outside the map or its relations for broken.
 *
 * @param readings those that have a state of the map
 * @param outside those of them that lie outside
 */
public record OutsideCount(long readings, long outside) {
  private static final int REPORT_EVERY = 1000;

  /** Checks both numbers. */
  public OutsideCount {
    if (outside < 0 || readings < outside) {
      throw new IllegalArgumentException(
          "outside is " + outside + ", must be from 0 to " + readings + ", the readings");
    }
  }

  /**
   * Runs readings through a monitor as the engine has them.
   *
   * @param model judges them
   * @param episodes runs of consecutive readings; not modified
   * @param progress told now and then
   * @return how many lie outside
   */
  static OutsideCount of(Model model, Episodes episodes, Progress progress) {
    long all = 0;
    for (int e = 0; e < episodes.count(); e++) {
      all += episodes.length(e);
    }
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder().horizons(List.of(1)).learn(false).build(), model);
    long readings = 0;
    long outside = 0;
    long time = 0;
    for (int e = 0; e < episodes.count(); e++) {
      String name = Integer.toString(e);
      int length = episodes.length(e);
      for (int t = 0; t < length; t++) {
        if (time % REPORT_EVERY == 0) {
          progress.update("readings judged", time, all);
        }
        RowAssessment assessment =
            monitor.advance(
                Observation.state(time++, episodes.state(e, t).clone(), name, t + 1 == length));
        if (assessment.readiness() == Readiness.READY) {
          readings++;
          outside +=
              assessment.outside()
                      || assessment.alarms().outsideMap()
                      || assessment.alarms().relationBroken()
                  ? 1
                  : 0;
        }
      }
    }
    progress.update("readings judged", all, all);
    return new OutsideCount(readings, outside);
  }

  /** Share of the readings that lie outside, 0 without readings. */
  public double share() {
    return readings == 0 ? 0 : (double) outside / readings;
  }

  OutsideCount plus(OutsideCount more) {
    return new OutsideCount(readings + more.readings, outside + more.outside);
  }
}
