package io.kahkm.stream;

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
   * @throws IllegalArgumentException if the named fields cannot hold that many values
   */
  static RowReader of(InputConfig input, int dimension) {
    return input.tags().isPresent()
        ? new AssembledRows(input.state())
        : new InputParser(input, dimension);
  }
}
