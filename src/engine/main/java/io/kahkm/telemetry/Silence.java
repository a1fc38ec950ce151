package io.kahkm.telemetry;

/** Whether a stream is still heard. */
enum Silence {
  /** It is heard. */
  NONE,
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT,
  /** No record for so long that nobody waits for one any more. */
  ENDED
}
