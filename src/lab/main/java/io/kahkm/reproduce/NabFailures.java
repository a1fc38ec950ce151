package io.kahkm.reproduce;

/** The failures that the authors of NAB's recording of a machine's temperature labelled. */
public final class NabFailures {
  /** From and to, as the recording writes times. */
  private static final String[][] WINDOWS = {
    {"2013-12-10 06:25", "2013-12-12 05:35:00"},
    {"2013-12-15 17:50", "2013-12-17 17:00:00"},
    {"2014-01-27 14:20", "2014-01-29 13:30:00"},
    {"2014-02-07 14:55", "2014-02-09 14:05:00"}
  };

  /** How many there are. */
  public static final int COUNT = WINDOWS.length;

  private NabFailures() {}

  /**
   * Which failure a row belongs to.
   *
   * @param time of the row, as the recording writes it
   * @return from 0 to {@link #COUNT} - 1; -1 outside of all
   */
  public static int window(String time) {
    for (int w = 0; w < COUNT; w++) {
      if (time.compareTo(WINDOWS[w][0]) >= 0 && time.compareTo(WINDOWS[w][1]) <= 0) {
        return w;
      }
    }
    return -1;
  }
}
