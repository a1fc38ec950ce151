package io.kahkm.topology;

import io.kahkm.config.AlertsConfig;
import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ClosureConfig;
import io.kahkm.config.FleetAlerts;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.IncidentConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.ModelSource;
import io.kahkm.config.RelationConfig;
import io.kahkm.config.SimulateConfig;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One topology file, resolved and checked: environment substituted, defaults filled in. Immutable.
 *
 * @param name name of the monitor, used for default topics
 * @param applicationId Kafka Streams application id; a new map gets a new one and runs beside the
 *     old
 * @param model where the model comes from
 * @param streams how site, area and name of a stream are found
 * @param input how records are read
 * @param closure how closures begin and learn
 * @param forecasts which forecasts are issued
 * @param relations how much evidence makes a page
 * @param alerts which alarms are alerts, and whom the engine tells of them
 * @param incidents what becomes of incidents
 * @param certificates how certificates are made, empty for none
 * @param rejectsTopic where rejected records go
 * @param telemetry the HTTP port
 * @param simulate the sensors of {@code demo}, empty where the file has none
 * @param kafka settings passed through to Kafka, in file order
 * @param folder of the file, which its relative paths start from; empty for the working directory,
 *     as with a packaged example. Paths in the other fields have it before them
 */
public record TopologyConfig(
    String name,
    String applicationId,
    ModelSource model,
    StreamNames streams,
    InputConfig input,
    ClosureConfig closure,
    ForecastConfig forecasts,
    RelationConfig relations,
    AlertsConfig alerts,
    IncidentConfig incidents,
    Optional<CertificateConfig> certificates,
    String rejectsTopic,
    TelemetryConfig telemetry,
    Optional<SimulateConfig> simulate,
    Map<String, String> kafka,
    Path folder) {
  private static final Path HERE = Path.of("");

  /** Copies the map. */
  public TopologyConfig {
    kafka = Collections.unmodifiableMap(new LinkedHashMap<>(kafka));
  }

  /**
   * Reads a topology file.
   *
   * @param file the file
   * @param environment environment variables, for substitution and overrides
   * @return the checked configuration
   * @throws IOException if the file cannot be read
   * @throws TopologyConfigException if anything in it is wrong; it lists every error
   */
  public static TopologyConfig load(Path file, Map<String, String> environment)
      throws IOException, TopologyConfigException {
    return load(file, environment, List.of());
  }

  /**
   * Reads a topology file with some settings replaced.
   *
   * @param file the file
   * @param environment environment variables, for substitution and overrides
   * @param settings each {@code path=value}, as if it stood in the file; the last of a path holds
   * @return the checked configuration
   * @throws IOException if the file cannot be read
   * @throws TopologyConfigException if anything in file or settings is wrong; it lists every error
   */
  public static TopologyConfig load(
      Path file, Map<String, String> environment, List<String> settings)
      throws IOException, TopologyConfigException {
    Path parent = file.getParent();
    return new TopologyReader(file.toString(), parent == null ? HERE : parent, environment)
        .read(Files.readString(file), settings);
  }

  /**
   * Reads the text of a topology file. Relative paths in it are relative to the working directory.
   *
   * @param yaml the text
   * @param source name for messages
   * @param environment environment variables, for substitution and overrides
   * @return the checked configuration
   * @throws TopologyConfigException if anything in it is wrong; it lists every error
   */
  public static TopologyConfig parse(String yaml, String source, Map<String, String> environment)
      throws TopologyConfigException {
    return parse(yaml, source, environment, List.of());
  }

  /**
   * Reads the text of a topology file with some settings replaced.
   *
   * @param yaml the text
   * @param source name for messages
   * @param environment environment variables, for substitution and overrides
   * @param settings each {@code path=value}, as if it stood in the file; the last of a path holds
   * @return the checked configuration
   * @throws TopologyConfigException if anything in file or settings is wrong; it lists every error
   */
  public static TopologyConfig parse(
      String yaml, String source, Map<String, String> environment, List<String> settings)
      throws TopologyConfigException {
    return new TopologyReader(source, HERE, environment).read(yaml, settings);
  }

  /**
   * A path as it stands in this file, or would.
   *
   * @param file a path, relative to the working directory
   * @return the same file, relative to this file's folder if the path is relative
   */
  public Path written(Path file) {
    return FilePaths.written(folder, file);
  }

  /**
   * Says that a file does not exist that this file names.
   *
   * @param file the path, resolved
   * @return part of a sentence: the whole path and, if the working directory has the file, what to
   *     write instead
   */
  public String absent(Path file) {
    return FilePaths.absent(folder, file);
  }

  /**
   * How many false alerts all streams may have together.
   *
   * @return empty where each stream has its own run length
   */
  public Optional<FleetAlerts> fleetAlerts() {
    return alerts.fleet();
  }

  /**
   * The resolved configuration as a topology file, with passwords and keys replaced by asterisks.
   *
   * @return YAML text
   */
  public String toMaskedYaml() {
    return TopologyWriter.write(this);
  }

  /**
   * The same configuration as another application.
   *
   * @param id its application id
   * @return a copy
   */
  public TopologyConfig withApplication(String id) {
    return with(id, model, input, forecasts, certificates, telemetry, kafka);
  }

  /**
   * The same configuration on another model.
   *
   * @param source where the model comes from
   * @return a copy
   */
  public TopologyConfig withModel(ModelSource source) {
    return with(applicationId, source, input, forecasts, certificates, telemetry, kafka);
  }

  /**
   * The same configuration with another input.
   *
   * @param other where records come from, and how they are read
   * @return a copy
   */
  public TopologyConfig withInput(InputConfig other) {
    return with(applicationId, model, other, forecasts, certificates, telemetry, kafka);
  }

  /**
   * The same configuration with other results.
   *
   * @param forecast which forecasts are made
   * @param certificate how certificates are made, empty for none
   * @return a copy
   */
  public TopologyConfig withResults(
      ForecastConfig forecast, Optional<CertificateConfig> certificate) {
    return with(applicationId, model, input, forecast, certificate, telemetry, kafka);
  }

  /**
   * The same configuration with another HTTP port.
   *
   * @param port port, 0 for any free one
   * @return a copy
   */
  public TopologyConfig withTelemetryPort(int port) {
    return with(
        applicationId, model, input, forecasts, certificates, telemetry.onPort(port), kafka);
  }

  /**
   * The same configuration with some Kafka settings replaced or added.
   *
   * @param settings settings that win over the file's
   * @return a copy
   */
  public TopologyConfig withKafka(Map<String, String> settings) {
    Map<String, String> merged = new LinkedHashMap<>(kafka);
    merged.putAll(settings);
    return with(applicationId, model, input, forecasts, certificates, telemetry, merged);
  }

  /** The one place that knows which sections stay as they are. */
  private TopologyConfig with(
      String newId,
      ModelSource newModel,
      InputConfig newInput,
      ForecastConfig newForecasts,
      Optional<CertificateConfig> newCertificates,
      TelemetryConfig newTelemetry,
      Map<String, String> newKafka) {
    return new TopologyConfig(
        name,
        newId,
        newModel,
        streams,
        newInput,
        closure,
        newForecasts,
        relations,
        alerts,
        incidents,
        newCertificates,
        rejectsTopic,
        newTelemetry,
        simulate,
        newKafka,
        folder);
  }

  /** The name alone: Kafka's settings hold passwords, and a record would print them. */
  @Override
  public String toString() {
    return "TopologyConfig[" + name + "]";
  }
}
