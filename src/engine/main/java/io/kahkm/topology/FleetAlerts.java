package io.kahkm.topology;

import java.time.Duration;
import java.util.Optional;

/**
 * How many false pages all streams of an application may have together.
 *
 * @param perDay of them on average, above 0
 * @param streams how many streams there are at most, at least 1
 */
public record FleetAlerts(double perDay, int streams) {
  /**
   * Rows of one stream in which all streams together may have one false page: as many as each would
   * need as its run length if it were judged alone.
   *
   * @param step time between the rows of a stream
   * @return N R / D with N streams, R rows a day and D pages a day
   */
  public double length(Duration step) {
    double rowsPerDay = (double) Duration.ofDays(1).toNanos() / step.toNanos();
    return streams * rowsPerDay / perDay;
  }

  /**
   * Reads the part {@code fleet} of the section {@code alerts}.
   *
   * @param alerts the section
   * @param input how far apart rows are
   * @return empty where the file has no budget
   */
  static Optional<FleetAlerts> read(Section alerts, InputConfig input) {
    boolean declared = alerts.has("fleet");
    Section fleet = alerts.section("fleet");
    double perDay = fleet.number("per-day", 1, value -> value > 0, "above 0");
    int streams = (int) fleet.integer("streams", 1, Integer.MAX_VALUE, 1);
    if (declared && !fleet.has("streams")) {
      fleet.error("streams", "is missing: how many streams there are at most, on all instances");
    }
    if (declared && input.steps().step().isEmpty()) {
      fleet.error("per-day", "needs input.step, which says how many rows a day has");
    }
    fleet.rejectUnknown();
    return declared ? Optional.of(new FleetAlerts(perDay, streams)) : Optional.empty();
  }
}
