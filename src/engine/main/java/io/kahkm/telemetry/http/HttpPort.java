package io.kahkm.telemetry.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The JDK's HTTP server on one port, with as many threads as connections and the limits that it
 * does not set itself.
 */
final class HttpPort implements AutoCloseable {
  /** Open connections; further ones are closed at once. */
  static final int CONNECTIONS = 64;

  private static final long IDLE_THREAD_SECONDS = 30;

  static {
    // The JDK's server waits for a slow sender without end and takes any number of connections. It
    // reads these once, when the first server of the process is made.
    limit("sun.net.httpserver.maxReqTime", 5);
    limit("sun.net.httpserver.maxRspTime", 30);
    limit("sun.net.httpserver.maxReqHeaders", 64);
    limit("sun.net.httpserver.maxReqHeaderSize", 16 * 1024);
    limit("jdk.httpserver.maxConnections", CONNECTIONS);
    // It sends an answer in two parts, and would wait with the second, on a connection that was
    // used before, until the client acknowledges the first: 40 ms on Linux.
    set("sun.net.httpserver.nodelay", "true");
  }

  private static void limit(String property, int value) {
    set(property, Integer.toString(value));
  }

  private static void set(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = threads();

  private HttpPort(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
  }

  /**
   * Opens a port; nothing is answered yet.
   *
   * @param bind address or host name to listen on
   * @param port port, 0 for any free one
   * @throws IOException if the port cannot be opened; the message names address and port
   */
  static HttpPort open(String bind, int port) throws IOException {
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
    return new HttpPort(server);
  }

  private static ExecutorService threads() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor made =
        new ThreadPoolExecutor(
            CONNECTIONS,
            CONNECTIONS,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    made.allowCoreThreadTimeOut(true);
    return made;
  }

  /** Starts to answer. */
  void serve(HttpHandler handler) {
    server.createContext("/", handler);
    server.start();
  }

  /** The port in use, never 0. */
  int number() {
    return server.getAddress().getPort();
  }

  /** Stops serving; requests under way are cut off. */
  @Override
  public void close() {
    // With a grace the JDK's server waits for all of it, even when nothing is under way.
    server.stop(0);
    threads.shutdownNow();
  }
}
