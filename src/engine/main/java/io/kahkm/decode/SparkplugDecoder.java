package io.kahkm.decode;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads payloads of Sparkplug B. Which message it is says the MQTT topic, in the record's key or in
 * a header.
 *
 * <p>A birth names the metrics and their aliases; data that use an alias no birth has named are
 * rejected, because nobody can know what they are. With a death none of the metrics has a value any
 * more: each gives a reading of bad quality. A node's death with another {@code bdSeq} than its
 * last birth is that of an earlier connection and says nothing. Commands, the state of hosts and
 * the metric {@code bdSeq} are no readings. The stream is {@code group/node} or {@code
 * group/node/device}, or the part of it that a pattern takes.
 *
 * <p>Keeps a workspace: one owner, not thread-safe.
 */
public final class SparkplugDecoder implements TagDecoder {
  private static final int PAYLOAD_TIMESTAMP = 1;
  private static final int PAYLOAD_METRICS = 2;
  private static final String DEATH_SEQUENCE = "bdSeq";
  private static final String CONTROL = "Node Control/";

  /** Where the aliases of edge nodes are kept. */
  public interface Nodes {
    /**
     * What is known of a node.
     *
     * @param node {@code group/node}
     * @return its aliases, or null if it was never born
     */
    @Nullable SparkplugAliases get(String node);

    /**
     * A birth has changed what is known.
     *
     * @param node {@code group/node}
     * @param aliases to be kept
     * @return false if there is no room for one more node
     */
    boolean put(String node, SparkplugAliases aliases);

    /**
     * A place on the heap, with no node yet.
     *
     * @return for one thread
     */
    static Nodes onHeap() {
      Map<String, SparkplugAliases> nodes = new HashMap<>();
      return new Nodes() {
        @Override
        public @Nullable SparkplugAliases get(String node) {
          return nodes.get(node);
        }

        @Override
        public boolean put(String node, SparkplugAliases aliases) {
          nodes.put(node, aliases);
          return true;
        }
      };
    }
  }

  private final NameRule stream;
  private final NameRule tag;
  private final NameFinder mqttTopic;
  private final Nodes nodes;

  /**
   * Creates a decoder.
   *
   * @param stream where the MQTT topic is found: the key or a header; its pattern takes a part of
   *     {@code group/node/device}
   * @param tag its pattern takes a part of the metric's name
   * @param nodes keeps the aliases
   */
  public SparkplugDecoder(NameRule stream, NameRule tag, Nodes nodes) {
    this.stream = stream;
    this.tag = tag;
    this.nodes = nodes;
    mqttTopic = new NameFinder(new NameRule(stream.origin(), stream.name(), Optional.empty()));
  }

  /**
   * The edge node of a record: all records of a node must be read by one decoder, in their order.
   *
   * @param record the record
   * @return {@code group/node}, or null if the record names none
   */
  public @Nullable String node(InputRecord record) {
    try {
      String topic = mqttTopic.find(record);
      return topic == null ? null : SparkplugTopic.of(topic).node();
    } catch (Unreadable noTopic) {
      return null;
    }
  }

  @Override
  public @Nullable RejectCause decode(InputRecord record, Consumer<RawReading> readings) {
    try {
      String text = mqttTopic.find(record);
      if (text == null) {
        return RejectCause.of(RejectReason.MISSING_KEY);
      }
      SparkplugTopic topic = SparkplugTopic.of(text);
      return switch (topic.type()) {
        case OTHER -> null;
        case DEATH -> death(record, topic, readings);
        case BIRTH, DATA -> metrics(record, topic, readings);
      };
    } catch (Unreadable unreadable) {
      return unreadable.problem();
    }
  }

  /** A payload's own fields. */
  private static final class Payload {
    private long timestamp = -1;
    private final List<SparkplugMetric> metrics = new ArrayList<>();
  }

