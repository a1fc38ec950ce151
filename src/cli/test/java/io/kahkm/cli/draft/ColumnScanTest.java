package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeFormat;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a column holds, at the shares and lengths where that changes. */
class ColumnScanTest {
  private static ColumnScan of(String name, List<String> cells) {
    ColumnScan scan = new ColumnScan(name);
    cells.forEach(cell -> scan.add(cell, NumberText.parse(cell, DecimalMark.POINT)));
    return scan;
  }

  private static ColumnScan of(String name, int rows, IntFunction<String> cell) {
    return of(name, IntStream.range(0, rows).mapToObj(cell).toList());
  }

  /** The first rows are of one kind, the others of another. */
  private static ColumnScan mixed(int of, int one, IntFunction<String> first, String other) {
    return of("x", of, row -> row < one ? first.apply(row) : other);
  }

  private static String iso(int row) {
    return "2026-01-01T00:%02d:%02dZ".formatted(row / 60, row % 60);
  }

  private static String day(int row) {
    return "%02d/01/2026".formatted(1 + row % 28);
  }

  private static String epoch(int row) {
    return Long.toString(1_767_225_600L + row);
  }

  @Test
  void countsMissingCellsAndText() {
    ColumnScan scan = of("x", List.of("1", "", "null", "NaN", "bad", "2", "worse"));

    assertThat(scan.missing()).isEqualTo(3);
    assertThat(scan.texts()).isEqualTo(2);
    assertThat(scan.firstText()).isEqualTo("bad");
    assertThat(scan.numbers().count()).isEqualTo(2);
    assertThat(scan.numericShare()).isEqualTo(2 / 7.0);
    assertThat(scan.distinctValues()).isEqualTo(7);
    assertThat(scan.isEmpty()).isFalse();
    assertThat(of("x", List.of("", "NULL")).isEmpty()).isTrue();
    assertThat(of("x", List.of()).numericShare()).isZero();
  }

  @Test
  void aUnitStandsAboveNothingButNumbers() {
    assertThat(of("x", List.of("degC", "1", "2")).belowName()).hasValue("degC");
    assertThat(of("x", List.of("degC", "1", "bad")).belowName()).isEmpty();
    assertThat(of("x", List.of("1", "degC", "2")).belowName()).isEmpty();
    assertThat(of("x", List.of("degC")).belowName()).isEmpty();
  }

  @Test
  void textIsMoreThanHalf() {
    assertThat(of("x", List.of("a", "b", "1")).isText()).isTrue();
    assertThat(of("x", List.of("a", "1")).isText()).isFalse();
  }

  @Test
  void nineOfTenCellsThatHoldSomethingAreTimes() {
    assertThat(mixed(10, 9, ColumnScanTest::iso, "bad").holdsIsoTimes()).isTrue();
    assertThat(mixed(11, 9, ColumnScanTest::iso, "bad").holdsIsoTimes()).isFalse();
    assertThat(mixed(30, 9, ColumnScanTest::iso, "").holdsIsoTimes()).isTrue();
    assertThat(mixed(10, 0, ColumnScanTest::iso, "").holdsIsoTimes()).isFalse();
    assertThat(mixed(10, 9, ColumnScanTest::day, "bad").holdsOtherDays()).isTrue();
    assertThat(mixed(11, 9, ColumnScanTest::day, "bad").holdsOtherDays()).isFalse();
    assertThat(mixed(30, 9, ColumnScanTest::day, "").holdsOtherDays()).isTrue();
    assertThat(mixed(10, 0, ColumnScanTest::day, "").holdsOtherDays()).isFalse();
    assertThat(mixed(10, 9, ColumnScanTest::epoch, "bad").holdsEpochTimes()).isTrue();
    assertThat(mixed(11, 9, ColumnScanTest::epoch, "bad").holdsEpochTimes()).isFalse();
    assertThat(mixed(30, 9, ColumnScanTest::epoch, "").holdsEpochTimes()).isTrue();
    assertThat(mixed(10, 9, ColumnScanTest::iso, "bad").holdsOtherDays()).isFalse();
    assertThat(mixed(10, 9, ColumnScanTest::day, "bad").holdsIsoTimes()).isFalse();
  }

