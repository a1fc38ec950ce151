package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads payloads that are described by their fields. Not thread-safe. */
final class FieldDecoder implements TreeDecoder {
  /** Nested objects are read as values of many fields down to this depth. */
  private static final int DEEPEST_VALUES = 8;

  private final FieldRules rules;

  /** Fields that are no values when all others are. */
  private final Set<String> named = new HashSet<>();

  FieldDecoder(FieldRules rules) {
    this.rules = rules;
    rules.time().ifPresent(named::add);
    rules.quality().ifPresent(named::add);
    for (NameRule rule : new NameRule[] {rules.stream(), rules.tag()}) {
      if (rule.origin() == NameRule.Origin.FIELD) {
        named.add(rule.name());
      }
    }
  }

  @Override
  public RejectReason decode(InputRecord record, JsonNode root, Consumer<RawReading> readings) {
    if (rules.each().isEmpty()) {
      return element(new Element(record, root, root, null), readings);
    }
    JsonNode elements =
        rules.each().get().equals(FieldRules.WHOLE)
            ? root
            : JsonTree.field(root, rules.each().get());
    if (elements == null) {
      return RejectReason.MISSING_FIELD;
    }
    RejectReason problem = null;
    if (elements.isArray()) {
      for (JsonNode element : elements) {
        problem = first(problem, element(new Element(record, root, element, null), readings));
      }
      return problem;
    }
    if (!elements.isObject()) {
      return RejectReason.MALFORMED;
    }
    for (Map.Entry<String, JsonNode> entry : elements.properties()) {
      Element element = new Element(record, root, entry.getValue(), entry.getKey());
      problem = first(problem, element(element, readings));
    }
    return problem;
  }

  private static RejectReason first(RejectReason one, RejectReason other) {
    return one == null ? other : one;
  }

  /** One element of a payload with what is around it. */
  private record Element(InputRecord record, JsonNode root, JsonNode node, String name) {
    JsonNode field(String path) {
      JsonNode found = node.isObject() ? JsonTree.field(node, path) : null;
      return found == null ? JsonTree.field(root, path) : found;
    }

    String text(String path) {
      return JsonTree.text(field(path));
    }
  }

  private RejectReason element(Element element, Consumer<RawReading> readings) {
    boolean scalar = element.name() != null && !element.node().isObject();
    if (!scalar && !element.node().isObject()) {
      return RejectReason.MALFORMED;
    }
    long time;
    try {
      time = time(element);
    } catch (Unreadable unreadable) {
      return unreadable.reason();
    }
    boolean bad = isBad(element);
    String stream = rules.stream().find(element.record(), element.name(), element::text);
    if (rules.value().equals(FieldRules.ALL) && !scalar) {
      values(element, element.node(), "", DEEPEST_VALUES, stream, time, bad, readings);
      return null;
    }
    // A value that is null says that there is none; without the field nothing is said.
    JsonNode value = scalar ? element.node() : JsonTree.find(element.node(), rules.value());
    if (value == null) {
      return RejectReason.MISSING_FIELD;
    }
    String tag = rules.tag().find(element.record(), element.name(), element::text);
    readings.accept(
        bad
            ? RawReading.of(RawReading.Kind.BAD, stream, tag, time)
            : JsonTree.reading(stream, tag, time, value));
    return null;
  }

  private long time(Element element) throws Unreadable {
    if (rules.time().isEmpty()) {
      return element.record().time();
    }
    JsonNode time = element.field(rules.time().get());
    if (time == null) {
      throw new Unreadable(RejectReason.MISSING_FIELD);
    }
    return JsonTree.time(time, rules.timeFormat());
  }

  private boolean isBad(Element element) {
    JsonNode quality = rules.quality().isEmpty() ? null : element.field(rules.quality().get());
    return quality != null && Quality.isBad(quality, rules.good());
  }

  /** All fields are values but those that have another meaning. */
  private void values(
      Element element,
      JsonNode node,
      String prefix,
      int depth,
      String stream,
      long time,
      boolean bad,
      Consumer<RawReading> readings) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = prefix + field.getKey();
      if (named.contains(name)) {
        continue;
      }
      if (field.getValue().isObject() && depth > 0) {
        values(element, field.getValue(), name + ".", depth - 1, stream, time, bad, readings);
      } else {
        String tag = rules.tag().find(element.record(), name, element::text);
        readings.accept(
            bad
                ? RawReading.of(RawReading.Kind.BAD, stream, tag, time)
                : JsonTree.reading(stream, tag, time, field.getValue()));
      }
    }
  }
}
