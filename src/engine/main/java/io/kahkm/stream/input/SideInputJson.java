package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import java.io.IOException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What records that come beside the readings have in common: they are small JSON objects. */
final class SideInputJson {
  private static final ObjectMapper MAPPER = new ObjectMapper(InputJson.FACTORY);

  private SideInputJson() {}

  /** Ends the reading of a record that is not what it should be. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient RejectCause cause;

    RefusedException(RejectCause cause) {
      super(cause.label(), null, false, false);
      this.cause = cause;
    }

    /** The reason of its dead letter. */
    RejectCause why() {
      return cause;
    }
  }

  /** Refuses a record, with the field where one is wrong. */
  static void require(boolean holds, RejectReason reason, @Nullable String field)
      throws RefusedException {
    if (!holds) {
      throw new RefusedException(
          field == null ? RejectCause.of(reason) : RejectCause.of(reason, field));
    }
  }

  /** The JSON object that a record's value is. */
  static JsonNode object(byte @Nullable [] value) throws RefusedException {
    if (value == null) {
      throw new RefusedException(RejectCause.of(RejectReason.NULL_VALUE));
    }
    require(value.length <= InputJson.LONGEST_VALUE, RejectReason.TOO_LARGE, null);
    JsonNode tree = tree(value);
    require(tree.isObject(), RejectReason.MALFORMED, null);
    return tree;
  }

  private static JsonNode tree(byte[] value) throws RefusedException {
    try (JsonParser parser = InputJson.FACTORY.createParser(value)) {
      JsonNode tree = MAPPER.readTree(parser);
      if (tree == null || parser.nextToken() != null) {
        throw new RefusedException(RejectCause.of(RejectReason.MALFORMED));
      }
      return tree;
    } catch (IOException notJson) {
      throw new RefusedException(RejectCause.of(RejectReason.MALFORMED));
    }
  }

  /** The value that a parser stands at; the parser stands at its end then. */
  static JsonNode read(JsonParser parser) throws IOException {
    return MAPPER.readTree(parser);
  }

  /** The value of a field, by its name or its path; missing where it is null. */
  static JsonNode at(JsonNode tree, String name) {
    JsonNode found = tree.get(name);
    for (int dot = name.indexOf('.'); found == null && dot > 0; dot = name.indexOf('.', dot + 1)) {
      JsonNode inner = at(tree.path(name.substring(0, dot)), name.substring(dot + 1));
      found = inner.isMissingNode() ? null : inner;
    }
    return found == null || found.isNull() ? MissingNode.getInstance() : found;
  }

  /** The event time that a field holds, nanoseconds. */
  static long time(TimeReader time, JsonNode tree, String field) throws RefusedException {
    JsonNode node = at(tree, field);
    require(!node.isMissingNode(), RejectReason.MISSING_TIME, field);
    try (JsonParser parser = node.traverse()) {
      parser.nextToken();
      RejectReason wrong = time.read(parser);
      require(wrong == null, wrong == null ? RejectReason.MALFORMED : wrong, field);
      return time.nanos();
    } catch (IOException impossible) {
      throw new RefusedException(RejectCause.of(RejectReason.MALFORMED, field));
    }
  }

  /** The finite number that a node holds, also as text. */
  static double number(JsonNode node, String field) throws RefusedException {
    double number;
    if (node.isNumber()) {
      number = node.doubleValue();
    } else {
      String text = node.isTextual() ? node.textValue().strip() : "";
      require(
          !NumberText.isNan(text) && !NumberText.isInfinite(text), RejectReason.NOT_FINITE, field);
      OptionalDouble read = NumberText.parse(text, DecimalMark.UNKNOWN);
      require(read.isPresent(), RejectReason.NOT_NUMERIC, field);
      number = read.getAsDouble();
    }
    require(Double.isFinite(number), RejectReason.NOT_FINITE, field);
    return number;
  }
}
