package io.kahkm.engine;

import java.util.Locale;

/** What the engine does with a record of its input, in this order. */
public enum RecordStage {
  /** Its readings are sent on to the streams that they belong to, through a topic of the engine. */
  ROUTE,
  /** Its readings are put into rows. */
  ASSEMBLE,
  /** A monitor takes it; where rows are made of readings, that is part of {@link #ASSEMBLE}. */
  MONITOR,
  /** A unit that a stream completed is added to its fleet's window. */
  GATHER;

  /**
   * The stage as traces name it.
   *
   * @return its name in lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
