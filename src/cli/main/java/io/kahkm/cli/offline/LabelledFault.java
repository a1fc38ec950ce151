package io.kahkm.cli.offline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A fault that somebody labelled in a recording, and what two models make of it.
 *
 * @param stream 0-based stream of the file
 * @param from event time of its first reading, nanoseconds
 * @param to event time of its last reading, nanoseconds
 * @param before readings until the first alarm of the one model, -1 where there is none
 * @param after the same of the other model
 */
public record LabelledFault(int stream, long from, long to, long before, long after) {
  /**
   * Looks for the faults of a recording that two models have scored.
   *
   * @param labelled 0-based data rows in which a fault was
   * @param before scored by the one model
   * @param after the same recording scored by the other one
   * @return every uninterrupted stretch of labelled readings of a stream, in order
   */
  public static List<LabelledFault> of(BitSet labelled, ScoredRun before, ScoredRun after) {
    List<LabelledFault> faults = new ArrayList<>();
    LabelledFault[] open = new LabelledFault[before.streams()];
    long[] length = new long[open.length];
    for (int i = 0; i < before.rows().length; i++) {
      ScoredRow one = before.rows()[i];
      ScoredRow other = after.rows()[i];
      if (one == null || other == null) {
        continue;
      }
      int stream = one.stream();
      if (!labelled.get(i)) {
        close(open, stream, faults);
        continue;
      }
      if (open[stream] == null) {
        open[stream] = new LabelledFault(stream, one.time(), one.time(), -1, -1);
        length[stream] = 0;
      }
      LabelledFault fault = open[stream];
      open[stream] =
          new LabelledFault(
              stream,
              fault.from,
              one.time(),
              fault.before < 0 && one.alarm() ? length[stream] : fault.before,
              fault.after < 0 && other.alarm() ? length[stream] : fault.after);
      length[stream]++;
    }
    for (int stream = 0; stream < open.length; stream++) {
      close(open, stream, faults);
    }
    return faults;
  }

  private static void close(LabelledFault[] open, int stream, List<LabelledFault> faults) {
    if (open[stream] != null) {
      faults.add(open[stream]);
      open[stream] = null;
    }
  }

  /** Whether the first model finds it and the second does not. */
  public boolean lost() {
    return before >= 0 && after < 0;
  }

  /** Whether both find it, the second later. */
  public boolean later() {
    return before >= 0 && after > before;
  }
}
