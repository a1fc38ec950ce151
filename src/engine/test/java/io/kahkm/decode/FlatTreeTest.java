package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.testing.fuzz.Mutator;
import io.kahkm.text.TimeFormat;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatTreeTest {
  private static final String LIST =
      "{\"t\":1700000000000,\"values\":[{\"id\":\"a.b\",\"v\":12.5,\"q\":true,\"t\":1.7e12},"
          + "{\"id\":\"c\",\"v\":\"on\",\"q\":192,\"t\":\"2023-11-14T22:13:20Z\"},{\"v\":null},"
          + "{\"id\":7,\"v\":9007199254740993},{\"id\":7.0,\"v\":-0.0,\"q\":\"bad\"}]}";

  /** Payloads of every form that the decoders know. */
  private static final List<String> PAYLOADS =
      List.of(
          LIST,
          "{\"tag\":\"PT-101\",\"value\":3.2,\"ts\":1700000000000}",
          "{\"value\":3,\"timestamp_ms\":1700000000000,\"q\":18446744073709551615}",
          "{\"t\":1700000000000,\"x\":1.5,\"pos\":{\"y\":2,\"z\":{\"w\":[1,2]}},\"pos.y\":3}",
          "{\"values\":{\"a\":1,\"b\":{\"v\":2,\"t\":3},\"c\":[],\"d\":null},\"t\":5}",
          "[{\"t\":1700000000000,\"x\":1e400,\"y\":2},{\"t\":\"1.7e12\",\"x\":NaN,\"y\":true}]",
          "{\"schema\":{\"type\":\"struct\"},\"payload\":" + LIST + "}",
          "{\"schema\":{},\"payload\":null}",
          "{\"specversion\":\"1.0\",\"type\":\"x\",\"id\":\"1\",\"data\":" + LIST + "}",
          "{\"specversion\":\"1.0\",\"type\":\"x\",\"data_base64\":\" "
              + Base64.getEncoder().encodeToString(LIST.getBytes(UTF_8))
              + "\"}",
          "{\"MessageId\":\"1\",\"Messages\":[{\"DataSetWriterId\":1,\"Timestamp\":"
              + "\"2023-11-14T22:13:20Z\",\"Payload\":{\"a\":{\"UaType\":11,\"Value\":1.5,"
              + "\"Status\":{\"Code\":2147483648}},\"b\":3,\"c\":{\"Value\":{\"Type\":11,"
              + "\"Body\":2.5},\"SourceTimestamp\":\"2023-11-14T22:13:21Z\",\"StatusCode\":0}}},"
              + "{\"DataSetWriterId\":2},{\"Payload\":[1]},{\"MessageType\":\"ua-keepalive\"}]}",
          "{\"Payload\":{\"a\":1,\"b\":{\"Value\":null,\"Status\":\"Good\"}},\"Status\":"
              + "2150891520,\"Timestamp\":null}");

  private static final List<String> WORDS =
      List.of(
          "{",
          "[",
          "\"",
          "null",
          "\"Value\":",
          "\"Status\":",
          "\"Messages\":",
          "\"data\":",
          "\"payload\":",
          "\"v\":",
          "\"t\":",
          "\"q\":",
          ".",
          "e9");

  private static NameRule rule(NameRule.Origin origin, String name, String pattern) {
    return new NameRule(origin, name, Optional.ofNullable(pattern).map(Pattern::compile));
  }

  private static FieldRules rules(
      String each, String value, String time, Set<String> good, NameRule stream, NameRule tag) {
    return new FieldRules(
        Optional.ofNullable(each),
        value,
        Optional.ofNullable(time),
        TimeFormat.AUTO,
        Optional.of("q"),
        good,
        stream,
        tag);
  }

  private static final List<FieldRules> RULES =
      List.of(
          rules(
              "values",
              "v",
              "t",
              Set.of(),
              NameRule.KEY,
              rule(NameRule.Origin.FIELD, "id", "([a-z]).*|\\d+")),
          rules(
              null,
              FieldRules.ALL,
              "t",
              Set.of(),
              rule(NameRule.Origin.KEY, "", "(\\w+)/.*"),
              NameRule.NAME),
          rules(
              null,
              "value",
              null,
              Set.of("192", "true"),
              rule(NameRule.Origin.TOPIC, "", null),
              rule(NameRule.Origin.HEADER, "tag", ".*/(.*)")),
          rules(
              FieldRules.WHOLE,
              FieldRules.ALL,
              "t",
              Set.of(),
              rule(NameRule.Origin.FIELD, "x", null),
              rule(NameRule.Origin.NAME, "", ".*?(\\w)")),
          rules(
              "values",
              "v",
              "t",
              Set.of(),
              rule(NameRule.Origin.FIELD, "id", null),
              rule(NameRule.Origin.NAME, "", null)));

  /** Everything that is said of a record, text of episodes included. */
  private static List<String> said(TagDecoder decoder, InputRecord record) {
    List<String> said = new ArrayList<>();
    RejectCause problem =
        decoder.decode(
            record,
            r ->
                said.add(
                    String.join(
                        " ",
                        r.stream(),
                        r.tag(),
                        Long.toString(r.time()),
                        r.kind().name(),
                        Long.toHexString(Double.doubleToRawLongBits(r.number())),
                        r.asText())));
    said.add(problem == null ? "" : problem.label());
    return said;
  }

  /** Two payloads after each other by the same decoder: nothing of the first may be left. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void readsWhatATreeOfObjectsSays(int rules) {
    requireTheSame(rules, 4_000);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void readsWhatATreeOfObjectsSaysOfManyPayloads(int rules) {
    requireTheSame(rules, 100_000);
  }

  private static void requireTheSame(int rules, int payloads) {
    InputFormat format = rules == RULES.size() ? InputFormat.OPCUA_JSON : InputFormat.JSON;
    FieldRules used = RULES.get(rules % RULES.size());
    TagDecoder decoder = TagDecoders.of(format, used, Optional.empty());
    TagDecoder oracle = new TreeOracle(format, used);
    Mutator mutator = new Mutator(PAYLOADS.stream().map(p -> p.getBytes(UTF_8)).toList(), WORDS);
    SplittableRandom random = new SplittableRandom(rules);
    int read = 0;
    for (int i = 0; i < payloads; i++) {
      byte[] payload =
          i < PAYLOADS.size() ? PAYLOADS.get(i).getBytes(UTF_8) : mutator.input(random);
      RecordHeaders headers = new RecordHeaders();
      headers.add("tag", ("area/" + random.nextInt(3)).getBytes(UTF_8));
      if (random.nextInt(10) == 0) {
        headers.add("content-type", "application/cloudevents+json".getBytes(UTF_8));
      }
      byte[] key = random.nextInt(9) == 0 ? null : ("line/" + i % 7).getBytes(UTF_8);
      InputRecord record = new InputRecord("plant.tags", key, payload, headers, i % 50 - 1);
      List<String> said = said(decoder, record);

      assertThat(said).as(new String(payload, UTF_8)).isEqualTo(said(oracle, record));
      read += said.size() > 1 ? 1 : 0;
    }
    assertThat(read).isGreaterThan(50);
  }

  /** Of every size, so that each kind of node is once the one for which room is made. */
  @Test
  void aTreeOfObjectsIsReadLikeItsText() throws Exception {
    for (int size = 0; size < 200; size++) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < size; i++) {
        switch (i % 3) {
          case 0 -> array.add("text " + i);
          case 1 -> array.add(new byte[] {(byte) i});
          default -> array.addObject().put("n", i + 0.5);
        }
      }
      FlatTree taken = new FlatTree();
      taken.take(array);
      FlatTree parsed = new FlatTree();
      parsed.parse(array.toString().getBytes(UTF_8), 0);

      for (int node = 0; node < 1 + size + size / 3; node++) {
        assertThat(taken.text(node)).as("node %d of %d", node, size).isEqualTo(parsed.text(node));
      }
    }
  }

  @Test
  void remembersNamesWithinALimit() {
    NameFinder finder = new NameFinder(rule(NameRule.Origin.KEY, "", "(\\d+)-.*"));
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(finder.find(Decoded.record(i + "-x", new byte[1]))).isEqualTo("" + i);
      }
      assertThat(finder.find(Decoded.record("none", new byte[1]))).isNull();
      assertThat(finder.find(Decoded.record("none", new byte[1]))).isNull();
    }
  }

  @Test
  void remembersNoLongKeys() {
    NameFinder finder = new NameFinder(rule(NameRule.Origin.KEY, "", "(\\d+)-.*"));
    for (int length : new int[] {200, 300, 100_000}) {
      for (int turn = 0; turn < 2; turn++) {
        InputRecord record = Decoded.record("7-" + "x".repeat(length), new byte[1]);
        assertThat(finder.find(record)).isEqualTo("7");
      }
    }
    assertThat(finder.remembered()).isEqualTo(1);
  }

  @Test
  void textsThatComeAgainAreTheSameString() {
    TextCache cache = new TextCache();
    char[] text = "xPT-101x".toCharArray();
    String first = cache.text(text, 1, 6);

    assertThat(first).isEqualTo("PT-101");
    assertThat(cache.text("PT-101".toCharArray(), 0, 6)).isSameAs(first);
    assertThat(cache.text(text, 0, 6)).isEqualTo("xPT-10");
    assertThat(cache.text(new char[100], 0, 100)).hasSize(100);
  }
}
