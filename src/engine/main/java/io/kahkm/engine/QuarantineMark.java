package io.kahkm.engine;

/**
 * What is kept of a stream of which records were put aside because the engine threw on them.
 *
 * @param records how many, at least 1
 * @param partition partition of the topic that the last one was read from
 * @param offset offset of the last one
 * @param timestamp broker timestamp of the last one in milliseconds since the epoch; negative where
 *     it had none
 * @param error what the engine threw on the last one
 */
public record QuarantineMark(
    long records, int partition, long offset, long timestamp, String error) {
  /** Checks the count. */
  public QuarantineMark {
    if (records < 1) {
      throw new IllegalArgumentException("records is " + records + ", must be at least 1");
    }
  }
}
