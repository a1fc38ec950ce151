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

  /**
   * One step of a path.
   *
   * @param key of a section
   * @param element of the list that stands there, from 0; -1 for what stands there itself
   */
  private record Step(String key, int element) {
    static Step of(String text) {
      Matcher element = ELEMENT.matcher(text);
      return element.matches()
          ? new Step(element.group(1), Integer.parseInt(element.group(2)))
          : new Step(text, -1);
    }

    boolean isElement() {
      return element >= 0;
    }
  }

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
    String path = equals < 0 ? "" : setting.substring(0, equals).strip();
    if (path.isEmpty()) {
      errors.add("--set " + setting + ": must be PATH=VALUE, such as incidents.quiet=20");
      return;
    }
    List<Step> steps = steps(path);
    Optional<String> meant = misspelled(path, steps);
    if (meant.isPresent()) {
      errors.add(path + ": is not known, did you mean " + meant.get() + "?");
      return;
    }
    value(path, setting.substring(equals + 1).strip()).ifPresent(value -> put(path, steps, value));
  }

  /** The known path nearest to an unknown one; the reader answers what is near to none. */
  private Optional<String> misspelled(String path, List<Step> steps) {
    JsonNode place = schema;
    for (Step step : steps) {
      Optional<JsonNode> section = TopologySchema.alternative(place, "properties");
      if (section.isPresent() && !section.get().path("properties").has(step.key())) {
        String plain = path.replaceAll("\\[\\d+]", "[]");
        return NearName.of(plain, known)
            .or(() -> known.stream().filter(one -> one.endsWith("." + plain)).findFirst());
      }
      place = child(place, step);
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
      errors.add(path + ": is \"" + text + "\", which is not valid YAML: " + message);
      return Optional.empty();
    }
  }

  /** Names chosen by the user, such as those of Kafka's settings, may contain dots. */
  private List<Step> steps(String path) {
    List<Step> steps = new ArrayList<>();
    JsonNode place = schema;
    String rest = path;
    while (!rest.isEmpty()) {
      boolean names =
          TopologySchema.alternative(place, "properties").isEmpty()
              && TopologySchema.alternative(place, "additionalProperties").isPresent();
      int dot = names ? -1 : rest.indexOf('.');
      Step step = Step.of(dot < 0 ? rest : rest.substring(0, dot));
      rest = dot < 0 ? "" : rest.substring(dot + 1);
      steps.add(step);
      place = child(place, step);
    }
    return steps;
  }

  private static JsonNode child(JsonNode schema, Step step) {
    JsonNode section = TopologySchema.alternative(schema, "properties").orElse(schema);
    JsonNode value = section.path("properties").path(step.key());
    return step.isElement()
        ? TopologySchema.alternative(value, "items").orElse(value).path("items")
        : value;
  }

  private void put(String path, List<Step> steps, JsonNode value) {
    Optional<ObjectNode> section = Optional.of(file);
    for (Step step : steps.subList(0, steps.size() - 1)) {
      section = section.flatMap(parent -> section(parent, step, path));
    }
    section.ifPresent(parent -> put(parent, steps.get(steps.size() - 1), path, value));
  }

  private void put(ObjectNode section, Step step, String path, JsonNode value) {
    if (step.isElement()) {
      list(section, step, path)
          .ifPresent(
              list -> {
                if (step.element() == list.size()) {
                  list.add(value);
                } else {
                  list.set(step.element(), value);
                }
              });
    } else if (value.isTextual() && value.textValue().isEmpty()) {
      section.remove(step.key());
    } else {
      section.set(step.key(), value);
    }
  }

  /**
   * The section of a key, made where the file has none; empty where the reader refuses the file.
   */
  private Optional<ObjectNode> section(ObjectNode parent, Step step, String path) {
    if (!step.isElement()) {
      JsonNode present = parent.path(step.key());
      if (present.isArray()) {
        return Optional.empty();
      }
      return Optional.of(
          present instanceof ObjectNode known ? known : parent.putObject(step.key()));
    }
    return list(parent, step, path)
        .flatMap(
            list -> {
              if (step.element() == list.size()) {
                return Optional.of(list.addObject());
              }
              return list.get(step.element()) instanceof ObjectNode known
                  ? Optional.of(known)
                  : Optional.empty();
            });
  }

  /** The list of an element, which it may prolong by one. */
  private Optional<ArrayNode> list(ObjectNode section, Step step, String path) {
    ArrayNode list =
        section.path(step.key()) instanceof ArrayNode present
            ? present
            : section.putArray(step.key());
    if (step.element() <= list.size()) {
      return Optional.of(list);
    }
    errors.add(
        path + ": the list has " + list.size() + " elements; to add one use [" + list.size() + "]");
    return Optional.empty();
  }
}
