package io.kahkm.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the fields of a topology file by asking its reader: an unknown field is answered with the
 * known ones, a wrong value with what is allowed, and a resolved file shows the defaults. So the
 * list is what the program does, not what somebody wrote about it.
 */
final class ConfigurationFields {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Far from every name, so that the reader suggests none of them instead of listing all. */
  private static final String UNKNOWN = "zzzzzzzzzzzzzzzz";

  private static final String WRONG = "?";
  private static final Pattern ALLOWED = Pattern.compile("is not known, allowed are: (.*)");

  /** Complete files whose fields together are all there are. */
  private static final List<String> BASES =
      List.of(
          """
          {"name": "example", "model": {"fit": {"system": "vanderpol", "classes": 25, "omega": 4}},
           "input": {"state": ["q"], "time": "t", "episode": "run", "step": "1s"},
           "certificates": {"sampling": "episodes", "tolerance": 0.3},
           "simulate": {"faults": [{"stream": "sensor-01", "kind": "frozen", "to": "1s"}]}}
          """,
          """
          {"name": "example", "model": {"file": "m"}, "input": {"state": ["q"], "time": "t"},
           "certificates": {"sampling": "fleet", "tolerance": {"r2": 0.9},
             "fleet": {"streams": 200, "every": "10m", "pairs": 500, "grace": "2m"}}}
          """,
          """
          {"name": "example", "model": {"file": "m"},
           "input": {"layout": "tags", "sensors": {"q": "TT-101"}, "step": "1s", "time": "t",
             "fields": {"quality": "q"}}}
          """,
          """
          {"name": "example", "model": {"file": "m"},
           "input": {"layout": "tags", "sensors": {"q": "TT-101"}, "step": "1s",
             "format": "protobuf", "schema": {"registry": "http://registry:8081"}}}
          """);

  private static List<Field> known = List.of();

  private final List<ObjectNode> bases = new ArrayList<>();
  private final List<JsonNode> resolved = new ArrayList<>();
  private final List<Field> fields = new ArrayList<>();

  /**
   * One field.
   *
   * @param path dotted path, {@code []} after a list's name
   * @param rule what may stand there, in the reader's words
   * @param otherwise the default as YAML flow text, {@code required}, or empty for none
   */
  record Field(String path, String rule, String otherwise) {}

  private ConfigurationFields() throws Exception {
    for (String base : BASES) {
      bases.add((ObjectNode) MAPPER.readTree(base));
      resolved.add(
          ProjectFiles.parse(TopologyConfig.parse(base, "base", Map.of()).toMaskedYaml()).get(0));
    }
  }

