package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.OtherConfig;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many bytes the largest message of each output topic, and of each topic of the engine's own,
 * can have. A message that its topic or the producer does not take would end the engine at the same
 * record again and again, so that both are checked before it starts.
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

  /** What a sentence says of one horizon. */
  private static final int PHRASE = 128;

  /** A key, and as text of JSON, in which a byte can take six. */
  private static final int STREAM = 7 * StreamIds.LONGEST_KEY;

  /** What {@code headers.envelope} adds: some sentences' worth of attributes, and the key. */
  private static final int EVENT = 4_096 + StreamIds.LONGEST_KEY;

  private MessageSizes() {}

  /**
   * The largest message of every output topic.
   *
   * @param config the topology file
   * @param model the model it names
   * @return bytes by topic, never too few, the forecasts first
   */
  static Map<String, Long> largest(TopologyConfig config, Model model) {
    return largest(config, model.map());
  }

  /** The same for a map, on which the model's sizes rest. */
  static Map<String, Long> largest(TopologyConfig config, KahmMap map) {
    HeaderPolicy headers = config.input().headers();
    long event = headers.events() ? EVENT : 0;
    long passed = headers.pass().isEmpty() ? 0 : RecordLimits.MOST_HEADER_BYTES;
    Map<String, Long> sizes = new LinkedHashMap<>();
    sizes.put(config.forecasts().topic(), forecasts(config, map) + event + passed);
    config
        .certificates()
        .ifPresent(
            section ->
                sizes.put(
                    section.topic(), Math.max(certificate(section, map), skill(config)) + event));
    config
        .incidents()
        .topic()
        .ifPresent(
            topic ->
                sizes.put(
                    topic,
                    FIXED + 4L * STREAM + (long) map.sensors().size() * FIXED_PER_ENTRY + event));
    sizes.put(config.rejectsTopic(), (long) RejectRecords.LARGEST_MESSAGE);
    return sizes;
  }

  /**
   * The largest message of every topic that Kafka Streams makes for the engine: what stores keep
   * and what goes from one processor to another. All of them are below what topics take by default.
   *
   * @param config the topology file
   * @return bytes by topic, never too few
   */
  static Map<String, Long> internal(TopologyConfig config) {
    long stored = StoreKeys.CHUNK_BYTES + 2L * JournalStore.LONG_VALUE + FIXED + STREAM;
    Map<String, Long> sizes = new LinkedHashMap<>();
    List<String> stores = new ArrayList<>(List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT));
    config
        .input()
        .tags()
        .ifPresent(
            tags -> {
              stores.addAll(List.of(StoreKeys.TAGS, StoreKeys.CELLS));
              if (tags.format() == InputFormat.SPARKPLUG) {
                stores.add(StoreKeys.BIRTHS);
              }
              if (!tags.inPlace()) {
                sizes.put(
                    internal(config, TopologyNodes.TAGS_BY_STREAM, "repartition"),
                    (long) RecordLimits.LARGEST_ROUTED + FIXED);
              }
            });
    if (config.certificates().flatMap(CertificateConfig::fleet).isPresent()) {
      stores.add(StoreKeys.FLEET);
      sizes.put(internal(config, TopologyNodes.FLEET_UNITS, "repartition"), stored);
    }
    stores.forEach(store -> sizes.put(internal(config, store, "changelog"), stored));
    return sizes;
  }

  private static String internal(TopologyConfig config, String name, String kind) {
    return config.applicationId() + "-" + name + "-" + kind;
  }

  private static long forecasts(TopologyConfig config, KahmMap map) {
    long sensors = map.sensors().size();
    long classes = map.classes();
    long coordinates =
        switch (config.forecasts().coordinates()) {
          case BASE64 -> 4 * ((classes * Double.BYTES + 2) / 3);
          case TEXT -> classes * NUMBER;
          case NONE -> 0;
        };
    long horizon = FIXED_PER_ENTRY + sensors * NUMBER + coordinates;
    return FIXED + STREAM + sensors * NUMBER + config.forecasts().horizons().size() * horizon;
  }

  private static long skill(TopologyConfig config) {
    ForecastConfig forecasts = config.forecasts();
    int horizons = forecasts.horizons().size();
    long sentence = FIXED_PER_ENTRY + (long) horizons * PHRASE;
    long size =
        FIXED
            + STREAM
            + forecasts.skill().references().size()
                * (sentence + (long) horizons * FIXED_PER_ENTRY);
    for (OtherConfig other : forecasts.others()) {
      // A forecaster is named by every claim and sentence; a character of JSON can take six bytes.
      long name = 6L * other.name().length();
      size += 2 * (sentence + name + other.horizons().size() * (FIXED_PER_ENTRY + name));
    }
    return size;
  }

  private static long certificate(CertificateConfig section, KahmMap map) {
    long classes = map.classes();
    long margins = section.display().marginThresholds().isEmpty() ? 0 : 2 * classes * NUMBER;
    return FIXED
        + STREAM
        + classes * COUNT
        + margins
        + (long) section.display().kappas().size() * FIXED_PER_ENTRY;
  }
}
