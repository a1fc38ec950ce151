package io.kahkm.decode.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers over HTTP what a registry would: paths and bodies of Confluent's interface. It is no
 * registry: it checks and stores nothing.
 */
public final class RegistryStandIn implements AutoCloseable {
  public final Map<String, String> answers = new ConcurrentHashMap<>();
  public final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<String> logins = new ConcurrentLinkedQueue<>();
  public volatile int status = 200;

  /** Statuses of single paths. */
  public final Map<String, Integer> statuses = new ConcurrentHashMap<>();

  /** Body of every path that has none of its own; null for status 404. */
  volatile String usual;

  /** Requests from now on that find no service, whatever the status. */
  public final AtomicInteger refusals = new AtomicInteger();

  private final HttpServer server;

  public RegistryStandIn(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          asked.add(path);
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
              .ifPresent(logins::add);
          String answer = answers.get(path) == null ? usual : answers.get(path);
          byte[] body = (answer == null ? "{\"error_code\":40403}" : answer).getBytes(UTF_8);
          boolean refused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
          int own = answer == null && status == 200 ? 404 : status;
          exchange.sendResponseHeaders(
              refused ? 503 : statuses.getOrDefault(path, own), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String address() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
