package io.kahkm.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kahkm.text.NearName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts settings of a command line, each {@code path=value}, into the tree of a topology file before
 * it is read, so that the reader judges them as if they stood in the file. Mutable, for one file.
 */
final class Overrides {
  private static final Pattern ELEMENT = Pattern.compile("(.+)\\[(\\d{1,6})]");

  private final ObjectNode file;
  private final List<String> errors;
  private final JsonNode schema = TopologySchema.root();
  private final List<String> known =
      TopologySchema.settings().stream().map(TopologySchema.Setting::path).toList();

  /**
   * Begins with a file.
   *
   * @param file changed by {@link #put}
   * @param errors receives what is wrong, with its path
   */
  Overrides(ObjectNode file, List<String> errors) {
    this.file = file;
    this.errors = errors;
  }

  /**
   * Puts a setting; of several for one path the last holds.
   *
   * @param setting {@code path=value}; a value that begins with a bracket, a brace or a quote is
   *     YAML, without a value the setting is as if the file did not have it
   */
  void put(String setting) {
    int equals = setting.indexOf('=');
    if (equals < 1) {
      errors.add("--set " + setting + ": must be PATH=VALUE, such as incidents.quiet=20");
      return;
    }
    String path = setting.substring(0, equals).strip();
    Optional<String> meant = misspelled(path);
    if (meant.isPresent()) {
      errors.add(path + ": is not known, did you mean " + meant.get() + "?");
      return;
    }
    value(path, setting.substring(equals + 1).strip()).ifPresent(value -> put(path, value));
  }

  /** The known path nearest to an unknown one; the reader answers what is near to none. */
  private Optional<String> misspelled(String path) {
    List<String> keys = keys(path);
    JsonNode place = schema;
    for (String key : keys) {
      Matcher element = ELEMENT.matcher(key);
      String name = element.matches() ? element.group(1) : key;
      Optional<JsonNode> section = TopologySchema.alternative(place, "properties");
      if (section.isPresent() && !section.get().path("properties").has(name)) {
        String plain = path.replaceAll("\\[\\d+]", "[]");
        return NearName.of(plain, known)
            .or(() -> known.stream().filter(one -> one.endsWith("." + plain)).findFirst());
      }
      place = child(place, name, element.matches());
    }
    return Optional.empty();
  }

  private Optional<JsonNode> value(String path, String text) {
    if (text.isEmpty() || "[{\"'".indexOf(text.charAt(0)) < 0) {
      return Optional.of(TextNode.valueOf(text));
    }
    try {
      return Optional.of(new YAMLMapper().readTree(text));
    } catch (JsonProcessingException wrong) {
      String message = wrong.getOriginalMessage().lines().findFirst().orElse("");
      errors.add(path + ": is \"" + text + "\", which is no YAML: " + message);
      return Optional.empty();
    }
  }

  /** Names chosen by the user, such as those of Kafka's settings, may contain dots. */
  private List<String> keys(String path) {
    List<String> keys = new ArrayList<>();
    JsonNode place = schema;
    String rest = path;
    while (!rest.isEmpty()) {
      boolean names =
          TopologySchema.alternative(place, "properties").isEmpty()
              && TopologySchema.alternative(place, "additionalProperties").isPresent();
      int dot = names ? -1 : rest.indexOf('.');
      String key = dot < 0 ? rest : rest.substring(0, dot);
      rest = dot < 0 ? "" : rest.substring(dot + 1);
      keys.add(key);
      Matcher element = ELEMENT.matcher(key);
      place = element.matches() ? child(place, element.group(1), true) : child(place, key, false);
    }
    return keys;
  }

  private static JsonNode child(JsonNode schema, String key, boolean element) {
    JsonNode section = TopologySchema.alternative(schema, "properties").orElse(schema);
    JsonNode value = section.path("properties").path(key);
    return element ? TopologySchema.alternative(value, "items").orElse(value).path("items") : value;
  }

  private void put(String path, JsonNode value) {
    List<String> keys = keys(path);
    Optional<ObjectNode> section = Optional.of(file);
    for (String key : keys.subList(0, keys.size() - 1)) {
      section = section.flatMap(parent -> section(parent, key, path));
    }
    section.ifPresent(parent -> put(parent, keys.get(keys.size() - 1), path, value));
  }

  private void put(ObjectNode section, String key, String path, JsonNode value) {
    Matcher element = ELEMENT.matcher(key);
    if (element.matches()) {
      list(section, element, path)
          .ifPresent(
              list -> {
                int index = Integer.parseInt(element.group(2));
                if (index == list.size()) {
                  list.add(value);
                } else {
                  list.set(index, value);
                }
              });
    } else if (value.isTextual() && value.textValue().isEmpty()) {
      section.remove(key);
    } else {
      section.set(key, value);
    }
  }

  /**
   * The section of a key, made where the file has none; empty where the reader refuses the file.
   */
  private Optional<ObjectNode> section(ObjectNode parent, String key, String path) {
    Matcher element = ELEMENT.matcher(key);
    if (!element.matches()) {
      JsonNode present = parent.path(key);
      if (present.isArray()) {
        return Optional.empty();
      }
      return Optional.of(present instanceof ObjectNode known ? known : parent.putObject(key));
    }
    return list(parent, element, path)
        .flatMap(
            list -> {
              int index = Integer.parseInt(element.group(2));
              if (index == list.size()) {
                return Optional.of(list.addObject());
              }
              return list.get(index) instanceof ObjectNode known
                  ? Optional.of(known)
                  : Optional.empty();
            });
  }

  /** The list of an element, which it may prolong by one. */
  private Optional<ArrayNode> list(ObjectNode section, Matcher element, String path) {
    String name = element.group(1);
    ArrayNode list =
        section.path(name) instanceof ArrayNode present ? present : section.putArray(name);
    if (Integer.parseInt(element.group(2)) <= list.size()) {
      return Optional.of(list);
    }
    errors.add(
        path + ": the list has " + list.size() + " elements, a new one is [" + list.size() + "]");
    return Optional.empty();
  }
}
