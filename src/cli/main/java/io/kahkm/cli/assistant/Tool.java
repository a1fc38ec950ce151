package io.kahkm.cli.assistant;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One thing that an assistant may ask for. Nothing is changed by any.
 *
 * @param name as the protocol has it
 * @param description what it is for and what it answers, for a reader who knows nothing of the
 *     engine
 * @param parameters what may be given
 * @param action answers, as text
 */
record Tool(String name, String description, List<Parameter> parameters, Action action) {
  /** Copies the list. */
  Tool {
    parameters = List.copyOf(parameters);
  }

  /** Answers from checked arguments. */
  @FunctionalInterface
  interface Action {
    /**
     * Answers.
     *
     * @param arguments checked
     * @return text or JSON
     * @throws IOException if nothing can be read
     */
    String answer(Arguments arguments) throws IOException;
  }

  /** JSON Schema of the arguments. */
  Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    parameters.forEach(parameter -> properties.put(parameter.name(), parameter.schema()));
    return properties;
  }

  /** Names of the parameters that have to be given. */
  List<String> required() {
    return parameters.stream()
        .filter(Parameter::required)
        .map(Parameter::name)
        .collect(Collectors.toUnmodifiableList());
  }
}
