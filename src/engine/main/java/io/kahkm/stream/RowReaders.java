package io.kahkm.stream;

import io.kahkm.decode.InputFormat;
import io.kahkm.decode.RowPayload;
import io.kahkm.topology.InputConfig;

/** Chooses how rows are read. */
final class RowReaders {
  private RowReaders() {}

  /**
   * The reader of an input.
   *
   * @param input names of the fields
   * @param dimension number of sensors of the model
   * @return a new reader
   * @throws IllegalArgumentException if the named fields cannot hold that many values, or the
   *     schema's file cannot be used
   */
  static RowReader of(InputConfig input, int dimension) {
    if (input.tags().isPresent()) {
      return new AssembledRows(input.tags().get().sensors());
    }
    InputParser parser = new InputParser(input, dimension);
    return input.rows().format() == InputFormat.JSON
        ? parser
        : new TreeRows(new RowPayload(input.rows().format(), input.rows().schema()), parser);
  }
}
