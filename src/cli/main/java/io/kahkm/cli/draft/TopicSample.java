package io.kahkm.cli.draft;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.topic.TopicRecords;
import io.kahkm.internal.numeric.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The newest records of a topic as rows of text, those of each stream together and in order. The
 * first column is the record's key, the stream.
 */
public final class TopicSample {
  private static final ObjectMapper MAPPER = new ObjectMapper();

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
  public static TopicSample read(String bootstrap, String topic, int records, Properties client)
      throws IOException {
    return read(bootstrap, topic, records, client, stream -> true, Progress.NONE);
  }

  /**
   * Reads a sample of some streams.
   *
   * @param bootstrap brokers, {@code host:port} separated by commas
   * @param topic the topic
   * @param records about how many of its newest records are read
   * @param client further settings of the consumer; those of this class win; not modified
   * @param wanted whether a stream's records are kept
   * @param progress told after every fetch
   */
  public static TopicSample read(
      String bootstrap,
      String topic,
      int records,
      Properties client,
      Predicate<String> wanted,
      Progress progress)
      throws IOException {
    TopicSample sample = new TopicSample();
    TopicRecords.newest(
        bootstrap,
        topic,
        records,
        client,
        record -> {
          if (record.key() == null
              || wanted.test(new String(record.key(), StandardCharsets.UTF_8))) {
            sample.take(record);
          }
        },
        progress);
    if (sample.streams.isEmpty()) {
      throw new DataException(topic + " at " + bootstrap + " has no record that is a JSON object");
    }
    return sample;
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
      JsonNode tree = value == null ? null : MAPPER.readTree(value);
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
  public List<String> header() {
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

  /** The rows, each with as many cells as the header. */
  public List<List<String>> rows() {
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
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (unread > 0) {
      notes.add(
          unread == 1
              ? "1 record without a key or a JSON object was left out"
              : unread + " records without a key or a JSON object were left out");
    }
    nested.forEach(
        (field, count) ->
            notes.add("field " + field + " holds arrays or objects and was left out"));
    return notes;
  }
}