  @Test
  void timeAdvancesInNineStepsOfTen() {
    assertThat(elapsed(12, 1).holdsElapsedTime()).isTrue();
    assertThat(elapsed(12, 2).holdsElapsedTime()).isFalse();
    assertThat(of("time", 10, row -> "5").holdsElapsedTime()).isFalse();
    assertThat(of("time", 10, row -> row < 9 ? "" + row : "bad").holdsElapsedTime()).isTrue();
    assertThat(of("time", 11, row -> row < 9 ? "" + row : "bad").holdsElapsedTime()).isFalse();
    assertThat(of("speed", 10, Integer::toString).holdsElapsedTime()).isFalse();
  }

  /** Rises, and falls at the last steps. */
  private static ColumnScan elapsed(int rows, int falls) {
    return of("time", rows, row -> Integer.toString(row < rows - falls ? row : -row));
  }

  @ParameterizedTest
  @CsvSource({
    "t, S, false",
    "time_min, MIN, true",
    "time (minutes), MIN, true",
    "time_s, S, true",
    "time [sec], S, true",
    "time-ms, MS, true",
    "t.us, US, true",
    "time_ns, NS, true",
    "times, S, false",
  })
  void theNameMayGiveTheUnit(String name, TimeFormat unit, boolean named) {
    ColumnScan scan = of(name, 20, Integer::toString);

    assertThat(scan.elapsedUnit()).isEqualTo(unit);
    assertThat(scan.namesUnit()).isEqualTo(named);
  }

  @Test
  void episodesAreTenRowsTogether() {
    assertThat(blocks("run", 20, 10).namesEpisodes()).isTrue();
    assertThat(blocks("run", 20, 9).namesEpisodes()).isFalse();
    assertThat(of("run", 9, row -> "a").namesEpisodes()).as("one of them").isTrue();
    assertThat(of("run", 40, row -> row % 20 < 10 ? "a" : "b").namesEpisodes())
        .as("not together")
        .isFalse();
    assertThat(of("run", 20, row -> row == 3 ? "" : row < 10 ? "a" : "b").namesEpisodes())
        .as("one is missing")
        .isFalse();
  }

  /** Values in blocks, with a name of the column. */
  private static ColumnScan blocks(String name, int rows, int each) {
    return of(name, rows, row -> "v" + row / each);
  }

  @Test
  void aColumnOfAnotherNameMayHoldEpisodesWhereItIsText() {
    assertThat(blocks("shift", 20, 10).namesEpisodes()).isTrue();
    assertThat(of("shift", 20, row -> "v").namesEpisodes()).as("one value").isFalse();
    assertThat(of("shift", 20, row -> "" + row / 10).namesEpisodes()).as("numbers").isFalse();
    assertThat(of("run", 20, row -> "" + row / 10).namesEpisodes()).isTrue();
    assertThat(of("run", 20, row -> row / 10 + ".5").namesEpisodes()).as("no labels").isFalse();
    assertThat(blocks("machine", 20, 10).namesEpisodes()).isFalse();
    assertThat(blocks("machine run", 20, 10).namesEpisodes()).isTrue();
  }

  @Test
  void blocksMayNameWhatRowsAreOf() {
    assertThat(blocks("x", 20, 10).holdsBlocks()).isTrue();
    assertThat(blocks("x", 20, 20).holdsBlocks()).as("one value").isFalse();
    assertThat(blocks("x", 20, 5).holdsBlocks()).isFalse();
    assertThat(of("x", 20, row -> row / 10 + ".5").holdsBlocks()).isFalse();
    assertThat(of("x", 20, row -> "-" + row / 10).holdsBlocks()).isTrue();
  }

  @Test
  void streamsMayBeMixedAndAreFew() {
    assertThat(of("machine", 20, row -> "m" + row % 2).namesStreams()).isTrue();
    assertThat(of("machine", 19, row -> "m" + row % 2).namesStreams()).isFalse();
    assertThat(of("machine", 20, row -> "m").namesStreams()).as("one").isFalse();
    assertThat(of("machine", 20, row -> "" + row % 2).namesStreams()).isTrue();
    assertThat(of("colour", 20, row -> "m" + row % 2).namesStreams()).isFalse();
    assertThat(of("machine cycle", 20, row -> "m" + row % 2).namesStreams()).isFalse();
    assertThat(of("machine", 20, row -> row == 4 ? "" : "m" + row % 2).namesStreams()).isFalse();
  }

  @Test
  void afterTenThousandValuesNoMoreAreKept() {
    assertThat(of("x", 10_002, Integer::toString).distinctValues()).isEqualTo(10_001);
  }
}
