package io.kahkm.stream.input;

import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.OfferOutcome;

/** What the engine and the offline commands say about readings, and what open cells cost. */
public final class TagState {
  /** A journal entry of one reading: sequence, count, sensor, time, value, and its key. */
  private static final int ENTRY_BYTES = 64;

  /** What an assembler keeps of each tag besides its readings, bytes. */
  private static final int TAG_BYTES = 48;

  private static final int SHORTEST_JOURNAL = 64;
  private static final int LONGEST_JOURNAL = 16_384;

  private TagState() {}

  /**
   * The reason for which a reading is rejected.
   *
   * @param acceptance anything but accepted
   * @return the reason
   */
  public static RejectReason reason(OfferOutcome acceptance) {
    return switch (acceptance) {
      case DUPLICATE -> RejectReason.DUPLICATE;
      case CONFLICT -> RejectReason.CONFLICT;
      case LATE -> RejectReason.LATE;
      case AHEAD -> RejectReason.AHEAD;
      case CROWDED -> RejectReason.CROWDED;
      case OUT_OF_RANGE -> RejectReason.NOT_FINITE;
      case ACCEPTED -> throw new IllegalArgumentException("an accepted reading is not rejected");
    };
  }

  /** What listeners are told of what an assembler did with a reading. */
  public static EngineListener.TagOutcome outcome(OfferOutcome acceptance) {
    return switch (acceptance) {
      case DUPLICATE -> EngineListener.TagOutcome.DUPLICATE;
      case CONFLICT -> EngineListener.TagOutcome.CONFLICT;
      case LATE -> EngineListener.TagOutcome.LATE;
      case AHEAD, OUT_OF_RANGE -> EngineListener.TagOutcome.AHEAD;
      case CROWDED -> EngineListener.TagOutcome.CROWDED;
      case ACCEPTED -> throw new IllegalArgumentException("an accepted reading is not rejected");
    };
  }

  /**
   * Bytes of the state of a stream whose tags come once a step and wait for the grace.
   *
   * @param settings of the assembler
   * @return bytes of its snapshot
   */
  public static long usualBytes(AssemblySettings settings) {
    long waiting = settings.grace() / settings.step() + 2;
    return settings.tags() * (TAG_BYTES + waiting * 2 * Long.BYTES);
  }

  /** As many records as make the journal as large as one snapshot: both cost the same to write. */
  public static int journalLength(AssemblySettings settings) {
    long length = usualBytes(settings) / ENTRY_BYTES;
    return (int) Math.max(SHORTEST_JOURNAL, Math.min(LONGEST_JOURNAL, length));
  }
}
