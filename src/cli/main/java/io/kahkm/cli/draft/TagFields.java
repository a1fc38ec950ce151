package io.kahkm.cli.draft;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.NameRule;
import io.kahkm.text.TimeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How the fields of a payload suggest to read it as values of tags, by their usual names. */
final class TagFields {
  /** Keys such as {@code line1/TT-101}: the stream, a separator, the tag. */
  private static final String STREAM_OF_KEY = "(.*)[/.|:][^/.|:]+";

  private static final String TAG_OF_KEY = ".*[/.|:]([^/.|:]+)";

  private final boolean noKeys;
  private final boolean tagInKey;

  /**
   * Looks at the keys.
   *
   * @param keys of the records; empty where they have none
   */
  TagFields(Set<String> keys) {
    noKeys = keys.isEmpty();
    tagInKey = !noKeys && keys.stream().allMatch(key -> Pattern.matches(TAG_OF_KEY, key));
  }

  /**
   * How a payload is to be read.
   *
   * @param payload an object
   * @return empty if it does not look like values of tags
   */
  Optional<FieldRules> of(JsonNode payload) {
    Optional<String> each = Optional.empty();
    JsonNode element = payload;
    for (Map.Entry<String, JsonNode> field : payload.properties()) {
      if (field.getValue().isArray() && field.getValue().path(0).isObject()) {
        each = Optional.of(field.getKey());
        element = field.getValue().get(0);
      }
    }
    return rules(payload, element, each);
  }

  private Optional<FieldRules> rules(JsonNode root, JsonNode element, Optional<String> each) {
    Optional<String> value = named(element, LongFile.VALUE_NAMES);
    Optional<String> tag =
        named(element, LongFile.TAG_NAMES).or(() -> named(root, LongFile.TAG_NAMES));
    Optional<String> time =
        named(element, LongFile.TIME_NAMES).or(() -> named(root, LongFile.TIME_NAMES));
    if (value.isEmpty() || (tag.isEmpty() && !tagInKey)) {
      return Optional.empty();
    }
    NameRule tagRule =
        tag.map(name -> new NameRule(NameRule.Origin.FIELD, name, Optional.empty()))
            .orElseGet(
                () ->
                    new NameRule(
                        NameRule.Origin.KEY, "", Optional.of(Pattern.compile(TAG_OF_KEY))));
    NameRule streamRule =
        tag.isPresent()
            ? noKeys ? new NameRule(NameRule.Origin.TOPIC, "", Optional.empty()) : NameRule.KEY
            : new NameRule(NameRule.Origin.KEY, "", Optional.of(Pattern.compile(STREAM_OF_KEY)));
    return Optional.of(
        new FieldRules(
            each,
            value.get(),
            time,
            TimeFormat.AUTO,
            named(element, LongFile.QUALITY_NAMES),
            Set.of(),
            streamRule,
            tagRule));
  }

  private static Optional<String> named(JsonNode object, Set<String> names) {
    List<String> fields = new ArrayList<>();
    object.fieldNames().forEachRemaining(fields::add);
    return fields.stream()
        .filter(field -> names.contains(field.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
