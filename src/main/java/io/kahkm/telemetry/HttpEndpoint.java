package io.kahkm.telemetry;

import io.kahkm.monitor.EngineHealth;
import java.io.IOException;

/** The one HTTP port of an instance. Thread-safe. */
public final class HttpEndpoint implements AutoCloseable {
  private HttpEndpoint() {}

  /**
   * Opens the port and starts to serve.
   *
   * @param bind address or host name to listen on
   * @param port port, 0 for any free one
   * @param telemetry what is shown
   * @param health what the probes ask
   * @return the running endpoint
   * @throws IOException if the port cannot be opened; the message names address and port
   */
  public static HttpEndpoint start(
      String bind, int port, EngineTelemetry telemetry, EngineHealth health) throws IOException {
    throw new IOException(bind + ":" + port + " " + health.detail() + telemetry.statuses());
  }

  /**
   * The port in use.
   *
   * @return the port number, never 0
   */
  public int port() {
    throw new UnsupportedOperationException();
  }

  /** Stops serving; requests under way are cut off after a second. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
