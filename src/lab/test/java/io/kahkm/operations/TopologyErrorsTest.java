package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.Secret;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import io.kahkm.topology.TopologySchema;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Values of every kind in the place of every setting: what the reader says of those that it
 * refuses, word for word, and that those that it accepts are written as they were read.
 */
class TopologyErrorsTest {
  private static final Path EXPECTED =
      Path.of("src/lab/test/resources/operations/topology-errors.txt");

  /** A number or a quoted text in an error, which may be the value. */
  private static final Pattern SHOWN = Pattern.compile("\"([^\"]*)\"|(?<=is )[-0-9.E]+(?=,|$)");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Besides those of {@link TopologySchemaTest}: what only some settings take. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "\"a,b\"",
          "\"q\"",
          "\"episodes\"",
          "\"iid\"",
          "\"fleet\"",
          "\"60s\"",
          "\"40d\"",
          "\"avro\"",
          "\"q > 1\"",
          "{\"q\": \"1\"}",
          "[\"q\", \"q\"]",
          "50",
          "1000000");

  /** Texts that are probed, as an error shows them. */
  private static final Set<String> TEXTS =
      Stream.concat(TopologySchemaTest.VALUES.stream(), VALUES.stream())
          .map(value -> tree(value).asText())
          .collect(Collectors.toSet());

  /** Every setting with every value, in a file that has its section, those of the input in all. */
  private static void each(Probe probe) {
    List<String> values = new ArrayList<>(TopologySchemaTest.VALUES);
    values.addAll(VALUES);
    for (TopologySchema.Setting setting : TopologySchema.settings()) {
      List<ObjectNode> bases =
          setting.path().startsWith("input.")
              ? ConfigurationFields.bases()
              : List.of(TopologySchemaTest.base(setting.path()));
      for (int base = 0; base < bases.size(); base++) {
        for (String value : values) {
          ObjectNode file = bases.get(base).deepCopy();
          if (ConfigurationFields.put(file, List.of(setting.path().split("\\.")), tree(value))) {
            probe.take(base, setting.path(), value, file);
          }
        }
      }
    }
  }

  private interface Probe {
    void take(int base, String path, String value, JsonNode file);
  }

  private static JsonNode tree(String value) {
    try {
      return MAPPER.readTree(value);
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** What the reader says of all that it refuses. */
  private static final Set<String> REFUSED = new TreeSet<>();

  /** Accepted, but not read back from what is written as it was read. */
  private static final List<String> DIFFERENT = new ArrayList<>();

  /** What files say that were read back, by how they were written. */
  private static final Map<String, String> READ_BACK = new HashMap<>();

  private static int accepted;

  /** Every file once for both tests: there are many of them. */
  @BeforeAll
  static void readAll() {
    each(
        (base, path, value, file) -> {
          TopologyConfig config;
          try {
            config = TopologyConfig.parse(file.toString(), "probe", Map.of());
          } catch (TopologyConfigException wrong) {
            wrong.errors().forEach(error -> REFUSED.add(withoutValue(error)));
            return;
          }
          accepted++;
          String written = config.toMaskedYaml();
          // A password cannot be read back, and without a step there is nothing to tolerate.
          if (!written.contains(Secret.MASK)
              && (!path.equals("input.step-tolerance") || config.input().steps().step().isPresent())
              && !isReadBack(said(config), written)) {
            DIFFERENT.add(base + " " + path + " = " + value + ": " + READ_BACK.get(written));
          }
        });
  }

  private static boolean isReadBack(String said, String written) {
    if (!READ_BACK.containsKey(written)) {
      try {
        TopologyConfig again = TopologyConfig.parse(written, "again", Map.of());
        READ_BACK.put(written, again.toMaskedYaml().equals(written) ? said(again) : "otherwise");
      } catch (TopologyConfigException wrong) {
        READ_BACK.put(written, wrong.errors().toString());
      }
    }
    return READ_BACK.get(written).equals(said);
  }

  @Test
  void whatIsRefusedIsRefusedInTheSameWords() throws Exception {
    String text = String.join("\n", REFUSED) + "\n";

    if (Boolean.getBoolean("kahkm.regenerate")) {
      Files.writeString(EXPECTED, text);
    }
    assertThat(text).isEqualTo(Files.readString(EXPECTED));
  }

  private static String withoutValue(String error) {
    return SHOWN
        .matcher(error)
        .replaceAll(
            shown ->
                shown.group(1) == null || TEXTS.contains(shown.group(1))
                    ? "VALUE"
                    : Matcher.quoteReplacement(shown.group()));
  }

  @Test
  void whatIsAcceptedIsWrittenAsItWasRead() {
    assertThat(DIFFERENT).isEmpty();
    assertThat(accepted).isGreaterThan(1000);
  }

  /** All that a file says; a tag of which it does not say how it is valued counts as such. */
  private static String said(TopologyConfig config) {
    return whole(config).replaceAll("(?<= values=\\{)(\\w+=LAST(, )?)*", "");
  }

  /** Components of records, and of those in them; patterns by their text. */
  private static String whole(Object value) {
    if (value instanceof Record) {
      StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('[');
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        try {
          Method accessor = component.getAccessor();
          accessor.setAccessible(true);
          text.append(' ')
              .append(component.getName())
              .append('=')
              .append(whole(accessor.invoke(value)));
        } catch (ReflectiveOperationException wrong) {
          throw new IllegalStateException(wrong);
        }
      }
      return text.append(']').toString();
    }
    if (value instanceof Optional<?> optional) {
      return optional.map(TopologyErrorsTest::whole).toString();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      map.forEach((key, of) -> sorted.put(whole(key), whole(of)));
      return sorted.toString();
    }
    return value instanceof Collection<?> all
        ? all.stream().map(TopologyErrorsTest::whole).toList().toString()
        : String.valueOf(value);
  }
}
