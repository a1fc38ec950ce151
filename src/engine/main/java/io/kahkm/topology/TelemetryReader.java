package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.TelemetryConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the HTTP port shows to whom, and where metrics are pushed to. */
final class TelemetryReader {
  private static final String ADVERTISED_VARIABLE = "KAHKM_TELEMETRY_ADVERTISED";
  private static final String PORT_VARIABLE = "KAHKM_TELEMETRY_PORT";
  private static final String OPERATORS = "operators";

  private TelemetryReader() {}

  /**
   * Reads the section.
   *
   * @param section {@code telemetry}
   * @param written the same before variables were put in: secrets have to be names of variables
   * @param environment environment variables, of which some win over the file
   * @param errors takes what is wrong with a variable
   * @return the settings; after an error was noted, whatever fits
   */
  static TelemetryConfig read(
      Section section, JsonNode written, Map<String, String> environment, List<String> errors) {
    int port = (int) section.integer("port", 0, 65_535, 9464);
    String variable = environment.get(PORT_VARIABLE);
    if (variable != null) {
      ObjectNode override = JsonNodeFactory.instance.objectNode().put(PORT_VARIABLE, variable);
      port = (int) new Section(override, "", errors).integer(PORT_VARIABLE, 0, 65_535, 0);
    }
    String bind = section.text("bind", "127.0.0.1");
    int streams = (int) section.integer("streams", 0, 1_000_000, 200);
    int components = (int) section.integer("components", 0, 10_000, 8);
    Duration history = history(section);
    Optional<PeerAddress> advertised = advertised(section, environment);
    Optional<LoginConfig> login =
        LoginReader.read(section, written.path("password"), environment, environment);
    List<LoginConfig> operators =
        OperatorsReader.read(
            section.section(OPERATORS), written.path(OPERATORS), environment, login);
    boolean pushed = section.has("otlp");
    Section otlpSection = section.section("otlp");
    OtlpConfig otlp =
        pushed
            ? OtlpReader.read(otlpSection, written.path("otlp").path("headers"), environment)
            : null;
    section.rejectUnknown();
    return new TelemetryConfig(
        port,
        bind,
        streams,
        components,
        history,
        advertised,
        login,
        operators,
        Optional.ofNullable(otlp));
  }

  private static Duration history(Section section) {
    Optional<Duration> written = section.duration("history");
    written
        .filter(history -> !TelemetryConfig.admits(history))
        .ifPresent(
            history ->
                section.error(
                    "history",
                    "is "
                        + DurationText.of(history)
                        + ", must be from "
                        + TelemetryConfig.LEAST_HISTORY.toDays()
                        + "d to "
                        + TelemetryConfig.MOST_HISTORY.toDays()
                        + "d"));
    return written.filter(TelemetryConfig::admits).orElse(TelemetryConfig.LEAST_HISTORY);
  }

  private static Optional<PeerAddress> advertised(
      Section section, Map<String, String> environment) {
    Optional<String> written = section.optionalText("advertised");
    Optional<String> text =
        Optional.ofNullable(environment.get(ADVERTISED_VARIABLE)).or(() -> written);
    Optional<PeerAddress> address = text.flatMap(PeerAddress::parse);
    if (text.isPresent() && address.isEmpty()) {
      section.error(
          "advertised",
          "is \"" + text.get() + "\", must be host:port, an IPv6 address in brackets");
    }
    return address;
  }
}
