package io.kahkm.decode;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record: takes off what is around the payload, reads it and finds the readings in it.
 * Keeps a workspace: one owner, not thread-safe.
 */
final class PayloadDecoder implements TagDecoder {
  private final boolean json;
  private final PayloadReader reader;
  private final TreeDecoder decoder;
  private final FlatTree tree = new FlatTree();

  /**
   * Creates a decoder.
   *
   * @param json whether the payload is JSON without anything before it
   * @param reader reads the payload
   * @param decoder finds the readings
   */
  PayloadDecoder(boolean json, PayloadReader reader, TreeDecoder decoder) {
    this.json = json;
    this.reader = reader;
    this.decoder = decoder;
  }

  @Override
  public @Nullable RejectCause decode(InputRecord record, Consumer<RawReading> readings) {
    byte[] value = record.value();
    if (value == null) {
      return RejectCause.of(RejectReason.NULL_VALUE);
    }
    if (value.length > InputJson.LONGEST_VALUE) {
      return RejectCause.of(RejectReason.TOO_LARGE);
    }
    try {
      return decoder.decode(record, tree, root(record, value), readings);
    } catch (Unreadable unreadable) {
      return unreadable.problem();
    }
  }

  /** Reads the value; gives the payload's node. */
  private int root(InputRecord record, byte[] value) throws Unreadable {
    if (value.length == 0) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    boolean structured = CloudEvents.isStructured(record);
    if (!json) {
      byte[] payload = value;
      if (structured) {
        tree.parse(value, 0);
        payload = CloudEvents.bytes(tree);
      }
      reader.read(record, payload, tree);
      return 0;
    }
    reader.read(record, value, tree);
    return structured || CloudEvents.isEvent(tree) ? CloudEvents.data(tree) : payload();
  }

  /** Takes off Kafka Connect's envelope: a schema and a payload, nothing else. */
  private int payload() throws Unreadable {
    int payload = tree.get(0, "payload");
    boolean enveloped =
        payload != FlatTree.NONE && tree.get(0, "schema") != FlatTree.NONE && tree.size(0) == 2;
    if (!enveloped) {
      return 0;
    }
    if (tree.isNull(payload)) {
      throw new Unreadable(RejectReason.NULL_VALUE);
    }
    return payload;
  }
}
