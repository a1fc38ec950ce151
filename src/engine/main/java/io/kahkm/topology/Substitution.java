package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills environment variables into the texts of a topology file. Mutable, for one file. */
final class Substitution {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");

  /** More than all certificates and logins of a cluster; a variable may occur many times. */
  private static final long MOST_FILLED_IN = 1_000_000;

  private final Map<String, String> environment;
  private final List<String> errors;

  /** Characters that came from the environment. */
  private long filledIn;

  /**
   * Begins with a file.
   *
   * @param environment environment variables by name
   * @param errors receives what is wrong, with its path
   */
  Substitution(Map<String, String> environment, List<String> errors) {
    this.environment = environment;
    this.errors = errors;
  }

  /**
   * The one variable that a text consists of.
   *
   * @param written a node before variables were put in
   * @return its name; empty for another text, or none
   */
  static Optional<String> variable(JsonNode written) {
    Matcher reference = REFERENCE.matcher(written.asText().strip());
    return reference.matches() ? Optional.of(reference.group(1)) : Optional.empty();
  }

  /**
   * Fills in the variables of all texts.
   *
   * @param node changed
   * @param path where it stands, for messages
   */
  void fill(JsonNode node, String path) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        String fieldPath = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
        if (field.getValue().isTextual()) {
          field.setValue(TextNode.valueOf(filled(field.getValue().textValue(), fieldPath)));
        } else {
          fill(field.getValue(), fieldPath);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        String itemPath = path + "[" + i + "]";
        if (array.get(i).isTextual()) {
          array.set(i, TextNode.valueOf(filled(array.get(i).textValue(), itemPath)));
        } else {
          fill(array.get(i), itemPath);
        }
      }
    }
  }

  private String filled(String text, String path) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            match -> {
              String value = environment.get(match.group(1));
              if (value == null) {
                errors.add(path + ": environment variable " + match.group(1) + " is not set");
                return "unset";
              }
              return Matcher.quoteReplacement(counted(value, path));
            });
  }

  /** A value of the environment; nothing of it once there were too many characters. */
  private String counted(String value, String path) {
    boolean enough = filledIn > MOST_FILLED_IN;
    filledIn += value.length();
    if (!enough && filledIn > MOST_FILLED_IN) {
      errors.add(
          path + ": environment variables fill in more than " + MOST_FILLED_IN + " characters");
    }
    return filledIn > MOST_FILLED_IN ? "" : value;
  }
}
