package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.decode.registry.SchemaRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads records that hold whole rows in another format than plain JSON, into trees whose fields the
 * rows are made of. Keeps a workspace: one owner, not thread-safe.
 */
public final class RowPayload {
  private final boolean opcua;
  private final PayloadDecoder decoder;
  private @Nullable JsonNode tree;

  /**
   * What a record turned out to be.
   *
   * @param tree the payload; null if it could not be read
   * @param problem why not, else null
   */
  public record Result(@Nullable JsonNode tree, @Nullable RejectCause problem) {}

  /**
   * A reader of one format.
   *
   * @param format any but Sparkplug, which has no rows
   * @param schema where schemas come from, for formats that have some
   * @param registry the registry of {@link TagDecoders#registry}, empty for one of its own
   * @throws IllegalArgumentException if the schema's file cannot be used; the message says why
   */
  public RowPayload(
      InputFormat format, Optional<SchemaRules> schema, Optional<SchemaRegistry> registry) {
    opcua = format == InputFormat.OPCUA_JSON;
    decoder =
        TagDecoders.of(
            format, (record, read, root, readings) -> keep(read, root), schema, registry);
  }

  private @Nullable RejectCause keep(FlatTree read, int root) {
    try {
      tree = opcua ? OpcuaDecoder.row(read, root) : read.tree(root);
      return null;
    } catch (Unreadable noRow) {
      return noRow.problem();
    }
  }

  /**
   * Reads a record. No exception leaves it for any bytes.
   *
   * @param record the record; not modified
   * @return its payload
   * @throws RegistryUnavailableException if a schema is needed and the registry cannot be reached
   */
  public Result read(InputRecord record) {
    tree = null;
    RejectCause problem = decoder.decode(record, reading -> {});
    return new Result(tree, problem);
  }
}
