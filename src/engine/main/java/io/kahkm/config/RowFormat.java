package io.kahkm.config;

import io.kahkm.decode.SchemaRules;
import io.kahkm.decode.registry.InputFormat;
import java.util.Optional;

/**
 * How records that hold whole rows are written.
 *
 * @param format any but Sparkplug, which sends what has changed
 * @param schema where schemas come from, for formats that have some
 */
public record RowFormat(InputFormat format, Optional<SchemaRules> schema) {
  /** Plain JSON. */
  public static final RowFormat JSON = new RowFormat(InputFormat.JSON, Optional.empty());
}
