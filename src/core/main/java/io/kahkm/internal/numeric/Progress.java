package io.kahkm.internal.numeric;

/**
 * Receives the progress of long numeric work. Called on the working thread; implementations must be
 * quick.
 */
@FunctionalInterface
public interface Progress {
  /** Ignores every report. */
  Progress NONE = (stage, done, total) -> {};

  /**
   * Reports progress within one stage.
   *
   * @param stage a few words for a person, such as {@code "reference blocks"}
   * @param done steps done so far, from 0
   * @param total steps of this stage, at least {@code done}
   */
  void update(String stage, long done, long total);
}
