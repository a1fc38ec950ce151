package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.StepConfig;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSampleTest {
  @TempDir Path folder;

  private static BitSet taken(RowSample sample, String stream, int rows) {
    BitSet taken = new BitSet();
    for (int row = 0; row < rows; row++) {
      taken.set(row, sample.takesNext(stream));
    }
    return taken;
  }

  private static RowSample sample(Map<String, Long> counts, long most) {
    return RowSample.of(new RowCounts(counts), OptionalLong.of(most));
  }

  private static List<String> stretches(BitSet rows) {
    List<String> stretches = new ArrayList<>();
    for (int from = rows.nextSetBit(0); from >= 0; ) {
      int to = rows.nextClearBit(from);
      stretches.add(from + "-" + to);
      from = rows.nextSetBit(to);
    }
    return stretches;
  }

  @Test
  void aLongStreamGivesTenStretchesFromItsFirstRowToItsLast() {
    RowSample sample = sample(Map.of("", 1_000_000L), 100_000);

    assertThat(sample.leavesOut()).isTrue();
    assertThat(sample.taken()).isEqualTo(100_000);
    assertThat(stretches(taken(sample, "", 1_000_000)))
        .containsExactly(
            "0-10000",
            "110000-120000",
            "220000-230000",
            "330000-340000",
            "440000-450000",
            "550000-560000",
            "660000-670000",
            "770000-780000",
            "880000-890000",
            "990000-1000000");
  }

  @Test
  void stretchesAreFewerWhereTheyWouldBeShort() {
    assertThat(stretches(taken(sample(Map.of("", 5_000L), 1_500), "", 5_000)))
        .containsExactly("0-500", "2250-2750", "4500-5000");
    assertThat(stretches(taken(sample(Map.of("", 5_000L), 300), "", 5_000)))
        .containsExactly("0-300");
  }

  @Test
  void noMoreThanIsWantedIsTakenAsItIs() {
    RowSample sample = sample(Map.of("a", 60L, "b", 40L), 100);

    assertThat(sample.leavesOut()).isFalse();
    assertThat(taken(sample, "a", 60).cardinality()).isEqualTo(60);
  }

  @Test
  void ofShortStreamsEveryFewIsTakenAsAWhole() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int k = 0; k < 1_000; k++) {
      counts.put("s" + k, 200L);
    }
    RowSample sample = sample(counts, 20_000);

    for (int k = 0; k < 1_000; k++) {
      assertThat(taken(sample, "s" + k, 200).cardinality()).isEqualTo(k % 10 == 9 ? 200 : 0);
    }
  }

  @Test
  void everyStreamHasItsShareWhateverTheirLengths() {
    Random random = new Random(3);
    for (int trial = 0; trial < 200; trial++) {
      Map<String, Long> counts = new LinkedHashMap<>();
      int streams = 1 + random.nextInt(30);
      long rows = 0;
      for (int k = 0; k < streams; k++) {
        long count = 1L + random.nextInt(random.nextBoolean() ? 300 : 20_000);
        counts.put("s" + k, count);
        rows += count;
      }
      long most = 1L + random.nextInt((int) rows);
      RowSample sample = sample(counts, most);
      long sum = 0;
      long longest = 0;
      for (Map.Entry<String, Long> stream : counts.entrySet()) {
        BitSet taken = taken(sample, stream.getKey(), stream.getValue().intValue());
        sum += taken.cardinality();
        longest = Math.max(longest, Math.min(stream.getValue(), RowSample.LEAST_STRETCH));
        List<String> stretches = stretches(taken);
        assertThat(stretches.size()).isLessThanOrEqualTo(RowSample.STRETCHES);
        assertThat(taken.isEmpty() || taken.get(0)).isTrue();
        assertThat(stretches.size() > 1 ? taken.length() : stream.getValue())
            .as("the last row is taken")
            .isEqualTo(stream.getValue().longValue());
      }
      assertThat(sum).isLessThanOrEqualTo(most).isGreaterThan(most - longest - 1);
      assertThat(sample.leavesOut() ? sample.taken() : rows).isEqualTo(sum);
    }
  }

  /** Two streams in turns, of which rows 0 to 999 count in both. */
  private Path file() throws IOException {
    Path file = folder.resolve("rows.csv");
    StringBuilder text = new StringBuilder("machine,x,y\n");
    for (int row = 0; row < 6_000; row++) {
      text.append("a,").append(row).append(',').append(-row).append('\n');
      text.append("b,").append(10_000 + row).append(',').append(row % 7).append('\n');
    }
    return Files.writeString(file, text);
  }

  private static StateData read(Path file, OptionalLong most) throws IOException {
    return StateReading.read(
        new RowFile(
            file.toString(),
            new RowFile.Columns(
                List.of("x", "y"),
                List.of(),
                Optional.empty(),
                TimeFormat.AUTO,
                Optional.empty(),
                Optional.of("machine")),
            new StepConfig(
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty()),
            Optional.empty(),
            new RowFile.Wanted(List.of(), Optional.empty(), most)),
        Optional.empty(),
        true);
  }

  @Test
  void aFileIsReadStretchByStretchAndSaysSo() throws IOException {
    StateData whole = read(file(), OptionalLong.of(12_000));
    StateData some = read(file(), OptionalLong.of(3_000));

    assertThat(whole.episodes().count()).isEqualTo(2);
    assertThat(whole.report().isSample()).isFalse();
    assertThat(whole.report().recorded()).isEqualTo("12,000 rows");
    assertThat(some.episodes().count()).isEqualTo(6);
    for (int run = 0; run < 6; run++) {
      assertThat(some.episodes().length(run)).isEqualTo(500);
      assertThat(some.episodes().stream(run)).isEqualTo(run / 3);
      assertThat(some.episodes().state(run, 0)[0]).isEqualTo(run / 3 * 10_000 + run % 3 * 2_750);
    }
    assertThat(some.rows()).hasSize(3_000);
    assertThat(some.rows().get(500).line()).isEqualTo(2 * 2_750);
    assertThat(some.report().recorded()).isEqualTo("3,000 of 12,000 rows");
    assertThat(some.report().lines())
        .containsExactly(
            file() + ": 12,000 rows read, 3,000 used in 6 uninterrupted runs",
            "  rows skipped: 9,000 not in the sample");
  }
}
