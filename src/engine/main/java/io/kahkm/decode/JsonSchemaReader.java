package io.kahkm.decode;

import io.kahkm.decode.registry.SchemaSource;

/**
 * Reads JSON that was written with a schema registry. The value tells its own fields, so that the
 * schema is not needed to read it; but what the registry does not know is not taken.
 */
final class JsonSchemaReader implements PayloadReader {
  private final SchemaSource registry;
  private final int idBytes;

  JsonSchemaReader(SchemaSource registry, int idBytes) {
    this.registry = registry;
    this.idBytes = idBytes;
  }

  @Override
  public void read(InputRecord record, byte[] value, FlatTree tree) throws Unreadable {
    WireFormat wire = WireFormat.of(record, value, idBytes);
    if (registry.find(wire.kind(), wire.id()) == null) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
    tree.parse(value, wire.offset());
  }
}
