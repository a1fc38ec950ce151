package io.kahkm.config;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Where metrics, and traces of some records, are pushed to by the OpenTelemetry protocol over HTTP,
 * beside {@code /metrics}.
 *
 * @param endpoint address of the collector, {@code http} or {@code https}, with the path
 * @param every time between two pushes
 * @param headers headers of every push by name, in file order; the values come from environment
 *     variables, never from the topology file itself
 * @param traces share of the records that are traced, 0 to 1; empty for no traces
 */
public record OtlpConfig(
    URI endpoint, Duration every, Map<String, Header> headers, OptionalDouble traces) {
  /** Path of metrics at a collector. */
  public static final String METRICS_PATH = "/v1/metrics";

  private static final String TRACES_PATH = "/v1/traces";

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

  /**
   * Whether the address says where traces go: it ends like that of metrics.
   *
   * @param endpoint address of a collector
   * @return true if {@link #traceEndpoint} can be told from it
   */
  public static boolean hasTraces(URI endpoint) {
    return endpoint.getRawPath().endsWith(METRICS_PATH);
  }

  /**
   * Where traces are pushed to: beside the metrics.
   *
   * @return the address of metrics with another end
   */
  public URI traceEndpoint() {
    String metrics = endpoint.toString();
    return URI.create(
        metrics.substring(0, metrics.lastIndexOf(METRICS_PATH))
            + TRACES_PATH
            + metrics.substring(metrics.lastIndexOf(METRICS_PATH) + METRICS_PATH.length()));
  }
}
