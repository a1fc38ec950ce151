package io.kahkm.telemetry.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;

/** A finished answer. The body is owned by the response and not modified. */
final class Response {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final String tag;
  private final String file;

  private Response(int status, String contentType, byte[] body, String tag, String file) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.tag = tag;
    this.file = file;
  }

  Response(int status, String contentType, byte[] body) {
    this(status, contentType, body, "", "");
  }

  /**
   * A file that a browser may keep and ask for again.
   *
   * @param tag its entity tag, in quotation marks
   */
  static Response file(String contentType, byte[] body, String tag) {
    return new Response(200, contentType, body, tag, "");
  }

  /**
   * Something that a browser saves.
   *
   * @param file name for it, of characters that need no quotation
   */
  static Response download(String contentType, byte[] body, String file) {
    return new Response(200, contentType, body, "", file);
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

  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  /** Entity tag in quotation marks, empty for what must not be kept. */
  String tag() {
    return tag;
  }

  /** Name under which a browser saves it, empty for what is shown. */
  String file() {
    return file;
  }

  byte[] body() {
    return body;
  }
}
