package io.kahkm.stream;

import io.kahkm.decode.InputFormat;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.RegistryUnavailableException;
import io.kahkm.decode.RejectReason;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.decode.TagDecoder;
import io.kahkm.decode.TagDecoders;
import io.kahkm.topology.TagsConfig;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decoder of one task. A registry that cannot be reached is asked again for a while; then the
 * record stays where it is and a new thread comes back to it, as after a broker that was away.
 */
final class TagSource {
  private static final Logger LOGGER = LoggerFactory.getLogger(TagSource.class);

  /** Well within the transaction's timeout of ten seconds. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final TagDecoder decoder;

  private TagSource(TagDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * The decoder that a topology file asks for.
   *
   * @param tags the file's tags
   * @param nodes keeps what births of Sparkplug say
   * @return a new decoder
   */
  static TagSource of(TagsConfig tags, SparkplugDecoder.Nodes nodes) {
    return new TagSource(
        tags.format() == InputFormat.SPARKPLUG
            ? new SparkplugDecoder(tags.fields().stream(), tags.fields().tag(), nodes)
            : TagDecoders.of(tags.format(), tags.fields(), tags.schema()));
  }

  /** Reads a record, see {@link TagDecoder#decode}. */
  RejectReason decode(InputRecord record, Consumer<RawReading> readings) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (true) {
      try {
        return decoder.decode(record, readings);
      } catch (RegistryUnavailableException unavailable) {
        if (System.nanoTime() - end >= 0) {
          throw unavailable;
        }
        LOGGER.warn("{}; trying again, nothing is skipped", unavailable.getMessage());
        pause(unavailable);
      }
    }
  }

  private static void pause(RegistryUnavailableException unavailable) {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw unavailable;
    }
  }
}