  /** Complete files whose fields together are all there are. */
  static List<ObjectNode> bases() {
    try {
      List<ObjectNode> files = new ArrayList<>();
      for (String base : BASES) {
        files.add((ObjectNode) MAPPER.readTree(base));
      }
      return files;
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** A rule without bounds that say no more than that an integer has an end. */
  static String plain(String rule) {
    return rule.replace("in [0, 1)", "of at least 0 and below 1")
        .replace("above 0 and below 1", "between 0 and 1")
        .replaceFirst("^(number [^:,]*)[:,].*", "$1")
        .strip();
  }

  /** Asked once: thousands of files are read for it. */
  static synchronized List<Field> all() throws Exception {
    if (known.isEmpty()) {
      ConfigurationFields found = new ConfigurationFields();
      found.section(List.of());
      known = List.copyOf(found.fields);
    }
    return known;
  }

  private void section(List<String> path) {
    for (String key : inOrder(path, keys(path).orElseThrow())) {
      List<String> child = append(path, key);
      boolean part = keys(child).isPresent();
      List<String> item = append(path, key + "[]");
      if (part) {
        // A tolerance is a number or a section: both are shown.
        rule(child)
            .filter(rule -> !rule.contains("mapping"))
            .or(() -> takesText(child) ? Optional.of("text") : Optional.empty())
            .ifPresent(rule -> fields.add(field(child, rule)));
        section(child);
      } else if (keys(item).isPresent()) {
        section(item);
      } else {
        fields.add(field(child, rule(child).orElse("text")));
      }
    }
  }

  /** In the order of a resolved file; what stands in none comes last. */
  private List<String> inOrder(List<String> path, List<String> keys) {
    List<String> ordered = new ArrayList<>();
    for (JsonNode file : resolved) {
      at(file, path).fieldNames().forEachRemaining(ordered::add);
    }
    List<String> sorted = new ArrayList<>(keys);
    sorted.sort(
        Comparator.comparingInt(
            key -> ordered.contains(key) ? ordered.indexOf(key) : ordered.size()));
    return sorted;
  }

  private static List<String> append(List<String> path, String key) {
    List<String> longer = new ArrayList<>(path);
    longer.add(key);
    return longer;
  }

  /** The known keys of a section, empty if it is none. */
  private Optional<List<String>> keys(List<String> path) {
    Set<String> found = new LinkedHashSet<>();
    String place = String.join(".", append(path, UNKNOWN)).replace("[]", "[0]");
    for (ObjectNode base : bases) {
      ObjectNode probe = base.deepCopy();
      JsonNode section = at(probe, path);
      if (section instanceof ObjectNode object) {
        object.put(UNKNOWN, 1);
      } else if (!put(probe, path, MAPPER.createObjectNode().put(UNKNOWN, 1))) {
        continue;
      }
      for (String error : errors(probe)) {
        Matcher matcher = ALLOWED.matcher(error);
        if (error.startsWith(place + ": ") && matcher.find()) {
          found.addAll(List.of(matcher.group(1).split(", ")));
        }
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(found));
  }

  /** What the reader says of a wrong value, empty if every text is right. */
  private Optional<String> rule(List<String> path) {
    String place = String.join(".", path).replace("[]", "[0]") + ": ";
    for (ObjectNode base : bases) {
      ObjectNode probe = base.deepCopy();
      if (put(probe, path, MAPPER.getNodeFactory().textNode(WRONG))) {
        for (String error : errors(probe)) {
          if (error.startsWith(place)
              && !error.contains("is not known, allowed are: ")
              && !error.contains("is not for format")) {
            return Optional.of(words(error.substring(place.length())));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether any text is right in one of the files. */
  private boolean takesText(List<String> path) {
    String place = String.join(".", path).replace("[]", "[0]") + ": ";
    for (ObjectNode base : bases) {
      ObjectNode probe = base.deepCopy();
      if (put(probe, path, MAPPER.getNodeFactory().textNode(WRONG))
          && errors(probe).stream().noneMatch(error -> error.startsWith(place))) {
        return true;
      }
    }
    return false;
  }

  private static String words(String error) {
    return error
        .replaceFirst("^(is )?\"\\?\",? ?", "")
        .replaceFirst("^is none of: ", "one of ")
        .replaceFirst("^is not known, choose one of \\[(.*)]$", "one of $1")
        .replaceFirst("^must be (a |an )?", "")
        .replaceFirst("^can only be: ", "")
        .replaceFirst("^is no (regular expression): .*", "$1")
        .replaceFirst(", is \"\\?\"$", "")
        .replaceFirst("^may hold ", "text of ")
        .strip();
  }

  private Field field(List<String> path, String rule) {
    return new Field(String.join(".", path), rule, otherwise(path));
  }

  private String otherwise(List<String> path) {
    if (required(path)) {
      return "required";
    }
    for (int i = 0; i < bases.size(); i++) {
      JsonNode value = at(resolved.get(i), path);
      // A value that the base itself gives is no default.
      if (!value.isMissingNode() && at(bases.get(i), path).isMissingNode()) {
        return value.isArray() ? value.toString() : value.asText().replace("example", "NAME");
      }
    }
    return "";
  }

  /** Whether no file that has the field can do without it. */
  private boolean required(List<String> path) {
    boolean required = false;
    for (ObjectNode base : bases) {
      ObjectNode probe = base.deepCopy();
      JsonNode section = at(probe, path.subList(0, path.size() - 1));
      if (section instanceof ObjectNode object) {
        String key = path.get(path.size() - 1);
        boolean given = object.remove(key) != null;
        String place = String.join(".", path).replace("[]", "[0]") + ": is missing";
        boolean missed = errors(probe).stream().anyMatch(error -> error.startsWith(place));
        if (missed == given && !given) {
          continue;
        }
        if (!missed) {
          return false;
        }
        required = true;
      }
    }
    return required;
  }

  private static JsonNode at(JsonNode root, List<String> path) {
    JsonNode node = root;
    for (String key : path) {
      node = key.endsWith("[]") ? node.path(key.replace("[]", "")).path(0) : node.path(key);
    }
    return node;
  }

  /** Puts a value; sections on the way that a base lacks are made, a list gets one element. */
  static boolean put(ObjectNode root, List<String> path, JsonNode value) {
    ObjectNode section = root;
    for (int i = 0; i < path.size(); i++) {
      String key = path.get(i).replace("[]", "");
      boolean list = path.get(i).endsWith("[]");
      boolean last = i == path.size() - 1;
      JsonNode child = last ? value : section.path(key);
      if (list) {
        JsonNode present = section.path(key);
        ArrayNode array = present instanceof ArrayNode known ? known : section.putArray(key);
        child = last ? value : array.isEmpty() ? array.addObject() : array.get(0);
        if (last) {
          array.removeAll().add(value);
        }
      } else if (last) {
        section.set(key, value);
      } else if (!child.isObject()) {
        child = section.putObject(key);
      }
      if (!last) {
        if (!(child instanceof ObjectNode object)) {
          return false;
        }
        section = object;
      }
    }
    return true;
  }

  private static List<String> errors(JsonNode file) {
    try {
      TopologyConfig.parse(file.toString(), "probe", Map.of());
      return List.of();
    } catch (TopologyConfigException wrong) {
      return wrong.errors();
    }
  }
}
