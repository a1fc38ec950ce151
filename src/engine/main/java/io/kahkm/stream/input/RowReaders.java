package io.kahkm.stream.input;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.RowPayload;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import java.util.Optional;

/** Chooses how rows are read. */
public final class RowReaders {
  private RowReaders() {}

  /**
   * The reader of an input, with a registry of its own.
   *
   * @param input names of the fields
   * @param dimension number of sensors of the model
   * @return a new reader
   * @throws IllegalArgumentException if the named fields cannot hold that many values, or the
   *     schema's file cannot be used
   */
  public static RowReader of(InputConfig input, int dimension) {
    return of(input, dimension, Optional.empty(), Optional.empty());
  }

  /**
   * The reader of an input.
   *
   * @param input names of the fields
   * @param dimension number of sensors of the model
   * @param registry the one that all share, empty where none is named
   * @param plans reads what the records know ahead, empty where they hold nothing of that kind
   * @return a new reader
   * @throws IllegalArgumentException if the named fields cannot hold that many values, or the
   *     schema's file cannot be used
   */
  public static RowReader of(
      InputConfig input,
      int dimension,
      Optional<SchemaRegistry> registry,
      Optional<KnownPlans> plans) {
    if (input.tags().isPresent()) {
      return new AssembledRows(input.tags().get().sensors());
    }
    InputParser parser = new InputParser(input, dimension, plans);
    return input.rows().format() == InputFormat.JSON
        ? parser
        : new TreeRows(
            new RowPayload(input.rows().format(), input.rows().schema(), registry), parser);
  }
}
