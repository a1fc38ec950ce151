package io.kahkm.config;

import java.time.Duration;

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
}
