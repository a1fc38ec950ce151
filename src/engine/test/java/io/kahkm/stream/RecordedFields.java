package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Holds JSON that is written now to JSON that was recorded: fields may be added to an object,
 * nothing may be missing, or changed other than {@link DeclaredChanges} says. Numbers are compared
 * as the text that stands there.
 */
final class RecordedFields {
  private static final JsonFactory FACTORY = new JsonFactory();

  private static final String VARIATION_LOW = "retainedVariationLow";

  /** Pairs of the windows that the recorded models have a limit of. */
  private static final int SHORTEST_JUDGED = 20;

  private RecordedFields() {}

  /** A value that is neither object nor array. */
  private record Scalar(JsonToken kind, String text) {}

  /**
   * Compares.
   *
   * @param recorded UTF-8 JSON, or null
   * @param actual UTF-8 JSON, or null
   * @return the first difference, empty if everything recorded is there
   */
  static Optional<String> difference(byte[] recorded, byte[] actual) {
    if (recorded == null || actual == null) {
      return recorded == actual ? Optional.empty() : Optional.of("one of them is null");
    }
    try {
      return difference("", tree(recorded), tree(actual));
    } catch (IOException e) {
      return Optional.of("no JSON: " + e.getMessage());
    }
  }

  private static Optional<String> difference(String path, Object recorded, Object actual) {
    if (recorded instanceof Map<?, ?> fields && actual instanceof Map<?, ?> present) {
      for (Map.Entry<?, ?> field : declared(fields, present).entrySet()) {
        String inner = path + "." + field.getKey();
        Optional<String> difference =
            present.containsKey(field.getKey())
                ? difference(inner, field.getValue(), present.get(field.getKey()))
                : Optional.of(inner + " is missing");
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    if (recorded instanceof List<?> elements
        && actual instanceof List<?> present
        && elements.size() == present.size()) {
      for (int i = 0; i < elements.size(); i++) {
        Optional<String> difference =
            difference(path + "[" + i + "]", elements.get(i), present.get(i));
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    boolean declared =
        recorded instanceof Scalar before
            && actual instanceof Scalar now
            && before.kind() == now.kind()
            && DeclaredChanges.allow(path, before.text(), now.text());
    return declared || Objects.equals(recorded, actual)
        ? Optional.empty()
        : Optional.of(path + " was " + recorded + " and is " + actual);
  }

  /**
   * What is still to be there after declared changes: a window shorter than those that its limit
   * was taken from is not judged by its variation any more, which also changes how many windows in
   * a row had a verdict.
   */
  private static Map<?, ?> declared(Map<?, ?> recorded, Map<?, ?> actual) {
    if (recorded.get("certificate") instanceof Map<?, ?> last
        && (isShort(last) || beganShort(last))) {
      Map<Object, Object> left = new LinkedHashMap<>(recorded);
      left.remove("verdictRun");
      return left;
    }
    boolean unjudged =
        recorded.containsKey(VARIATION_LOW)
            && !Objects.equals(recorded.get(VARIATION_LOW), actual.get(VARIATION_LOW))
            && isShort(recorded);
    if (!unjudged || !(recorded.get("alarm") instanceof Map<?, ?> recordedAlarm)) {
      return recorded;
    }
    Map<Object, Object> left = new LinkedHashMap<>(recorded);
    left.remove(VARIATION_LOW);
    if (recordedAlarm.get("reason") instanceof Scalar reason
        && reason.text().matches("low-variation|LOW_VARIATION")) {
      left.keySet().removeAll(Set.of("verdict", "reason", "words"));
      Map<Object, Object> alarm = new LinkedHashMap<>(recordedAlarm);
      alarm.keySet().removeAll(Set.of("verdict", "reason"));
      left.put("alarm", alarm);
    }
    return left;
  }

  /** A cumulative window's first checkpoints are shorter than its present one. */
  private static boolean beganShort(Map<?, ?> window) {
    return window.get("policy") instanceof Scalar policy && policy.text().equals("CUMULATIVE");
  }

  private static boolean isShort(Map<?, ?> window) {
    return window.get("pairs") instanceof Scalar pairs
        && Integer.parseInt(pairs.text()) < SHORTEST_JUDGED;
  }

  private static Object tree(byte[] json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      Object tree = tree(parser);
      if (parser.nextToken() != null) {
        throw new IOException("there is more text after the JSON value");
      }
      return tree;
    }
  }

  private static Object tree(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        fields.put(name, tree(parser));
      }
      return fields;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(tree(parser));
      }
      return elements;
    }
    return new Scalar(parser.currentToken(), parser.getText());
  }
}
