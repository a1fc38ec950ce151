package io.kahkm.stream.input;

import io.kahkm.decode.RawReading;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.text.UnicodeText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The readings of one record by their streams, and what is wrong with the others: for each reason
 * the first field or tag at fault. Used again for every record; one owner, not thread-safe.
 */
public final class SortedReadings {
  private final TagTable table;
  private final EngineListener listener;
  private final Map<String, List<TagReading>> streams = new LinkedHashMap<>();
  private final Map<RejectReason, RejectCause> problems = new EnumMap<>(RejectReason.class);

  /**
   * Begins without a record.
   *
   * @param table the tags of the topology file
   * @param listener told of tags that it does not name, and of bad quality
   */
  public SortedReadings(TagTable table, EngineListener listener) {
    this.table = table;
    this.listener = listener;
  }

  /** Begins the next record. */
  public void clear() {
    streams.clear();
    problems.clear();
  }

  /** Puts a reading to those of its stream. */
  public void take(RawReading raw) {
    String tag = raw.tag();
    if (tag == null || !table.knows(tag)) {
      listener.unknownTag(tag == null ? "" : tag);
      return;
    }
    if (raw.stream() == null) {
      note(RejectCause.of(RejectReason.MISSING_KEY, tag));
      return;
    }
    if (StreamIds.isTooLong(raw.stream())) {
      note(RejectCause.of(RejectReason.TOO_LARGE, tag));
      return;
    }
    if (!UnicodeText.isWellFormed(raw.stream())) {
      note(RejectCause.of(RejectReason.MALFORMED, tag));
      return;
    }
    TagTable.Resolved resolved = table.resolve(raw);
    if (resolved.problem() != null) {
      note(RejectCause.of(resolved.problem(), tag));
      return;
    }
    if (raw.kind() == RawReading.Kind.BAD) {
      listener.tag(tag, EngineListener.TagOutcome.BAD_QUALITY);
    }
    streams.computeIfAbsent(raw.stream(), name -> new ArrayList<>()).add(resolved.reading());
  }

  /** Notes that something is wrong with the record, unless it is noted for that reason. */
  public void note(RejectCause problem) {
    problems.putIfAbsent(problem.reason(), problem);
  }

  /** Readings by stream, in the order of the record. */
  public Map<String, List<TagReading>> streams() {
    return streams;
  }

  /** What is wrong, one cause for each reason. */
  public Collection<RejectCause> problems() {
    return problems.values();
  }
}
