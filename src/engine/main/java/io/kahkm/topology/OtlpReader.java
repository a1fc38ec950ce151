package io.kahkm.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads where metrics and traces are pushed to. No message repeats a header's value or a user in an
 * address.
 */
final class OtlpReader {
  private static final Duration DEFAULT_EVERY = Duration.ofSeconds(15);
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]{1,8192}");

  /** What a push sets itself, or Java's client does not let anybody set. */
  private static final Set<String> TAKEN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "upgrade");

  private OtlpReader() {}

  /**
   * Reads the section.
   *
   * @param section {@code telemetry.otlp}
   * @param written its headers before variables were put in, missing if there are none
   * @param environment environment variables
   * @return where to push, null after an error was noted
   */
  static @Nullable OtlpConfig read(
      Section section, JsonNode written, Map<String, String> environment) {
    if (!section.has("endpoint")) {
      section.error("endpoint", "is missing: the collector's address");
    }
    Optional<URI> endpoint = section.optionalText("endpoint").flatMap(t -> endpoint(section, t));
    Duration every = section.duration("every").orElse(DEFAULT_EVERY);
    if (every.compareTo(Duration.ofSeconds(1)) < 0) {
      section.error("every", "is shorter than 1s");
    }
    Map<String, OtlpConfig.Header> headers =
        headers(section.section("headers"), written, environment);
    OptionalDouble traces =
        section.optionalNumber("traces", share -> share >= 0 && share <= 1, "from 0 to 1");
    if (traces.isPresent() && endpoint.isPresent() && !OtlpConfig.hasTraces(endpoint.get())) {
      section.error(
          "traces",
          "need an endpoint without a path, or one that ends in " + OtlpConfig.METRICS_PATH);
    }
    section.rejectUnknown();
    return section.healthy() && endpoint.isPresent()
        ? new OtlpConfig(endpoint.get(), every, headers, traces)
        : null;
  }

  private static Optional<URI> endpoint(Section section, String text) {
    if (text.contains("@")) {
      // The value is not repeated: whatever is before an @ may be a password.
      section.error("endpoint", "has a login; put it into headers, from a variable");
      return Optional.empty();
    }
    try {
      URI address = new URI(text);
      String scheme = address.getScheme() == null ? "" : address.getScheme();
      if (!Set.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT))
          || address.getHost() == null) {
        section.error(
            "endpoint", "is \"" + text + "\", must begin with http:// or https:// and a host");
      } else {
        String path = address.getRawPath();
        return Optional.of(
            path.isEmpty() || path.equals("/")
                ? address.resolve(OtlpConfig.METRICS_PATH)
                : address);
      }
    } catch (URISyntaxException notOne) {
      section.error("endpoint", "is no address: " + notOne.getReason());
    }
    return Optional.empty();
  }

  /**
   * Reads headers whose values come from environment variables.
   *
   * @param section values by name
   * @param written the same before variables were put in
   * @param environment environment variables
   * @return those that are right
   */
  static Map<String, OtlpConfig.Header> headers(
      Section section, JsonNode written, Map<String, String> environment) {
    Map<String, OtlpConfig.Header> headers = new LinkedHashMap<>();
    for (String name : section.names()) {
      String value = section.text(name, "");
      Optional<String> variable = Substitution.variable(written.path(name));
      if (!HEADER_NAME.matcher(name).matches()) {
        section.error(name, "is not a valid header name");
      } else if (TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
        section.error(name, "is set by the engine; remove it");
      } else if (variable.isEmpty()) {
        section.error(name, "must be an environment variable such as ${TOKEN}, never written out");
      } else if (environment.containsKey(variable.get())) {
        if (HEADER_VALUE.matcher(value).matches()) {
          headers.put(name, new OtlpConfig.Header(variable.get(), new Secret(value)));
        } else {
          section.error(name, "must be 1 to 8192 printable characters of ASCII");
        }
      }
    }
    return headers;
  }
}
