package io.kahkm.telemetry.condition;

/** Whether a stream is still heard. */
public enum Silence {
  /** It is heard. */
  NONE,
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT,
  /** No record for so long that nobody waits for one any more. */
  ENDED
}
