package io.kahkm.cli.draft;

import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.topic.TopicRecords;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.TagDecoder;
import io.kahkm.decode.TagDecoders;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The newest records of a topic that hold tags as JSON, read by fields that their names suggest and
 * kept as a file of one reading in each row, in the order of arrival.
 */
public final class TagTopicSample {
  private static final double MOST_UNREAD = 0.5;

  private final String topic;
  private final FieldRules rules;
  private final List<List<String>> rows = new ArrayList<>();

  private long unread;

  private TagTopicSample(String topic, FieldRules rules) {
    this.topic = topic;
    this.rules = rules;
  }

  /**
   * Reads a sample.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param records about how many of its newest records are read
   * @param client further settings of the consumer
   * @return the sample, empty if its records do not look like tags
   * @throws IOException if the brokers do not answer
   */
  public static Optional<TagTopicSample> read(
      String bootstrap, String topic, int records, Properties client) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    TopicRecords.newest(bootstrap, topic, records, client, all::add);
    return of(topic, all);
  }

  /**
   * Reads records as tags; empty where they hold rows.
   *
   * @throws io.kahkm.cli.console.DataException if they hold payloads of several forms
   */
  public static Optional<TagTopicSample> of(
      String topic, List<ConsumerRecord<byte[], byte[]>> records) {
    Optional<FieldRules> rules = PayloadForms.of(records).tags(topic);
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    TagTopicSample sample = new TagTopicSample(topic, rules.get());
    TagDecoder decoder = TagDecoders.of(InputFormat.JSON, rules.get(), Optional.empty());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      InputRecord input =
          new InputRecord(
              topic, record.key(), record.value(), record.headers(), record.timestamp());
      sample.unread += decoder.decode(input, sample::add) == null ? 0 : 1;
    }
    return sample.rows.isEmpty() || sample.unread > MOST_UNREAD * records.size()
        ? Optional.empty()
        : Optional.of(sample);
  }

  private void add(RawReading reading) {
    if (reading.stream() != null && reading.tag() != null) {
      String value =
          reading.kind() == RawReading.Kind.NUMBER
              ? Double.toString(reading.number())
              : reading.text() == null ? "" : reading.text();
      rows.add(List.of(reading.stream(), reading.tag(), Long.toString(reading.time()), value));
    }
  }

  /** Records that do not have the form of the others, or lack a field. */
  public long unread() {
    return unread;
  }

  String topic() {
    return topic;
  }

  /** Number of readings. */
  public int size() {
    return rows.size();
  }

  /** Keeps the sample as a file. */
  public LongFile write(Path csv) throws IOException {
    try (CsvSink sink = CsvSink.create(csv, List.of("stream", "tag", "time", "value"))) {
      for (List<String> row : rows) {
        sink.write(row);
      }
    }
    return new LongFile(
        csv.toString(),
        "tag",
        "value",
        "time",
        TimeFormat.NS,
        Optional.of("stream"),
        Optional.empty());
  }

  /** The fields of the topology file that say how the records are read. */
  public Map<String, String> rules() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("stream", rule(rules.stream()));
    fields.put("tag", rule(rules.tag()));
    StringBuilder described = new StringBuilder("{");
    rules.each().ifPresent(each -> described.append("each: ").append(quoted(each)).append(", "));
    described.append("value: ").append(quoted(rules.value()));
    rules.quality().ifPresent(q -> described.append(", quality: ").append(quoted(q)));
    fields.put("fields", described.append('}').toString());
    rules.time().ifPresent(time -> fields.put("time", quoted(time)));
    rules.time().ifPresent(time -> fields.put("time-unit", rules.timeFormat().label()));
    return fields;
  }

  private static String rule(NameRule rule) {
    String from = rule.origin().label() + (rule.name().isEmpty() ? "" : " " + rule.name());
    return "{from: "
        + quoted(from)
        + rule.pattern().map(pattern -> ", pattern: " + quoted(pattern.pattern())).orElse("")
        + "}";
  }

  private static String quoted(String text) {
    return TopologyDraft.quoted(text);
  }
}
