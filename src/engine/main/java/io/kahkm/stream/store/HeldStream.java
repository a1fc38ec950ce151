package io.kahkm.stream.store;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What is live of a stream, beside where its stored form stands. Mutable, owned by one {@link
 * StreamJournal}.
 */
public abstract class HeldStream extends HeldCopy {
  /** The key, to look its entries up by. */
  final Bytes place;

  /** Values of the journal that were begun since the snapshot. */
  int values;

  /** Entries since the snapshot that count: after N of them the next snapshot is due. */
  public int due;

  /** Journal entries that were taken. */
  public long sequence;

  /** What is noted of the stream, null if nothing is or has been read. */
  StreamNotes.@Nullable Noted noted;

  /** Header of the last snapshot, null before the first. */
  @Nullable SnapshotHeader stored;

  protected HeldStream(byte[] key, long sequence, @Nullable SnapshotHeader stored) {
    super(key);
    place = Bytes.wrap(key);
    this.sequence = sequence;
    this.stored = stored;
  }

  /** The header of a stream whose snapshot has been stored. */
  public SnapshotHeader stored() {
    return Objects.requireNonNull(stored, "no snapshot is stored");
  }

  /**
   * Whether an entry of the journal counts toward the next snapshot. Those that depend on what else
   * runs beside the stream do not: a setting takes effect at the last snapshot, which must lie at
   * the same reading whether or not a map was on trial.
   *
   * @param entry at its beginning, where it stays
   */
  protected boolean counts(StateReader entry) {
    return true;
  }

  /** Event time that the stream has reached, in nanoseconds. */
  protected abstract long lastTime();

  /** Writes the whole state. */
  protected abstract void write(StateWriter writer);
}
