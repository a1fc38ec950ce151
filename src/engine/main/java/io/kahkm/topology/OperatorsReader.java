package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads who may acknowledge, mark, shelve and request on the live page. No message repeats a
 * password.
 */
final class OperatorsReader {
  /** What a line of the log and a record of the incidents topic can carry as it is. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@ -]{0,63}");

  private OperatorsReader() {}

  /**
   * Reads names with their passwords.
   *
   * @param section passwords by name
   * @param written the same before variables were put in, missing if there is none
   * @param environment environment variables that the passwords name
   * @param reader who may read the port, empty for everybody
   * @return the operators in file order, without those of which an error was noted
   */
  static List<LoginConfig> read(
      Section section,
      JsonNode written,
      Map<String, String> environment,
      Optional<LoginConfig> reader) {
    List<LoginConfig> operators = new ArrayList<>();
    for (String name : section.names()) {
      section.text(name, "");
      Optional<String> variable = Substitution.variable(written.path(name));
      if (!NAME.matcher(name).matches()) {
        section.error(
            name,
            "must be a name of at most 64 letters, digits, spaces and the characters . _ @ -");
      } else if (reader.filter(login -> login.user().equals(name)).isPresent()) {
        section.error(name, "is telemetry.user, who may only read; name operators otherwise");
      } else if (variable.isEmpty()) {
        section.error(
            name, "must be an environment variable such as ${ANNA_PASSWORD}, never written out");
      } else {
        // An empty or missing variable is said where texts are read and variables put in.
        String password = environment.getOrDefault(variable.get(), "");
        if (!password.isEmpty()) {
          operators.add(new LoginConfig(name, new Secret(password), variable, Optional.empty()));
        }
      }
    }
    return operators;
  }
}
