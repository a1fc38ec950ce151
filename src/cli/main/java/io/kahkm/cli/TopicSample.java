package io.kahkm.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The newest records of a topic as rows of text, those of each stream together and in order. The
 * first column is the record's key, the stream.
 */
final class TopicSample {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);
  private static final Duration LONGEST_READ = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(500);

  private final Map<String, List<Map<String, String>>> streams = new TreeMap<>();
  private final Map<String, String> fields = new LinkedHashMap<>();
  private final Map<String, Long> nested = new TreeMap<>();
  private long unread;

  private TopicSample() {}

  /**
   * Reads a sample.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param records about how many of its newest records are read
   * @param client further settings of the consumer; those of this class win; not modified
   */
  static TopicSample read(String bootstrap, String topic, int records, Properties client)
      throws IOException {
    Properties settings = new Properties();
    settings.putAll(client);
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LONGEST_ANSWER.toMillis());
    TopicSample sample = new TopicSample();
    KafkaConsumer<byte[], byte[]> consumer;
    try {
      consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw new UsageException("--bootstrap " + bootstrap + ": " + e.getMessage());
    }
    try (consumer) {
      sample.read(consumer, topic, records);
    } catch (KafkaException e) {
      throw new IOException("cannot read " + topic + " at " + bootstrap + ": " + e.getMessage(), e);
    }
    if (sample.streams.isEmpty()) {
      throw new DataException(topic + " at " + bootstrap + " has no record that is a JSON object");
    }
    return sample;
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer, String topic, int records) {
    List<PartitionInfo> known = consumer.partitionsFor(topic);
    if (known == null || known.isEmpty()) {
      throw new DataException("there is no topic " + topic);
    }
    List<TopicPartition> partitions =
        known.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    long share = Math.max(1, records / partitions.size());
    ends.forEach(
        (partition, end) -> consumer.seek(partition, Math.max(begins.get(partition), end - share)));
    long deadline = System.nanoTime() + LONGEST_READ.toNanos();
    while (System.nanoTime() < deadline
        && ends.entrySet().stream()
            .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < ends.get(new TopicPartition(topic, record.partition()))) {
          take(record);
        }
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    JsonNode value = object(record.value());
    if (value == null || record.key() == null) {
      unread++;
      return;
    }
    Map<String, String> row = new LinkedHashMap<>();
    value
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isContainerNode()) {
                nested.merge(field.getKey(), 1L, Long::sum);
              } else {
                fields.put(field.getKey(), "");
                row.put(field.getKey(), field.getValue().isNull() ? "" : field.getValue().asText());
              }
            });
    String stream = new String(record.key(), StandardCharsets.UTF_8);
    streams.computeIfAbsent(stream, key -> new ArrayList<>()).add(row);
  }

  private static JsonNode object(byte[] value) {
    try {
      JsonNode tree = value == null ? null : new ObjectMapper().readTree(value);
      if (tree != null && tree.has("schema") && tree.has("payload")) {
        tree = tree.get("payload");
      }
      return tree != null && tree.isObject() ? tree : null;
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The key's column, then the fields in order of appearance. */
  List<String> header() {
    List<String> header = new ArrayList<>();
    header.add(keyColumn());
    header.addAll(fields.keySet());
    return header;
  }

  private String keyColumn() {
    String name = "stream";
    while (fields.containsKey(name)) {
      name = name + "_key";
    }
    return name;
  }

  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    streams.forEach(
        (stream, records) -> {
          for (Map<String, String> record : records) {
            List<String> row = new ArrayList<>();
            row.add(stream);
            fields.keySet().forEach(field -> row.add(record.getOrDefault(field, "")));
            rows.add(row);
          }
        });
    return rows;
  }

  /** What was left out, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (unread > 0) {
      notes.add(unread + " records without a key or a JSON object were left out");
    }
    nested.forEach(
        (field, count) ->
            notes.add("field " + field + " holds arrays or objects and was left out"));
    return notes;
  }
}
