package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import io.kahkm.topology.CertificateConfig;
import io.kahkm.topology.TopologyConfig;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many bytes the largest message of each output topic can have. A message that its topic or the
 * producer does not take would end the engine at the same record again and again, so that both are
 * checked before it starts.
 */
final class MessageSizes {
  /** A double with its sign, 17 digits, exponent, comma and point. */
  private static final int NUMBER = 26;

  /** A whole 64-bit number and a comma. */
  private static final int COUNT = 21;

  /** Names and numbers of a fixed count, a certificate's sentences, and Kafka's own frame. */
  private static final int FIXED = 8_192;

  /** Names and numbers of one horizon or of one displayed kappa. */
  private static final int FIXED_PER_ENTRY = 1_024;

  /** A key, and as text of JSON, in which a byte can take six. */
  private static final int STREAM = 7 * StreamIds.LONGEST_KEY;

  private MessageSizes() {}

  /**
   * The largest message of every output topic.
   *
   * @param config the topology file
   * @param model the model it names
   * @return bytes by topic, never too few, the forecasts first
   */
  static Map<String, Long> largest(TopologyConfig config, Model model) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    sizes.put(config.forecasts().topic(), forecasts(config, model));
    config
        .certificates()
        .ifPresent(section -> sizes.put(section.topic(), certificate(section, model)));
    config
        .incidents()
        .topic()
        .ifPresent(
            topic -> sizes.put(topic, FIXED + 4L * STREAM + sensors(model) * FIXED_PER_ENTRY));
    sizes.put(config.rejectsTopic(), (long) RejectRecords.LARGEST_MESSAGE);
    return sizes;
  }

  private static long sensors(Model model) {
    return model.map().sensors().size();
  }

  private static long forecasts(TopologyConfig config, Model model) {
    long sensors = model.map().sensors().size();
    long classes = model.map().classes();
    long coordinates =
        switch (config.forecasts().coordinates()) {
          case BASE64 -> 4 * ((classes * Double.BYTES + 2) / 3);
          case TEXT -> classes * NUMBER;
          case NONE -> 0;
        };
    long horizon = FIXED_PER_ENTRY + sensors * NUMBER + coordinates;
    return FIXED + STREAM + sensors * NUMBER + config.forecasts().horizons().size() * horizon;
  }

  private static long certificate(CertificateConfig section, Model model) {
    long classes = model.map().classes();
    long margins = section.margin().isPresent() ? 2 * classes * NUMBER : 0;
    return FIXED
        + STREAM
        + classes * COUNT
        + margins
        + (long) section.displayKappas().size() * FIXED_PER_ENTRY;
  }
}
