package io.kahkm.stream.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.config.InputConfig;
import io.kahkm.config.ModeNames;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Modes, times of records, rows inside of something else, and limits of what is read. */
class InputFieldsTest {
  private static final long LATEST_MILLIS = Long.MAX_VALUE / 1_000_000;

  private static InputConfig input(String fields) throws Exception {
    String model = fields.contains("mode:") ? "{by-mode: {A: a, B: b}}" : "{file: f}";
    return TopologyConfig.parse(
            "name: a\nmodel: " + model + "\ninput: {" + fields + "}\n", "test", Map.of())
        .input();
  }

  private static ParsedInput parse(String fields, String json, long timestamp) throws Exception {
    return new InputParser(input(fields), 2).parse(json.getBytes(UTF_8), timestamp);
  }

  private static String text(ParsedInput parsed) {
    if (parsed instanceof ParsedInput.Accepted accepted) {
      return "mode "
          + accepted.mode().orElse("none")
          + ", missing "
          + accepted.missing().flatMap(RejectCause::field).orElse("none");
    }
    RejectCause cause = ((ParsedInput.Rejected) parsed).cause();
    return cause.field().map(field -> cause.label() + " " + field).orElse(cause.label());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":\"A\"}          | mode A, missing none",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":\" A \"}        | mode A, missing none",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":7}              | mode 7, missing none",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":true}           | mode true, missing none",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":\"unknown\"}    | mode unknown, missing none",
        "{\"t\":1,\"q\":null,\"p\":2,\"m\":\"A\"}       | mode A, missing q",
        "{\"t\":1,\"q\":1,\"p\":2}                      | missing-field m",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":null}           | missing-field m",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":\"\"}           | missing-field m",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":\"  \"}         | missing-field m",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":[\"A\"]}        | malformed m",
        "{\"t\":1,\"q\":1,\"p\":2,\"m\":{\"x\":\"A\"}}  | malformed m",
        "{\"q\":1,\"p\":2}                              | missing-field t",
      })
  void aModeIsAnyWord(String json, String expected) throws Exception {
    assertThat(text(parse("state: [q, p], time: t, mode: m", json, 5))).isEqualTo(expected);
  }

  /** What is stored of them would be another text when it is read again. */
  @Test
  void halfACharacterIsNoNameOfAModeOrAnEpisode() throws Exception {
    String json = "{\"q\":1,\"p\":2,\"m\":\"A%s\"}";
    assertThat(text(parse("state: [q, p], mode: m", json.formatted("\\ud800"), 5)))
        .isEqualTo("malformed m");
    assertThat(text(parse("state: [q, p], mode: m", json.formatted("\\ud83d\\ude00"), 5)))
        .isEqualTo("mode A\ud83d\ude00, missing none");
    assertThat(text(parse("state: [q, p], episode: m", json.formatted("\\ude00\\ud83d"), 5)))
        .isEqualTo("malformed m");
  }

  @Test
  void theNameOfAModeIsBounded() throws Exception {
    String json = "{\"q\":1,\"p\":2,\"m\":\"%s\"}";
    String longest = "x".repeat(ModeNames.LONGEST);
    assertThat(text(parse("state: [q, p], mode: m", json.formatted(longest), 5)))
        .isEqualTo("mode " + longest + ", missing none");
    assertThat(text(parse("state: [q, p], mode: m", json.formatted(longest + "x"), 5)))
        .isEqualTo("too-large m");
  }

  @Test
  void noModeIsLeftForTheNextRecord() throws Exception {
    InputParser parser = new InputParser(input("state: [q, p], mode: m"), 2);
    assertThat(text(parser.parse("{\"q\":1,\"p\":2,\"m\":\"A\"}".getBytes(UTF_8), 5)))
        .isEqualTo("mode A, missing none");
    assertThat(text(parser.parse("{\"q\":1,\"p\":2}".getBytes(UTF_8), 5)))
        .isEqualTo("missing-field m");
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "-1, missing-time", "1700000000123, ''"})
  void aRecordWithoutATimeFieldHasItsOwnTime(long timestamp, String reason) throws Exception {
    ParsedInput parsed = parse("state: [q, p]", "{\"q\":1,\"p\":2}", timestamp);
    if (reason.isEmpty()) {
      assertThat(((ParsedInput.Accepted) parsed).observation().time())
          .isEqualTo(timestamp * 1_000_000);
    } else {
      assertThat(text(parsed)).isEqualTo(reason);
    }
    assertThat(text(parse("state: [q, p], time: t", "{\"q\":1,\"p\":2,\"t\":5}", timestamp)))
        .isEqualTo("mode none, missing none");
  }

  @Test
  void theLatestTimeOfARecordIsTheLastThatNanosecondsHold() throws Exception {
    assertThat(text(parse("state: [q, p]", "{\"q\":1,\"p\":2}", LATEST_MILLIS)))
        .isEqualTo("mode none, missing none");
    assertThat(text(parse("state: [q, p]", "{\"q\":1,\"p\":2}", LATEST_MILLIS + 1)))
        .isEqualTo("not-finite");
    assertThat(
            text(parse("state: [q, p], time: t", "{\"q\":1,\"p\":2,\"t\":5}", LATEST_MILLIS + 1)))
        .isEqualTo("mode none, missing none");
  }

  @Test
  void theLongestValueIsRead() throws Exception {
    String row = "{\"q\":1,\"p\":2,\"x\":\"";
    String longest = row + "x".repeat(InputJson.LONGEST_VALUE - row.length() - 2) + "\"}";
    assertThat(text(parse("state: [q, p]", longest, 5))).isEqualTo("mode none, missing none");
    assertThat(text(parse("state: [q, p]", longest + " ", 5))).isEqualTo("too-large");
  }

  /** Where the whole value may be an array, the data of an event and a payload may be one too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"specversion\":\"1.0\",\"data\":[1,2]}               | mode none, missing none",
        "{\"specversion\":\"1.0\",\"data\":[1]}                 | wrong-dimension .",
        "{\"specversion\":\"1.0\",\"data\":7}                   | malformed",
        "{\"specversion\":\"1.0\",\"data\":null}                | null-value",
        "{\"specversion\":\"1.0\",\"data_base64\":\"WzEsMl0=\"} | mode none, missing none",
        "{\"specversion\":\"1.0\",\"data_base64\":\"ey\"}       | malformed",
        "{\"specversion\":\"1.0\",\"data_base64\":7}            | missing-field",
        "{\"data\":[1,2]}                                       | mode none, missing .",
        "{\"specversion\":\"1.0\"}                              | mode none, missing .",
        "{\"schema\":{},\"payload\":[1,2]}                      | mode none, missing none",
        "{\"schema\":{},\"payload\":7}                          | malformed",
        "[1,2]                                                  | mode none, missing none",
        "[1,2,3]                                                | wrong-dimension .",
        "7                                                      | malformed",
      })
  void aWholeRowIsFoundInEventsAndEnvelopes(String json, String expected) throws Exception {
    assertThat(text(parse("state: ['.']", json, 5))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"specversion\":\"1.0\",\"data\":{\"x\":[1,2]}}       | mode none, missing none",
        "{\"specversion\":\"1.0\",\"data\":{\"x\":[1]}}         | wrong-dimension x",
        "{\"specversion\":\"1.0\",\"data\":[1,2]}               | malformed",
        "{\"specversion\":\"1.0\",\"data\":[1,2],\"x\":[3,4]}   | mode none, missing none",
        "{\"specversion\":\"1.0\",\"x\":[3,4]}                  | mode none, missing none",
        "{\"schema\":{},\"x\":[1,2]}                            | mode none, missing x",
        "{\"schema\":{},\"payload\":[1,2]}                      | malformed",
        "{\"schema\":{},\"y\":{\"x\":[1,2]},\"payload\":{\"x\":[1,2]}} "
            + "| mode none, missing none",
        "{\"a\":1,\"schema\":{},\"x\":[1,2]}                    | mode none, missing none",
        "[1,2]                                                  | malformed",
      })
  void aFieldIsFoundInEventsAndEnvelopes(String json, String expected) throws Exception {
    assertThat(text(parse("state: [x]", json, 5))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"t\":20,\"q\":1,\"p\":2,\"done\":1}           | mode none, missing none",
        "{\"t\":20,\"q\":1,\"p\":2,\"done\":\"false\"}   | mode none, missing none",
        "{\"t\":20,\"q\":1,\"p\":2,\"done\":null}        | mode none, missing none",
        "{\"t\":20,\"q\":1,\"p\":2,\"done\":2}           | malformed done",
        "{\"t\":20,\"q\":1,\"p\":2,\"done\":{}}          | malformed done",
        "{\"t\":20,\"q\":1,\"p\":2,\"q\":1}              | malformed",
        "{\"t\":{},\"q\":1,\"p\":2}                      | not-numeric t",
        "{\"t\":9e30,\"q\":1,\"p\":2}                    | not-finite t",
        "{\"t\":9223372036854775808,\"q\":1,\"p\":2}     | not-finite t",
      })
  void endsAndTimesThatAreNone(String json, String expected) throws Exception {
    assertThat(text(parse("state: [q, p], time: t, end: done", json, 5))).isEqualTo(expected);
  }

  @Test
  void aTreeIsReadAsItsTextIs() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    InputParser parser = new InputParser(input("state: [q, p], time: t, mode: m"), 2);
    for (String json :
        new String[] {
          "{\"t\":1,\"q\":1.5,\"p\":2,\"m\":\"A\"}",
          "{\"t\":1,\"q\":1.5}",
          "{\"t\":1,\"q\":[1],\"p\":2,\"m\":\"A\"}",
          "[1,2]",
          "7"
        }) {
      ParsedInput ofTree = parser.parseTree(mapper.readTree(json), 5);
      assertThat(text(ofTree)).as(json).isEqualTo(text(parser.parse(json.getBytes(UTF_8), 5)));
    }
    // What an event before it left says nothing of a tree.
    parser.parse("{\"specversion\":\"1.0\",\"data\":{\"t\":1,\"q\":1}}".getBytes(UTF_8), 5);
    assertThat(text(parser.parseTree(mapper.readTree("{\"t\":1,\"q\":1,\"m\":\"A\"}"), 5)))
        .isEqualTo("mode A, missing p");
  }

  /** A path may name objects that have dots themselves: each dot is tried, eight of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a.b.c\":1,\"p\":2}",
        "{\"a\":{\"b.c\":1},\"p\":2}",
        "{\"a.b\":{\"c\":1},\"p\":2}",
        "{\"a\":{\"b\":{\"c\":1}},\"p\":2}"
      })
  void aPathIsFoundHoweverItsObjectsAreNamed(String json) throws Exception {
    assertThat(text(parse("state: [a.b.c, p]", json, 5))).isEqualTo("mode none, missing none");
  }

  @Test
  void aPathOfManyDotsIsFollowedForEightOfThem() {
    FieldTree<Integer> tree = new FieldTree<>(Map.of("a.b.c.d.e.f.g.h.i.j", 1));
    FieldTree<Integer> inner = tree;
    for (String name : "a b c d e f g h".split(" ")) {
      inner = inner.object(name);
      assertThat(inner).as(name).isNotNull();
    }
    assertThat(inner.field("i.j")).isEqualTo(1);
    assertThat(inner.object("i")).isNull();
    assertThat(tree.object("a.b.c.d.e.f.g.h")).isNotNull();
    assertThat(tree.object("a.b.c.d.e.f.g.h.i")).isNull();
    assertThat(tree.field("a.b.c.d.e.f.g.h.i.j")).isEqualTo(1);
    assertThat(tree.field("a")).isNull();
  }

  @Test
  void rowsOfTagsAndOfOtherFormatsHaveTheirOwnReaders() throws Exception {
    RowReader tags =
        RowReaders.of(
            input(
                "layout: tags, time: t, step: 1s, sensors: {a: A, b: B}, "
                    + "tag: {from: key, pattern: '(.+)'}"),
            2);
    assertThat(tags).isInstanceOf(AssembledRows.class);
    RowReader rows = RowReaders.of(input("state: [q, p]"), 2, Optional.empty(), Optional.empty());
    assertThat(rows).isInstanceOf(InputParser.class);
    assertThat(rows.parse(new InputRecord("t", null, null, new RecordHeaders(), 5)))
        .isEqualTo(new ParsedInput.Rejected(RejectReason.NULL_VALUE));
  }
}
