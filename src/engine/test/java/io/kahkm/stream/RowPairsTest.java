package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A reader of rows keeps a workspace from record to record. Whatever was read before, in whichever
 * order, a record gives what it gives alone.
 */
class RowPairsTest {
  private record Kind(String fields, List<String> rows) {
    RowReader reader() {
      return RowReaders.of(input(fields), 2);
    }
  }

  private static InputConfig input(String fields) {
    try {
      return TopologyConfig.parse(
              "name: a\nmodel: {file: f}\ninput: {" + fields + "}\n", "test", Map.of())
          .input();
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind(
            "state: [q, p], time: t, episode: run, end: done",
            List.of(
                "{\"t\":20,\"q\":1,\"p\":2,\"run\":\"a\",\"done\":true}",
                "{\"t\":21,\"q\":3,\"p\":4,\"run\":\"b\"}",
                "{\"t\":22,\"q\":5,\"p\":6}",
                "{\"q\":5,\"p\":6,\"run\":\"c\"}",
                "{\"t\":23,\"q\":7,\"run\":\"a\"}",
                "{\"t\":24,\"q\":\"high\",\"p\":null,\"run\":\"d\",\"done\":false}",
                "{\"t\":25,\"q\":[1,2],\"p\":1,\"run\":\"a\"}",
                "{\"t\":26,\"q\":1,\"p\":2,\"run\":\"a\",\"done\":\"maybe\"}",
                "{\"specversion\":\"1.0\",\"type\":\"x\",\"data\":{\"t\":27,\"q\":8,\"p\":9,"
                    + "\"run\":\"e\",\"done\":1}}",
                "{\"schema\":{},\"payload\":{\"t\":28,\"q\":10,\"p\":11,\"run\":\"f\"}}",
                "{\"schema\":{},\"payload\":null}",
                "{\"t\":29,\"q\":12,\"p\":13,\"run\":\"a\"",
                "")),
        new Kind(
            "state: [q, p]",
            List.of("{\"q\":1,\"p\":2}", "{\"q\":3}", "{\"p\":4}", "{}", "{\"q\":1e999,\"p\":1}")),
        new Kind(
            "state: [x]",
            List.of(
                "{\"x\":[1,2]}", "{\"x\":[3]}", "{\"x\":[4,null]}", "{\"x\":[5,6,7]}", "[8,9]")),
        new Kind(
            "state: [q, p], pairing: transitions, next: [r, s]",
            List.of(
                "{\"q\":1,\"p\":2,\"r\":3,\"s\":4}",
                "{\"q\":5,\"p\":6,\"r\":7}",
                "{\"r\":8,\"s\":9}")));
  }

  private static ParsedInput parse(RowReader reader, String row) {
    return reader.parse(
        new InputRecord("t", null, row.getBytes(UTF_8), new RecordHeaders(), 1_700_000_000_000L));
  }

  private static String read(RowReader reader, String row) {
    return text(parse(reader, row));
  }

  private static String text(ParsedInput parsed) {
    if (parsed instanceof ParsedInput.Accepted accepted) {
      Observation taken = accepted.observation();
      return Arrays.toString(taken.state())
          + Arrays.toString(taken.next())
          + taken.time()
          + taken.episode()
          + taken.end()
          + accepted.missing();
    }
    return parsed.toString();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRecordGivesWhatItGivesAlone(Kind kind) {
    List<String> alone = kind.rows().stream().map(row -> read(kind.reader(), row)).toList();
    for (int i = 0; i < alone.size(); i++) {
      for (int j = 0; j < alone.size(); j++) {
        RowReader reader = kind.reader();
        ParsedInput first = parse(reader, kind.rows().get(i));
        String second = read(reader, kind.rows().get(j));
        assertThat(text(first)).as("whatever is read after it").isEqualTo(alone.get(i));
        assertThat(second)
            .as("%s after %s", kind.rows().get(j), kind.rows().get(i))
            .isEqualTo(alone.get(j));
      }
    }
    assertThat(alone.stream().distinct().count()).as("they differ").isGreaterThan(2);
  }

  /** By name: the two that a record took from the one before it. */
  @Test
  void episodeAndEndAreThoseOfTheRecord() {
    RowReader reader = kinds().findFirst().orElseThrow().reader();
    List<String> rows = kinds().findFirst().orElseThrow().rows();
    read(reader, rows.get(0));

    assertThat(read(reader, rows.get(1))).contains("Optional[b]").contains("false");
    assertThat(read(reader, rows.get(2))).contains("MISSING_FIELD").contains("run");
  }
}
