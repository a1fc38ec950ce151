package io.kahkm.testing.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes JSON objects of given fields with values right and wrong, and half of them damaged. */
public final class JsonGenerator {
  private static final List<String> WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "null",
          "true",
          "false",
          "\\",
          "\\u0000",
          "\\ud800",
          "\\udc00",
          "\\uD834\\uDD1E",
          "\u0000",
          "\ufeff",
          "{\"a\":",
          "[[",
          "\"schema\":",
          "\"payload\":{",
          "/*",
          "//",
          "'",
          "NaN",
          "-Infinity",
          "1e999",
          "\r\n");

  private static final int DEEPEST = 40;

  private final Map<String, List<String>> fields;
  private final boolean envelope;
  private final Mutator mutator;

  /**
   * Creates a generator.
   *
   * @param fields right values of the fields that the reader knows, in their order
   * @param envelope whether objects lie in Kafka Connect's envelope
   * @param samples right objects
   */
  public JsonGenerator(Map<String, List<String>> fields, boolean envelope, List<String> samples) {
    this.fields = fields;
    this.envelope = envelope;
    mutator =
        new Mutator(samples.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList(), WORDS);
  }

  /** One input. */
  public byte[] input(SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      return mutator.input(random);
    }
    StringBuilder text = new StringBuilder();
    if (envelope) {
      text.append("{\"schema\":");
      value(text, random, 0);
      text.append(",\"payload\":");
    }
    object(text, random);
    if (envelope) {
      text.append(random.nextInt(8) == 0 ? ",\"x\":1}" : "}");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return random.nextInt(4) == 0 ? mutator.mutate(bytes, random) : bytes;
  }

  private void object(StringBuilder text, SplittableRandom random) {
    text.append('{');
    String comma = "";
    for (Map.Entry<String, List<String>> field : fields.entrySet()) {
      if (random.nextInt(24) != 0) {
        text.append(comma).append('"').append(field.getKey()).append("\":");
        field(text, field.getValue(), random);
        comma = random.nextInt(60) == 0 ? ",," : ",";
      }
      if (random.nextInt(30) == 0) {
        text.append(comma).append("\"extra").append(random.nextInt(3)).append("\":");
        value(text, random, 0);
        comma = ",";
      }
    }
    text.append('}');
  }

  private static void field(StringBuilder text, List<String> right, SplittableRandom random) {
    switch (random.nextInt(32)) {
      case 0 -> value(text, random, 0);
      case 1 -> text.append(Mutator.pick(Mutator.NUMBERS, random));
      case 2 -> text.append('"').append(Mutator.pick(Mutator.NUMBERS, random)).append('"');
      case 3 -> text.append(Double.longBitsToDouble(random.nextLong()));
      case 4 -> text.append('[').append(random.nextInt(9)).append(",-0.5]");
      case 5 -> text.append(random.nextLong());
      default -> text.append(Mutator.pick(right, random));
    }
  }

  private static void value(StringBuilder text, SplittableRandom random, int depth) {
    switch (random.nextInt(depth > DEEPEST ? 5 : 9)) {
      case 0 -> text.append("null");
      case 1 -> text.append(random.nextBoolean());
      case 2 -> text.append(Mutator.pick(Mutator.NUMBERS, random));
      case 3 -> text.append('"').append(Mutator.pick(WORDS, random)).append('"');
      case 4 -> text.append("\"\"");
      case 5, 6 -> {
        text.append('[');
        for (int i = random.nextInt(3); i >= 0; i--) {
          value(text, random, depth + 1);
          text.append(i > 0 ? "," : "");
        }
        text.append(']');
      }
      default -> {
        text.append("{\"").append(random.nextInt(3)).append("\":");
        value(text, random, depth + 1);
        text.append('}');
      }
    }
  }
}
