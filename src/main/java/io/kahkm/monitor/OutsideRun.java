package io.kahkm.monitor;

import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;
import java.util.OptionalLong;

/**
 * Counts how many observed states in a row were outside the map, and since when. Mutable, one
 * owner.
 */
final class OutsideRun {
  private long length;
  private long since;

  void add(boolean outside, long time) {
    if (!outside) {
      length = 0;
      return;
    }
    if (length == 0) {
      since = time;
    }
    length++;
  }

  boolean outsideMap() {
    return length >= StreamMonitor.OUTSIDE_RUN;
  }

  OptionalLong since() {
    return outsideMap() ? OptionalLong.of(since) : OptionalLong.empty();
  }

  void write(StateWriter writer) {
    writer.putLong(length);
    writer.putLong(since);
  }

  void read(StateReader reader) {
    length = reader.getLong();
    since = reader.getLong();
  }
}
