package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegisteredSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where schemas come from, and how many are kept. */
class ParsedSchemasTest {
  private static final int MEGABYTE = 1024 * 1024;

  private static RegisteredSchema schema(int length) {
    return new RegisteredSchema("x".repeat(length), List.of());
  }

  /** Records say which schemas are needed: they must not fill the memory. */
  @Test
  void asManyAreKeptAsAMegabyteOfTheirTextHolds() {
    ParsedSchemas<String> parsed = new ParsedSchemas<>();
    RegisteredSchema first = schema(MEGABYTE / 2);
    RegisteredSchema second = schema(MEGABYTE / 2);
    assertThat(parsed.get(first)).isNull();
    parsed.put(first, "one");
    parsed.put(second, "two");
    assertThat(parsed.get(first)).isEqualTo("one");
    assertThat(parsed.get(second)).isEqualTo("two");
    assertThat(parsed.get(schema(MEGABYTE / 2))).as("another of the same text").isNull();

    RegisteredSchema third = schema(MEGABYTE / 2);
    parsed.put(third, "three");
    assertThat(parsed.get(first)).as("forgotten").isNull();
    assertThat(parsed.get(third)).isEqualTo("three");
    parsed.put(second, "two again");
    assertThat(parsed.get(third)).as("counted from the third on").isEqualTo("three");
    parsed.put(first, "one again");
    assertThat(parsed.get(third)).isNull();
    assertThat(parsed.get(first)).isEqualTo("one again");
  }

  @Test
  void schemasComeFromARegistryOrAFile() {
    Optional<String> registry = Optional.of("http://registry:8081");
    Optional<Path> file = Optional.of(Path.of("s.avsc"));
    for (int bytes : new int[] {4, 8}) {
      assertThat(
              new SchemaRules(registry, Optional.empty(), bytes, Optional.empty(), Optional.empty())
                  .idBytes())
          .isEqualTo(bytes);
    }
    for (int bytes : new int[] {0, 5, 16}) {
      assertThatThrownBy(
              () ->
                  new SchemaRules(
                      registry, Optional.empty(), bytes, Optional.empty(), Optional.empty()))
          .hasMessage("idBytes is " + bytes + ", must be 4 or 8");
    }
    assertThatThrownBy(() -> new SchemaRules(registry, Optional.empty(), 4, file, Optional.empty()))
        .hasMessage("needs either registry or file");
    assertThatThrownBy(
            () ->
                new SchemaRules(
                    Optional.empty(), Optional.empty(), 4, Optional.empty(), Optional.empty()))
        .hasMessage("needs either registry or file");

    SchemaRules asked =
        new SchemaRules(registry, Optional.empty(), 4, Optional.empty(), Optional.empty());
    SchemaRules read =
        new SchemaRules(Optional.empty(), Optional.empty(), 4, file, Optional.empty());
    assertThat(TagDecoders.registry(InputFormat.AVRO, Optional.of(asked))).isPresent();
    assertThat(TagDecoders.registry(InputFormat.AVRO, Optional.of(read))).isEmpty();
    assertThat(TagDecoders.registry(InputFormat.JSON, Optional.empty())).isEmpty();
  }
}
