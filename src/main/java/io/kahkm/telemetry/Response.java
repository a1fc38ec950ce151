package io.kahkm.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A finished answer. The body is owned by the response and not modified. */
final class Response {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int status;
  private final String contentType;
  private final byte[] body;

  Response(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  static Response json(int status, ObjectNode json) {
    try {
      return new Response(status, "application/json", MAPPER.writeValueAsBytes(json));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Response error(int status, String message) {
    return json(status, JsonNodeFactory.instance.objectNode().put("error", message));
  }

  static Response text(int status, String text) {
    return new Response(
        status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  static Response html(String page) {
    return new Response(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }
}
