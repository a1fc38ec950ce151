package io.kahkm.telemetry.history;

import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.telemetry.condition.StreamState;

/** What was wrong with a reading, or with any of several, in the bits of a byte. */
final class ReadingFlags {
  private static final int OUTSIDE = 1;
  private static final int BROKEN = 2;
  private static final int FAULTY = 4;

  /** Earlier versions did not keep it: their steps were judged, or so they said. */
  private static final int LEARNING = 8;

  private ReadingFlags() {}

  /** The flags of a reading. */
  static byte of(RowAssessment assessment) {
    return (byte)
        ((assessment.alarms().outsideMap() ? OUTSIDE : 0)
            | (assessment.alarms().relationBroken() ? BROKEN : 0)
            | (assessment.alarms().sensorFaulty() ? FAULTY : 0)
            | (assessment.alarms().learning() ? LEARNING : 0));
  }

  /**
   * The state of a reading, or the worst of several.
   *
   * @param quiet where nothing was wrong
   */
  static StreamState state(byte flags, StreamState quiet) {
    if ((flags & OUTSIDE) != 0) {
      return StreamState.OUTSIDE;
    }
    if ((flags & BROKEN) != 0) {
      return StreamState.BROKEN;
    }
    if ((flags & FAULTY) != 0) {
      return StreamState.FAULTY;
    }
    return quiet == StreamState.NORMAL && (flags & LEARNING) != 0 ? StreamState.LEARNING : quiet;
  }
}
