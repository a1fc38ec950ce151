package io.kahkm.stream;

import io.kahkm.stream.store.StreamModes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a record's mode means for its stream. Immutable.
 *
 * @param present the maps of the mode that the stream was in
 * @param next the maps whose monitors take the record: those of its mode, or the present ones where
 *     its mode has no model
 * @param note what is to be noted of the stream; null where machines have one mode
 * @param judged whether the record's mode has a model; meaningless where machines have one mode
 * @param news whether the note is not written yet
 */
record ModeTurn(
    ModeMaps present,
    ModeMaps next,
    StreamModes.@Nullable Noted note,
    boolean judged,
    boolean news) {
  /** The turn of a record of a stream of which something may be noted. */
  static ModeTurn of(
      ModeMaps present,
      ModeMaps next,
      StreamModes.Noted now,
      boolean judged,
      StreamModes.@Nullable Noted before) {
    return new ModeTurn(present, next, now, judged, !now.equals(before));
  }

  /** The turn of a record of a machine with one mode. */
  static ModeTurn none(ModeMaps only) {
    return new ModeTurn(only, only, null, true, false);
  }

  /** Whether other monitors take the record than those that took the one before. */
  boolean changes() {
    return !present.isOf(next);
  }

  /** What is to be noted; only of a machine with several modes. */
  StreamModes.Noted noted() {
    return Objects.requireNonNull(note, "of a machine with one mode");
  }
}
