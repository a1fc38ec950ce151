package io.kahkm.decode;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads payloads that are described by their fields. Keeps a workspace; not thread-safe. */
final class FieldDecoder implements TreeDecoder {
  /** Nested objects are read as values of many fields down to this depth. */
  private static final int DEEPEST_VALUES = 8;

  private final FieldRules rules;
  private final NameFinder streams;
  private final NameFinder tags;
  private final boolean manyValues;

  /** Fields that are no values when all others are. */
  private final Set<String> named = new HashSet<>();

  private final NameFinder.Fields fields = this::text;

  // The element that is being read, with what is around it.
  private InputRecord record = InputRecord.NONE;
  private FlatTree tree = FlatTree.NOTHING;
  private int root;
  private int node;

  /** Null where the payload does not name its elements. */
  private @Nullable String name;

  private @Nullable String stream;
  private long time;
  private boolean bad;

  FieldDecoder(FieldRules rules) {
    this.rules = rules;
    streams = new NameFinder(rules.stream());
    tags = new NameFinder(rules.tag());
    manyValues = rules.value().equals(FieldRules.ALL);
    rules.time().ifPresent(named::add);
    rules.quality().ifPresent(named::add);
    for (NameRule rule : new NameRule[] {rules.stream(), rules.tag()}) {
      if (rule.origin() == NameRule.Origin.FIELD) {
        named.add(rule.name());
      }
    }
  }

  @Override
  public @Nullable RejectCause decode(
      InputRecord from, FlatTree payload, int whole, Consumer<RawReading> readings) {
    record = from;
    tree = payload;
    root = whole;
    if (rules.each().isEmpty()) {
      return element(root, null, readings);
    }
    int elements =
        rules.each().get().equals(FieldRules.WHOLE)
            ? root
            : tree.findValue(root, rules.each().get());
    if (elements == FlatTree.NONE) {
      return RejectCause.of(RejectReason.MISSING_FIELD, rules.each().get());
    }
    if (!tree.isArray(elements) && !tree.isObject(elements)) {
      return RejectCause.of(RejectReason.MALFORMED);
    }
    RejectCause problem = null;
    int end = tree.end(elements);
    for (int child = elements + 1; child < end; child = tree.end(child)) {
      RejectCause cause = element(child, tree.name(child), readings);
      problem = problem == null ? cause : problem;
    }
    return problem;
  }

  /** A field of the element, or where it has none of the payload. */
  private int field(String path) {
    int found = tree.findValue(node, path);
    return found == FlatTree.NONE ? tree.findValue(root, path) : found;
  }

  private @Nullable String text(String path) {
    return tree.text(field(path));
  }

  private @Nullable RejectCause element(
      int element, @Nullable String given, Consumer<RawReading> readings) {
    node = element;
    name = given;
    boolean scalar = name != null && !tree.isObject(node);
    if (!scalar && !tree.isObject(node)) {
      return RejectCause.of(RejectReason.MALFORMED);
    }
    try {
      time = time();
    } catch (Unreadable unreadable) {
      return rules.time().map(unreadable::of).orElse(unreadable).problem();
    }
    bad = isBad();
    stream = streams.find(record, name, fields);
    if (manyValues && !scalar) {
      values(node, "", DEEPEST_VALUES, readings);
      return null;
    }
    // A value that is null says that there is none; without the field nothing is said.
    int value = scalar ? node : tree.find(node, rules.value());
    if (value == FlatTree.NONE) {
      return RejectCause.of(RejectReason.MISSING_FIELD, rules.value());
    }
    readings.accept(reading(name, value));
    return null;
  }

  private RawReading reading(@Nullable String given, int value) {
    String tag = tags.find(record, given, fields);
    return bad
        ? RawReading.of(RawReading.Kind.BAD, stream, tag, time)
        : tree.reading(stream, tag, time, value);
  }

  private long time() throws Unreadable {
    if (rules.time().isEmpty()) {
      return record.time();
    }
    int found = field(rules.time().get());
    if (found == FlatTree.NONE) {
      throw new Unreadable(RejectReason.MISSING_FIELD);
    }
    return tree.time(found, rules.timeFormat());
  }

  private boolean isBad() {
    int quality = rules.quality().isEmpty() ? FlatTree.NONE : field(rules.quality().get());
    return quality != FlatTree.NONE && Quality.isBad(tree, quality, rules.good());
  }

  /** All fields are values but those that have another meaning. */
  private void values(int object, String prefix, int depth, Consumer<RawReading> readings) {
    int end = tree.end(object);
    for (int child = object + 1; child < end; child = tree.end(child)) {
      String path = prefix.isEmpty() ? tree.name(child) : prefix + tree.name(child);
      if (named.contains(path)) {
        continue;
      }
      if (tree.isObject(child) && depth > 0) {
        values(child, path + ".", depth - 1, readings);
      } else {
        readings.accept(reading(path, child));
      }
    }
  }
}
