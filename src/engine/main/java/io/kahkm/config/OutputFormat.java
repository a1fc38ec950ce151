package io.kahkm.config;

import io.kahkm.internal.numeric.Labelled;

/** How the values of an output topic are written. */
public enum OutputFormat implements Labelled {
  /** JSON, as the schemas beside the program describe it. */
  JSON,
  /** Avro's binary encoding by a published schema, without anything before it. */
  AVRO
}
