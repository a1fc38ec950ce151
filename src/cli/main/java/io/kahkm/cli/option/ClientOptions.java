package io.kahkm.cli.option;

import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/**
 * Settings of the Kafka client of a command that talks to brokers: those of a properties file, then
 * the environment's, by the rule of topology files.
 */
public final class ClientOptions {
  private static final String PREFIX = "KAHKM_KAFKA_";

  @Option(
      names = "--client-config",
      paramLabel = "FILE",
      description =
          "Kafka client settings, such as security.protocol, as a properties file. KAHKM_KAFKA_ in the "
              + "environment, with underscores for dots, takes precedence.")
  private Path file;

  /**
   * The settings.
   *
   * @param known names the client knows: others are taken from the file only, because the
   *     environment may hold settings of Kafka Streams too
   * @return a new object; no defaults
   */
  public Properties settings(Set<String> known) throws IOException {
    return settings(known, System.getenv());
  }

  public Properties settings(Set<String> known, Map<String, String> environment)
      throws IOException {
    Properties settings = new Properties();
    if (file != null) {
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        settings.load(reader);
      } catch (NoSuchFileException e) {
        throw new UsageException("--client-config: there is no file " + file);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--client-config: " + file + " is not a properties file");
      }
    }
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(PREFIX)) {
                String name =
                    variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
                if (known.contains(name)) {
                  settings.setProperty(name, value);
                }
              }
            });
    return settings;
  }
}
