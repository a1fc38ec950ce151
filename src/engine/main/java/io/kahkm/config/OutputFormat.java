package io.kahkm.config;

import io.kahkm.internal.numeric.Labels;
import java.util.Locale;

/** How the values of an output topic are written. */
public enum OutputFormat {
  /** JSON, as the schemas beside the program describe it. */
  JSON,
  /** Avro's binary encoding by a published schema, without anything before it. */
  AVRO;

  /**
   * The word used in topology files.
   *
   * @return lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static OutputFormat of(String label) {
    return Labels.find(OutputFormat.class, OutputFormat::label, label);
  }
}
