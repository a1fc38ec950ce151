package io.kahkm.telemetry;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.monitor.EngineHealth;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one HTTP port of an instance: {@code /metrics}, {@code /healthz}, {@code /readyz}, {@code
 * /api/streams[?limit=200&after=ID&contains=TEXT&order=id|attention]}, {@code /api/streams/ID},
 * {@code /api/streams/ID/history}, {@code /api/fleet} and the live page. Only GET and HEAD are
 * answered, requests with a body are refused, and no answer shows what went wrong inside.
 * Thread-safe.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(HttpEndpoint.class);

  /** Longest path with query, in characters: ids may be long, an address line of a megabyte not. */
  private static final int LONGEST_TARGET = 8192;

  /** Prometheus, a probe and two people at once. */
  private static final int THREADS = 4;

  /** A page may load and ask this port alone, run no inline script, and be framed by nobody. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static {
    // The JDK's server waits for a slow sender without end, and four of them would take the port
    // away from the probes. It reads these once, when the first server of the process is made.
    limit("sun.net.httpserver.maxReqTime", 10);
    limit("sun.net.httpserver.maxRspTime", 60);
  }

  private static void limit(String property, int seconds) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(seconds));
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Routes routes;

  private HttpEndpoint(HttpServer server, ExecutorService threads, Routes routes) {
    this.server = server;
    this.threads = threads;
    this.routes = routes;
  }

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
    HttpServer server;
    try {
      InetSocketAddress address = new InetSocketAddress(bind, port);
      if (address.isUnresolved()) {
        throw new IOException("unknown host");
      }
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on telemetry.bind "
              + bind
              + ", telemetry.port "
              + port
              + ": "
              + e.getMessage(),
          e);
    }
    AtomicInteger number = new AtomicInteger();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    HttpEndpoint endpoint = new HttpEndpoint(server, threads, new Routes(telemetry, health));
    server.setExecutor(threads);
    server.createContext("/", endpoint::handle);
    server.start();
    return endpoint;
  }

  /**
   * The port in use.
   *
   * @return the port number, never 0
   */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Response response;
      try {
        response = respond(exchange);
      } catch (RuntimeException e) {
        LOGGER.warn("Request failed: {}", e.toString());
        LOGGER.debug("Request failed", e);
        response = Response.error(500, "internal error");
      }
      send(exchange, response);
    }
  }

  private Response respond(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    if (!"GET".equals(method) && !"HEAD".equals(method)) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Response.error(405, "only GET and HEAD are answered here");
    }
    Headers headers = exchange.getRequestHeaders();
    String length = headers.getFirst("Content-Length");
    if (headers.containsKey("Transfer-Encoding") || (length != null && !"0".equals(length))) {
      return Response.error(413, "a request has no body here");
    }
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    if (path == null || exchange.getRequestURI().toString().length() > LONGEST_TARGET) {
      return Response.error(414, "the address is longer than " + LONGEST_TARGET + " characters");
    }
    try {
      return routes.answer(Request.of(path, query, headers.getFirst("Accept")));
    } catch (BadRequestException e) {
      return Response.error(400, e.getMessage());
    }
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", response.contentType());
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Content-Security-Policy", CONTENT_POLICY);
    headers.set("Referrer-Policy", "no-referrer");
    if (response.tag().isEmpty()) {
      headers.set("Cache-Control", "no-store");
    } else {
      headers.set("Cache-Control", "no-cache");
      headers.set("ETag", response.tag());
      if (response.tag().equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
    }
    if ("HEAD".equals(exchange.getRequestMethod())) {
      exchange.sendResponseHeaders(response.status(), -1);
      return;
    }
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (accepted != null && accepted.contains("gzip")) {
      headers.set("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(response.status(), 0);
      try (OutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
        out.write(response.body());
      }
      return;
    }
    exchange.sendResponseHeaders(response.status(), response.body().length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(response.body());
    }
  }

  /** Stops serving; requests under way are cut off. */
  @Override
  public void close() {
    // With a grace the JDK's server waits for all of it, even when nothing is under way.
    server.stop(0);
    threads.shutdownNow();
  }
}
