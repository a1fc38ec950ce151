package io.kahkm.engine;

import io.kahkm.internal.numeric.Labelled;

/** What the engine does with a record of its input, in this order. */
public enum RecordStage implements Labelled {
  /** Its readings are sent on to the streams that they belong to, through a topic of the engine. */
  ROUTE,
  /** Its readings are put into rows. */
  ASSEMBLE,
  /** A monitor takes it; where rows are made of readings, that is part of {@link #ASSEMBLE}. */
  MONITOR,
  /** A unit that a stream completed is added to its fleet's window. */
  GATHER
}
