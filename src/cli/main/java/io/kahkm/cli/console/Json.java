package io.kahkm.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/**
 * JSON on standard output: numbers that are not finite do not exist, so their fields are absent.
 */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Prints an object over several lines. */
  public static void print(PrintWriter out, ObjectNode node) throws JsonProcessingException {
    out.println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
    out.flush();
  }
}
