package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.text.NearName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One mapping of a topology file while it is read. Every getter records what is wrong with its
 * field and then returns a placeholder, so that reading goes on and all errors are found; a record
 * may be built from the values only if {@link #healthy()}.
 */
final class Section {
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private static final Pattern DURATION =
      Pattern.compile("(\\d+)\\s*(" + DurationText.units() + ")");

  private final JsonNode node;
  private final String path;
  private final List<String> errors;
  private final Set<String> known = new HashSet<>();
  private final Set<String> wrong = new HashSet<>();
  private final int errorsBefore;

  Section(JsonNode node, String path, List<String> errors) {
    this.path = path;
    this.errors = errors;
    errorsBefore = errors.size();
    if (node.isObject()) {
      this.node = node;
    } else {
      this.node = JsonNodeFactory.instance.objectNode();
      if (!node.isMissingNode() && !node.isNull()) {
        errors.add(path + ": must be a mapping of names to values, is " + describe(node));
      }
    }
  }

  private static String describe(JsonNode node) {
    return node.isValueNode() ? "\"" + node.asText() + "\"" : node.isArray() ? "a list" : "a map";
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /**
   * Checks the name of a topic.
   *
   * @param key where it is written; a default made of a wrong name is not an error of its own
   * @param name the name
   * @return the name
   */
  String topicName(String key, String name) {
    if (has(key) && !TOPIC.matcher(name).matches()) {
      error(key, "is \"" + name + "\", may hold letters, digits, dot, underscore and hyphen only");
    }
    return name;
  }

  void error(String key, String message) {
    errors.add(path(key) + ": " + message);
    wrong.add(key);
  }

  /** With the message of what refused the value. */
  void error(String key, IllegalArgumentException refusal) {
    error(key, Objects.requireNonNull(refusal.getMessage()));
  }

  /** Whether a value of this section was refused. */
  boolean wrong(String key) {
    return wrong.contains(key);
  }

  /** Whether nothing read through this section or its parts so far was wrong. */
  boolean healthy() {
    return errors.size() == errorsBefore;
  }

  boolean has(String key) {
    JsonNode value = node.path(key);
    return !value.isMissingNode() && !value.isNull();
  }

  boolean isText(String key) {
    return has(key) && node.path(key).isValueNode();
  }

  Section section(String key) {
    known.add(key);
    return new Section(node.path(key), path(key), errors);
  }

  List<Section> sections(String key) {
    known.add(key);
    List<Section> sections = new ArrayList<>();
    if (has(key)) {
      JsonNode list = node.path(key);
      if (!list.isArray()) {
        error(key, "must be a list, is " + describe(list));
      }
      for (int i = 0; i < list.size(); i++) {
        sections.add(new Section(list.path(i), path(key) + "[" + i + "]", errors));
      }
    }
    return sections;
  }

  private Optional<String> scalar(String key) {
    known.add(key);
    if (!has(key)) {
      return Optional.empty();
    }
    JsonNode value = node.path(key);
    if (!value.isValueNode()) {
      error(key, "must be a single value, is " + describe(value));
      return Optional.empty();
    }
    return Optional.of(value.asText().strip());
  }

  Optional<String> optionalText(String key) {
    Optional<String> value = scalar(key);
    if (value.isPresent() && value.get().isEmpty()) {
      error(key, "is empty");
    }
    return value;
  }

  String text(String key) {
    Optional<String> value = optionalText(key);
    if (value.isEmpty() && !has(key)) {
      error(key, "is missing");
    }
    return value.orElse("");
  }

  String text(String key, String otherwise) {
    return optionalText(key).orElse(otherwise);
  }

  boolean truth(String key, boolean otherwise) {
    Optional<String> value = scalar(key);
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!value.get().equals("true") && !value.get().equals("false")) {
      error(key, "is \"" + value.get() + "\", must be true or false");
    }
    return value.get().equals("true");
  }

  /** A field that can only say {@code asserted}: the operator vouches for something. */
  boolean asserted(String key) {
    Optional<String> value = scalar(key);
    if (value.isPresent() && !value.get().equals("asserted")) {
      error(key, "is \"" + value.get() + "\", can only be: asserted");
    }
    return value.isPresent();
  }

  <E> E choice(String key, Function<String, E> parser, E otherwise) {
    return choice(key, parser).orElse(otherwise);
  }

  /** The constant whose label is given. */
  <E extends Enum<E> & Labelled> E choice(String key, E otherwise) {
    return choice(key, otherwise.getDeclaringClass()).orElse(otherwise);
  }

  /** The same without one that is meant where nothing is given. */
  <E extends Enum<E> & Labelled> Optional<E> choice(String key, Class<E> type) {
    Function<String, E> constant = label -> Labels.find(type, label);
    return choice(key, constant);
  }

  /** Empty where nothing is given, or what is given is wrong. */
  <E> Optional<E> choice(String key, Function<String, E> parser) {
    Optional<String> value = scalar(key);
    try {
      return value.map(parser);
    } catch (IllegalArgumentException unknown) {
      error(key, unknown);
      return Optional.empty();
    }
  }

  long integer(String key, long low, long high, long otherwise) {
    return optionalInteger(key, low, high).orElse(otherwise);
  }

  Optional<Long> optionalInteger(String key, long low, long high) {
    return scalar(key).map(text -> integerOf(key, text, low, high));
  }

  private long integerOf(String key, String text, long low, long high) {
    try {
      long value = Long.parseLong(text);
      if (value < low || value > high) {
        String range = value > high ? "from " + low + " to " + high : range("", low, high);
        error(key, "is " + value + ", must be " + range);
      }
      return value;
    } catch (NumberFormatException notOne) {
      error(key, "is \"" + text + "\", must be a whole number " + range("of ", low, high));
      return low;
    }
  }

  /** What the largest number of a type bounds has no upper end for people. */
  private static String range(String of, long low, long high) {
    return high >= Integer.MAX_VALUE ? of + "at least " + low : "from " + low + " to " + high;
  }

  double number(String key, double otherwise, DoublePredicate allowed, String rule) {
    OptionalDouble value = optionalNumber(key, allowed, rule);
    return value.isPresent() ? value.getAsDouble() : otherwise;
  }

  OptionalDouble optionalNumber(String key, DoublePredicate allowed, String rule) {
    Optional<String> text = scalar(key);
    return text.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(numberOf(key, text.get(), allowed, rule));
  }

  private double numberOf(String key, String text, DoublePredicate allowed, String rule) {
    double value = Double.NaN;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException notOne) {
      // NaN is reported below with the rule, as every other value that is not allowed.
    }
    if (!Double.isFinite(value) || !allowed.test(value)) {
      error(key, "is \"" + text + "\", must be a number" + (rule.isEmpty() ? "" : " " + rule));
    }
    return value;
  }

  Optional<Duration> duration(String key) {
    return duration(key, Duration.ofNanos(1), "positive ");
  }

  Optional<Duration> durationOrZero(String key) {
    return duration(key, Duration.ZERO, "");
  }

  /** A duration that may have a minus before it. */
  Optional<Duration> signedDuration(String key) {
    Optional<String> text = scalar(key);
    boolean negative = text.isPresent() && text.get().startsWith("-");
    Matcher matcher = DURATION.matcher(text.orElse("").substring(negative ? 1 : 0));
    if (matcher.matches()) {
      try {
        Duration size = durationOf(Long.parseLong(matcher.group(1)), matcher.group(2));
        return Optional.of(negative ? size.negated() : size);
      } catch (ArithmeticException | NumberFormatException tooLong) {
        // Reported below.
      }
    }
    text.ifPresent(
        wrong ->
            error(key, "is \"" + wrong + "\", must be a whole number with a unit, such as -2s"));
    return Optional.empty();
  }

  private Optional<Duration> duration(String key, Duration least, String sign) {
    Optional<String> text = scalar(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher matcher = DURATION.matcher(text.get());
    if (matcher.matches()) {
      try {
        Duration value = durationOf(Long.parseLong(matcher.group(1)), matcher.group(2));
        if (value.toNanos() >= least.toNanos()) {
          return Optional.of(value);
        }
      } catch (ArithmeticException | NumberFormatException tooLong) {
        // Reported below: more nanoseconds than a 64-bit integer holds, 292 years.
      }
    }
    error(
        key,
        "is \"" + text.get() + "\", must be a " + sign + "whole number with a unit, such as 20ms");
    return Optional.empty();
  }

  private static Duration durationOf(long amount, String unit) {
    return Duration.ofNanos(Math.multiplyExact(amount, DurationText.nanosOf(unit).orElseThrow()));
  }

  List<String> texts(String key) {
    known.add(key);
    List<String> values = new ArrayList<>();
    for (JsonNode item : list(key)) {
      String text = item.isValueNode() ? item.asText().strip() : "";
      if (text.isEmpty()) {
        error(key + "[" + values.size() + "]", "must be a name, is " + describe(item));
      }
      if (values.contains(text)) {
        error(key + "[" + values.size() + "]", "\"" + text + "\" is named twice");
      }
      values.add(text);
    }
    return values;
  }

  List<Integer> integers(String key, List<Integer> otherwise) {
    known.add(key);
    if (!has(key)) {
      return otherwise;
    }
    List<Integer> values = new ArrayList<>();
    for (JsonNode item : list(key)) {
      String itemKey = key + "[" + values.size() + "]";
      values.add((int) integerOf(itemKey, item.asText(), 1, Integer.MAX_VALUE));
    }
    return values;
  }

  List<Double> numbers(String key, List<Double> otherwise, DoublePredicate allowed, String rule) {
    known.add(key);
    if (!has(key)) {
      return otherwise;
    }
    List<Double> values = new ArrayList<>();
    for (JsonNode item : list(key)) {
      values.add(numberOf(key + "[" + values.size() + "]", item.asText(), allowed, rule));
    }
    return values;
  }

  private Iterable<JsonNode> list(String key) {
    JsonNode value = node.path(key);
    if (!value.isArray() && has(key)) {
      error(key, "must be a list such as [a, b], is " + describe(value));
    }
    return value;
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Reports every field that was never asked for. */
  void rejectUnknown() {
    for (String name : names()) {
      if (!known.contains(name)) {
        String hint =
            NearName.of(name, known)
                .map(candidate -> "is not known, did you mean " + candidate + "?")
                .orElse(
                    "is not known, allowed are: "
                        + String.join(", ", known.stream().sorted().toList()));
        error(name, hint);
      }
    }
  }
}
