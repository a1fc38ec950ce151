package io.kahkm.stream.input;

import io.kahkm.config.TagsConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.decode.TagDecoder;
import io.kahkm.decode.TagDecoders;
import io.kahkm.decode.registry.SchemaRegistry;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The decoder of one task, which waits for its registry. */
public final class TagSource {
  private final RegistryPatience patience = new RegistryPatience();
  private final TagDecoder decoder;

  private TagSource(TagDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * The decoder that a topology file asks for.
   *
   * @param tags the file's tags
   * @param registry the one that all share, empty where none is named
   * @param nodes keeps what births of Sparkplug say
   * @return a new decoder
   */
  public static TagSource of(
      TagsConfig tags, Optional<SchemaRegistry> registry, SparkplugDecoder.@Nullable Nodes nodes) {
    return new TagSource(
        TagDecoders.of(tags.format(), tags.fields(), tags.schema(), registry, nodes));
  }

  /** Reads a record, see {@link TagDecoder#decode}. */
  public @Nullable RejectCause decode(InputRecord record, Consumer<RawReading> readings) {
    return patience.ask(() -> decoder.decode(record, readings));
  }
}
