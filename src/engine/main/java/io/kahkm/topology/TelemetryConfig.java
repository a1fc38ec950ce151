package io.kahkm.topology;

import java.util.List;
import java.util.Optional;

/**
 * The HTTP port and how many series it carries.
 *
 * @param port port, 0 for any free one
 * @param bind address the server listens on; the loopback interface unless told otherwise
 * @param streams how many streams get series of their own
 * @param components how many sensors of a stream get series of their own
 * @param advertised where other instances reach the port, empty to find out
 * @param login who may read it, empty for everybody who reaches the port
 * @param operators who may also acknowledge, mark, shelve and request on the page, in file order
 * @param otlp where metrics are pushed to, empty for nowhere
 */
public record TelemetryConfig(
    int port,
    String bind,
    int streams,
    int components,
    Optional<PeerAddress> advertised,
    Optional<LoginConfig> login,
    List<LoginConfig> operators,
    Optional<OtlpConfig> otlp) {
  /** Copies the list. */
  public TelemetryConfig {
    operators = List.copyOf(operators);
  }

  /** The same on another port. */
  TelemetryConfig onPort(int other) {
    return new TelemetryConfig(
        other, bind, streams, components, advertised, login, operators, otlp);
  }
}
