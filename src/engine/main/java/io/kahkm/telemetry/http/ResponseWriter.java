package io.kahkm.telemetry.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Sends an answer: with what every answer tells browsers, not again what a client has already, and
 * compressed for those who can read that.
 */
final class ResponseWriter {
  /** A page may load and ask this port alone, run no inline script, and be framed by nobody. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private ResponseWriter() {}

  static void send(HttpExchange exchange, Response response) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", response.contentType());
    if (!response.file().isEmpty()) {
      headers.set("Content-Disposition", "attachment; filename=\"" + response.file() + "\"");
    }
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
}
