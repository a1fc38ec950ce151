package io.kahkm.stream.input;

import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RowPayload;
import java.util.Objects;

/**
 * Reads rows of formats other than plain JSON: the payload is read into a tree, and the tree as
 * JSON is. Keeps a workspace: one owner, not thread-safe.
 */
final class TreeRows implements RowReader {
  private final RegistryPatience patience = new RegistryPatience();
  private final RowPayload payload;
  private final InputParser parser;

  /**
   * Creates a reader.
   *
   * @param payload reads the format
   * @param parser finds the fields
   */
  TreeRows(RowPayload payload, InputParser parser) {
    this.payload = payload;
    this.parser = parser;
  }

  @Override
  public ParsedInput parse(InputRecord record) {
    RowPayload.Result read = patience.ask(() -> payload.read(record));
    return read.problem() == null
        ? parser.parseTree(Objects.requireNonNull(read.tree()), record.timestamp())
        : new ParsedInput.Rejected(read.problem());
  }
}
