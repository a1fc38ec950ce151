package io.kahkm.topology;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where metrics are pushed to by the OpenTelemetry protocol over HTTP, beside {@code /metrics}.
 *
 * @param endpoint address of the collector, {@code http} or {@code https}, with the path
 * @param every time between two pushes
 * @param headers headers of every push by name, in file order; the values come from environment
 *     variables, never from the topology file itself
 */
public record OtlpConfig(URI endpoint, Duration every, Map<String, Header> headers) {
  /**
   * The value of a header.
   *
   * @param variable environment variable it came from
   * @param value the value
   */
  public record Header(String variable, Secret value) {}

  /** Copies the map. */
  public OtlpConfig {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }
}
