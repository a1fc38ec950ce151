package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The readings of the tag whose text names the episode. They are rare: one per batch. Mutable, one
 * owner.
 */
final class EpisodeReadings {
  /** By time; empty where several of equal time contradict each other. */
  private final TreeMap<Long, String> names = new TreeMap<>();

  /** The last one before the open cells, null before the first. */
  private @Nullable String held;

  OfferOutcome add(long time, String name) {
    String present = names.get(time);
    if (present == null) {
      if (names.size() == AssemblySettings.MOST_READINGS) {
        return OfferOutcome.CROWDED;
      }
      names.put(time, name);
      return OfferOutcome.ACCEPTED;
    }
    if (present.equals(name)) {
      return OfferOutcome.DUPLICATE;
    }
    names.put(time, "");
    return OfferOutcome.CONFLICT;
  }

  /** The episode at a time, null if none was named yet. */
  @Nullable String at(long time) {
    for (String name : names.headMap(time, true).descendingMap().values()) {
      if (!name.isEmpty()) {
        return name;
      }
    }
    return held;
  }

  boolean standsAt(long time) {
    String name = names.get(time);
    return name != null && !name.isEmpty();
  }

  int sizeAfter(long time) {
    return names.tailMap(time, false).size();
  }

  int size() {
    return names.size();
  }

  /** Forgets the readings of cells that are closed, but for the last name. */
  void drop(long through) {
    held = at(through);
    names.headMap(through, true).clear();
  }

  void write(StateWriter writer) {
    writer.putString(held);
    writer.putInt(names.size());
    for (Map.Entry<Long, String> entry : names.entrySet()) {
      writer.putLong(entry.getKey());
      writer.putString(entry.getValue());
    }
  }

  void read(StateReader reader) {
    held = reader.getString();
    int size = reader.getInt(0, AssemblySettings.MOST_READINGS, "readings of the episode tag");
    names.clear();
    for (int i = 0; i < size; i++) {
      long time = reader.getLong();
      String name = reader.getString();
      if (name == null || (!names.isEmpty() && time <= names.lastKey())) {
        throw new MalformedStateException("readings of the episode tag are not in order");
      }
      names.put(time, name);
    }
  }
}
