package io.kahkm.bench;

/** Told when the processing of a record begins and ends, on the stream thread. */
public interface RecordProbe {
  /** A record was taken from its partition. */
  void begin();

  /** Everything the record leads to was handed to stores and sinks. */
  void end();
}
