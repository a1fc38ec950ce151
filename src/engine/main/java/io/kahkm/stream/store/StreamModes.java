package io.kahkm.stream.store;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which mode each stream of a task is in, where the machine has several ({@code input.mode}). It is
 * written at a change of mode only. One owner, the task's thread.
 */
public final class StreamModes {
  private static final int VERSION = 1;

  /**
   * What is noted of a stream.
   *
   * @param mode of its last record, as the record had it; a model's name where the mode has a model
   * @param map fingerprint of the main map of the mode whose monitors take its records: of the last
   *     mode that has a model
   */
  public record Noted(String mode, String map) {}

  private final KeyValueStore<Bytes, byte[]> snapshots;

  /**
   * Creates notes.
   *
   * @param snapshots the store they are in
   */
  public StreamModes(KeyValueStore<Bytes, byte[]> snapshots) {
    this.snapshots = snapshots;
  }

  /**
   * What is noted of a stream.
   *
   * @param stream its key
   * @return null before its first record
   */
  public @Nullable Noted get(byte[] stream) {
    byte[] stored = snapshots.get(StoreKeys.mode(stream));
    if (stored == null) {
      return null;
    }
    StateReader reader = new StateReader(stored);
    int version = reader.getInt();
    if (version != VERSION) {
      throw new MalformedStateException(
          "mode of a stream version " + version + " cannot be read, this is version " + VERSION);
    }
    Noted noted = new Noted(reader.getText(), reader.getText());
    reader.finish();
    return noted;
  }

  /** Notes the mode that a stream is in from now on. */
  public void put(byte[] stream, Noted noted) {
    StateWriter writer = new StateWriter();
    writer.putInt(VERSION);
    writer.putString(noted.mode());
    writer.putString(noted.map());
    snapshots.put(StoreKeys.mode(stream), writer.toByteArray());
  }

  /** Forgets a stream. */
  public void delete(byte[] stream) {
    snapshots.delete(StoreKeys.mode(stream));
  }
}
