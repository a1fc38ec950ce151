package io.kahkm.cli.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.DataException;
import io.kahkm.decode.FieldRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The forms of a topic's payloads: a topology file describes one of them. */
final class PayloadForms {
  /** What is rarer is a stray record, not a form. */
  private static final double STRAY_SHARE = 0.01;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ROWS = "rows, one value a field";

  /** Records of a form, and how its first one is to be read as tags; empty where it is none. */
  private static final class Form {
    private final Optional<FieldRules> rules;
    private long records;

    private Form(Optional<FieldRules> rules) {
      this.rules = rules;
    }
  }

  private final Map<String, Form> forms = new LinkedHashMap<>();
  private long records;

  private PayloadForms() {}

  /**
   * Looks at records.
   *
   * @param records of one topic; what is no JSON object has no form
   * @return their forms
   */
  static PayloadForms of(List<ConsumerRecord<byte[], byte[]>> records) {
    Set<String> keys = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.key() != null) {
        keys.add(new String(record.key(), StandardCharsets.UTF_8));
      }
    }
    PayloadForms forms = new PayloadForms();
    TagFields fields = new TagFields(keys);
    records.forEach(record -> forms.add(record, fields));
    return forms;
  }

  private void add(ConsumerRecord<byte[], byte[]> record, TagFields fields) {
    JsonNode object = object(record.value());
    if (object != null) {
      Optional<FieldRules> rules = fields.of(object);
      String name = rules.map(PayloadForms::describe).orElse(ROWS);
      forms.computeIfAbsent(name, form -> new Form(rules)).records++;
      records++;
    }
  }

  private static String describe(FieldRules rules) {
    String values = rules.each().map(list -> "a list " + list + " of values").orElse("one value");
    return values
        + " in "
        + rules.value()
        + ", its tag in "
        + (rules.tag().name().isEmpty() ? "the key" : rules.tag().name());
  }

  /**
   * How the records are to be read as tags.
   *
   * @param topic its name, for the message
   * @return empty if they are rows, or nothing that is known
   * @throws DataException if there are several forms
   */
  Optional<FieldRules> tags(String topic) {
    List<Map.Entry<String, Form>> common =
        forms.entrySet().stream()
            .filter(form -> form.getValue().records > STRAY_SHARE * records)
            .sorted(Comparator.comparingLong(form -> -form.getValue().records))
            .toList();
    if (common.size() > 1) {
      throw new DataException(
          topic
              + " holds payloads of several forms: "
              + common.stream()
                  .map(form -> form.getValue().records + " of " + records + " " + form.getKey())
                  .collect(Collectors.joining("; "))
              + ". A topology file describes one form: send each to a topic of its own, or draft"
              + " from a file with the readings of one");
    }
    return common.isEmpty() ? Optional.empty() : common.get(0).getValue().rules;
  }

  private static JsonNode object(byte[] value) {
    try {
      JsonNode tree = value == null ? null : MAPPER.readTree(value);
      return tree != null && tree.isObject() ? tree : null;
    } catch (IOException noJson) {
      return null;
    }
  }
}
