package io.kahkm.cli.assistant;

import io.kahkm.cli.console.UsageException;
import java.util.Map;
import java.util.Optional;

/** What an assistant gave to a tool, checked against its parameters. */
final class Arguments {
  private static final int LONGEST = 1000;

  private final Map<String, Object> given;

  /**
   * Checks.
   *
   * @param tool whose parameters they have to be
   * @param given by name, as the protocol brought them
   * @throws UsageException with the name of the first that is unknown, missing or wrong
   */
  Arguments(Tool tool, Map<String, Object> given) {
    this.given = Map.copyOf(given);
    for (String name : given.keySet()) {
      if (tool.parameters().stream().noneMatch(parameter -> parameter.name().equals(name))) {
        throw new UsageException(
            tool.name()
                + " has no argument "
                + name
                + "; its arguments are "
                + tool.parameters().stream().map(Parameter::name).toList());
      }
    }
    tool.parameters().forEach(this::check);
  }

  private void check(Parameter parameter) {
    String name = parameter.name();
    Object value = given.get(name);
    if (value == null) {
      if (parameter.required()) {
        throw new UsageException(
            "the argument "
                + name
                + " is missing ("
                + parameter.description()
                + ")"
                + (parameter.choices().isEmpty() ? "" : "; choose one of " + parameter.choices()));
      }
    } else if (parameter.most() > 0) {
      if (!(value instanceof Integer number) || number < 1 || number > parameter.most()) {
        throw new UsageException(
            name + " is " + value + ", must be a whole number from 1 to " + parameter.most());
      }
    } else if (!(value instanceof String text) || text.isEmpty() || text.length() > LONGEST) {
      throw new UsageException(name + " must be a text of 1 to " + LONGEST + " characters");
    } else if (!parameter.choices().isEmpty() && !parameter.choices().contains(text)) {
      throw new UsageException(name + " is " + text + ", must be one of " + parameter.choices());
    }
  }

  /** A text that has to be given. */
  String text(String name) {
    return optional(name).orElseThrow();
  }

  /** A text that may be given. */
  Optional<String> optional(String name) {
    return Optional.ofNullable((String) given.get(name));
  }

  /** A whole number, or what stands for it. */
  int number(String name, int standard) {
    return given.get(name) instanceof Integer number ? number : standard;
  }
}