  private static Payload read(byte @Nullable [] value) throws Unreadable {
    if (value == null) {
      throw new Unreadable(RejectReason.NULL_VALUE);
    }
    if (value.length > InputJson.LONGEST_VALUE) {
      throw new Unreadable(RejectReason.TOO_LARGE);
    }
    Payload payload = new Payload();
    CodedInputStream input = CodedInputStream.newInstance(value);
    try {
      for (int field = input.readTag(); field != 0; field = input.readTag()) {
        if (field == tagOf(PAYLOAD_METRICS, WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
          int limit = input.pushLimit(input.readRawVarint32());
          payload.metrics.add(SparkplugMetric.read(input));
          input.popLimit(limit);
        } else if (field == tagOf(PAYLOAD_TIMESTAMP, WireFormat.WIRETYPE_VARINT)) {
          payload.timestamp = input.readUInt64();
        } else {
          input.skipField(field);
        }
      }
    } catch (IOException malformed) {
      throw new Unreadable(RejectReason.MALFORMED);
    }
    return payload;
  }

  private static int tagOf(int field, int wireType) {
    return field << 3 | wireType;
  }

  private @Nullable RejectCause metrics(
      InputRecord record, SparkplugTopic topic, Consumer<RawReading> readings) throws Unreadable {
    Payload payload = read(record.value());
    SparkplugAliases aliases = nodes.get(topic.node());
    RejectCause problem = null;
    if (topic.type() == SparkplugTopic.Type.BIRTH) {
      aliases = aliases == null ? new SparkplugAliases() : aliases;
      problem = birth(topic, payload, aliases);
      if (!nodes.put(topic.node(), aliases)) {
        return RejectCause.of(RejectReason.TOO_MANY_STREAMS);
      }
    }
    String streamName = stream.part(topic.stream());
    for (SparkplugMetric metric : payload.metrics) {
      RejectCause cause = metric(record, topic, payload, aliases, metric, streamName, readings);
      problem = problem == null ? cause : problem;
    }
    return problem;
  }

  private static @Nullable RejectCause birth(
      SparkplugTopic topic, Payload payload, SparkplugAliases aliases) {
    aliases.forget(topic.stream(), topic.device());
    for (SparkplugMetric metric : payload.metrics) {
      if (metric.name().isEmpty()) {
        return RejectCause.of(RejectReason.MISSING_FIELD);
      }
      if (!aliases.know(topic.stream(), metric)) {
        return RejectCause.of(RejectReason.TOO_LARGE);
      }
      if (!topic.device() && metric.name().equals(DEATH_SEQUENCE)) {
        aliases.deathSequence(metric.whole());
      }
    }
    return null;
  }

  private @Nullable RejectCause metric(
      InputRecord record,
      SparkplugTopic topic,
      Payload payload,
      @Nullable SparkplugAliases aliases,
      SparkplugMetric metric,
      @Nullable String streamName,
      Consumer<RawReading> readings) {
    String name = metric.name();
    int type = metric.datatype();
    if (name.isEmpty()) {
      SparkplugAliases.Known known =
          aliases == null || !metric.aliased() ? null : aliases.of(metric.alias());
      if (known == null || !known.stream().equals(topic.stream())) {
        return RejectCause.of(RejectReason.UNKNOWN_ALIAS);
      }
      name = known.name();
      type = known.datatype();
    } else if (type == 0 && aliases != null) {
      type = aliases.metrics(topic.stream()).getOrDefault(name, 0);
    }
    if (!isReading(name)) {
      return null;
    }
    long millis = metric.timestamp() < 0 ? payload.timestamp : metric.timestamp();
    try {
      long nanos = nanos(millis, record);
      readings.accept(metric.reading(streamName, tag.part(name), nanos, type));
      return null;
    } catch (Unreadable untimed) {
      return untimed.problem();
    }
  }

  private static boolean isReading(String name) {
    return !name.equals(DEATH_SEQUENCE) && !name.startsWith(CONTROL);
  }

  /** A payload's time, or where it has none the record's own. */
  private static long nanos(long millis, InputRecord record) throws Unreadable {
    if (millis < 0) {
      return record.time();
    }
    if (millis > Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND) {
      throw new Unreadable(RejectReason.NOT_FINITE);
    }
    return millis * TimeText.NANOS_PER_MILLISECOND;
  }

  private static long sequence(Payload payload) {
    for (SparkplugMetric metric : payload.metrics) {
      if (metric.name().equals(DEATH_SEQUENCE)) {
        return metric.whole();
      }
    }
    return -1;
  }

  /** The payload of a node's death was written when the node connected: its time says nothing. */
  private @Nullable RejectCause death(
      InputRecord record, SparkplugTopic topic, Consumer<RawReading> readings) throws Unreadable {
    Payload payload = read(record.value());
    SparkplugAliases aliases = nodes.get(topic.node());
    if (aliases == null || (!topic.device() && aliases.isStaleDeath(sequence(payload)))) {
      return null;
    }
    boolean dated = topic.device() && payload.timestamp >= 0;
    long nanos = nanos(dated ? payload.timestamp : -1, record);
    for (String born : aliases.streams()) {
      if (!topic.device() || born.equals(topic.stream())) {
        String streamName = stream.part(born);
        for (String name : aliases.metrics(born).keySet()) {
          if (isReading(name)) {
            readings.accept(RawReading.of(RawReading.Kind.BAD, streamName, tag.part(name), nanos));
          }
        }
      }
    }
    return null;
  }
}
