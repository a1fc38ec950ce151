package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads user and password, of the HTTP port or of a mail server. For the port environment variables
 * win over the file's fields. No message repeats a password.
 */
final class LoginReader {
  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String PASSWORD_FILE = "password-file";
  private static final String USER_VARIABLE = "KAHKM_TELEMETRY_USER";
  private static final String PASSWORD_VARIABLE = "KAHKM_TELEMETRY_PASSWORD";
  private static final String FILE_VARIABLE = "KAHKM_TELEMETRY_PASSWORD_FILE";
  private static final int LONGEST = 1024;

  private final Section section;
  private final JsonNode written;
  private final Map<String, String> overrides;
  private final Map<String, String> environment;

  private LoginReader(
      Section section,
      JsonNode written,
      Map<String, String> overrides,
      Map<String, String> environment) {
    this.section = section;
    this.written = written;
    this.overrides = overrides;
    this.environment = environment;
  }

  /**
   * Reads the login.
   *
   * @param section the section with its fields
   * @param written its password field before variables were put in, missing if there is none
   * @param overrides variables among which those of the HTTP port win over the fields
   * @param environment environment variables that the password field may name
   * @return the login, empty for none or after an error was noted
   */
  static Optional<LoginConfig> read(
      Section section,
      JsonNode written,
      Map<String, String> overrides,
      Map<String, String> environment) {
    return new LoginReader(section, written, overrides, environment).read();
  }

  private Optional<LoginConfig> read() {
    Optional<String> user =
        Optional.ofNullable(overrides.get(USER_VARIABLE)).or(() -> section.optionalText(USER));
    Optional<String> variable = variable();
    Optional<Path> file = file();
    section.optionalText(USER);
    section.optionalText(PASSWORD);
    if (!section.healthy()) {
      return Optional.empty();
    }
    if (user.isEmpty()) {
      if (variable.isPresent() || file.isPresent()) {
        section.error(USER, "is missing: a password needs a user");
      }
      return Optional.empty();
    }
    if (user.get().isEmpty() || user.get().length() > LONGEST || user.get().indexOf(':') >= 0) {
      section.error(USER, "must be a name of at most " + LONGEST + " characters without a colon");
    }
    if (variable.isPresent() == file.isPresent()) {
      section.error(
          PASSWORD,
          variable.isPresent()
              ? "and password-file exclude each other"
              : "is missing: name an environment variable, such as ${KAHKM_PASSWORD}, or a"
                  + " password-file");
      return Optional.empty();
    }
    if (variable.isPresent() && !environment.containsKey(variable.get())) {
      // Said where variables are put in.
      return Optional.empty();
    }
    String password = variable.map(environment::get).orElseGet(() -> contents(file.orElseThrow()));
    if (password.isEmpty() && section.healthy()) {
      section.error(file.isPresent() ? PASSWORD_FILE : PASSWORD, "is empty");
    }
    return section.healthy()
        ? Optional.of(new LoginConfig(user.get(), new Secret(password), variable, file))
        : Optional.empty();
  }

  private Optional<String> variable() {
    if (overrides.containsKey(PASSWORD_VARIABLE)) {
      return Optional.of(PASSWORD_VARIABLE);
    }
    if (!section.has(PASSWORD) || overrides.containsKey(FILE_VARIABLE)) {
      return Optional.empty();
    }
    Optional<String> variable = Substitution.variable(written);
    if (variable.isEmpty()) {
      section.error(
          PASSWORD, "must be an environment variable such as ${KAHKM_PASSWORD}, never written out");
    }
    return variable;
  }

  private Optional<Path> file() {
    Optional<String> named = section.optionalText(PASSWORD_FILE);
    if (overrides.containsKey(PASSWORD_VARIABLE)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(overrides.get(FILE_VARIABLE)).or(() -> named).map(Path::of);
    } catch (InvalidPathException notOne) {
      section.error(PASSWORD_FILE, "names no file: " + notOne.getReason());
      return Optional.empty();
    }
  }

  /** What the file holds but for the end of its line, empty after an error was noted. */
  private String contents(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String line = text.lines().findFirst().orElse("");
      if (bytes.length > LONGEST || text.stripTrailing().length() > line.length()) {
        section.error(
            PASSWORD_FILE, "must hold one line of at most " + LONGEST + " bytes: " + file);
        return "";
      }
      return line;
    } catch (CharacterCodingException notText) {
      section.error(PASSWORD_FILE, "is not UTF-8: " + file);
    } catch (IOException failure) {
      section.error(PASSWORD_FILE, "cannot be read: " + file);
    }
    return "";
  }
}
