package io.kahkm.telemetry;

/**
 * Which mode the machine of a stream is in.
 *
 * @param name of the mode, as its last record has it
 * @param judging the mode whose maps judge the stream: the same, or the last one with a model
 */
public record StreamMode(String name, String judging) {
  /** Whether the mode has a model. */
  public boolean isKnown() {
    return name.equals(judging);
  }
}
