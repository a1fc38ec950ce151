package io.kahkm.telemetry.history;

/**
 * What is stored of histories in one file. Long steps change little in a minute and are most of the
 * bytes, so that they are stored less often.
 */
enum HistoryPart {
  /** Ranges up to a week, and incidents. */
  RECENT("", 1),
  /** Longer ranges. */
  LONG("-long", 60);

  private final String suffix;
  private final int every;

  HistoryPart(String suffix, int every) {
    this.suffix = suffix;
    this.every = every;
  }

  /** Name of the file of a partition. */
  String file(int partition) {
    return "history-" + partition + suffix + ".gz";
  }

  /** Intervals between two times that it is stored. */
  int every() {
    return every;
  }

  /** Whether a range belongs to it. */
  boolean has(HistoryRange range) {
    return HistoryRanges.WEEK.contains(range) == (this == RECENT);
  }
}
