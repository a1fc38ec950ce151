package io.kahkm.alert;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * How far a channel has come in a partition of the incidents topic, as it is committed for its
 * group: the position, and as the metadata of the offset which records before it are not dealt with
 * yet. So neither a restart nor another instance repeats or forgets an incident. Immutable.
 *
 * @param position offset of the first record that was not read
 * @param due offsets before it whose incidents have to be delivered
 * @param waiting offsets before it whose incidents may become alerts
 */
record AlertNote(long position, SortedSet<Long> due, SortedSet<Long> waiting) {
  /** Brokers take 4096 bytes unless they are told otherwise. */
  static final int LONGEST = 4_000;

  private static final int RADIX = 36;
  private static final String PARTS = ";";
  private static final String OFFSETS = ",";

  /** Copies the sets. */
  AlertNote {
    due = new TreeSet<>(due);
    waiting = new TreeSet<>(waiting);
  }

  /** A position before which everything is dealt with. */
  static AlertNote at(long position) {
    return new AlertNote(position, new TreeSet<>(), new TreeSet<>());
  }

  /**
   * Reads what was committed.
   *
   * @param committed offset and metadata; metadata of somebody else says nothing
   */
  static AlertNote of(OffsetAndMetadata committed) {
    long position = committed.offset();
    String[] parts = committed.metadata().split(PARTS, -1);
    try {
      return parts.length == 2
          ? new AlertNote(position, offsets(parts[0], position), offsets(parts[1], position))
          : at(position);
    } catch (NumberFormatException foreign) {
      return at(position);
    }
  }

  private static SortedSet<Long> offsets(String text, long position) {
    SortedSet<Long> offsets = new TreeSet<>();
    for (String back : text.isEmpty() ? new String[0] : text.split(OFFSETS, -1)) {
      offsets.add(position - Long.parseLong(back, RADIX));
    }
    return offsets;
  }

  /** Offset of the first record that has to be read again. */
  long first() {
    long first = position;
    first = due.isEmpty() ? first : Math.min(first, due.first());
    return waiting.isEmpty() ? first : Math.min(first, waiting.first());
  }

  /**
   * What is committed. Where the metadata would be too long the position stays before the records
   * that find no place, and incidents from there on may be delivered twice.
   */
  OffsetAndMetadata committed() {
    AlertNote note = fits() ? this : shortened();
    return new OffsetAndMetadata(note.position, note.metadata());
  }

  private boolean fits() {
    return metadata().length() <= LONGEST;
  }

  /**
   * The last position before which all records find a place: nearer to fewer of them it is always
   * shorter, so halving finds it.
   */
  private AlertNote shortened() {
    SortedSet<Long> both = new TreeSet<>(due);
    both.addAll(waiting);
    List<Long> all = new ArrayList<>(both);
    int fitting = 0;
    int tooMany = all.size();
    while (tooMany - fitting > 1) {
      int middle = (fitting + tooMany) / 2;
      if (before(all.get(middle)).fits()) {
        fitting = middle;
      } else {
        tooMany = middle;
      }
    }
    return before(all.get(fitting));
  }

  private AlertNote before(long record) {
    return new AlertNote(record, due.headSet(record), waiting.headSet(record));
  }

  private String metadata() {
    return due.isEmpty() && waiting.isEmpty() ? "" : text(due) + PARTS + text(waiting);
  }

  private String text(SortedSet<Long> offsets) {
    List<String> back = new ArrayList<>();
    offsets.forEach(offset -> back.add(Long.toString(position - offset, RADIX)));
    return String.join(OFFSETS, back);
  }
}
