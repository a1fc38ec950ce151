package io.kahkm.cli.assistant;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An engine that says what it is told to say. */
final class ToldEngine implements AutoCloseable {
  /** Addresses that were asked for, one after the other. */
  final List<String> asked = new ArrayList<>();

  /** What is said, by address. */
  final Map<String, String> answers = new HashMap<>();

  /** The status of what has no answer. */
  int unknown;

  /** The last login. */
  String authorization;

  private final HttpServer server;

  ToldEngine(int unknown) throws IOException {
    this.unknown = unknown;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String address = exchange.getRequestURI().toString();
          asked.add(address);
          authorization = exchange.getRequestHeaders().getFirst("Authorization");
          String body = answers.get(address);
          byte[] bytes = (body == null ? "{}" : body).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(body == null ? this.unknown : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
