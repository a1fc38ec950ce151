package io.kahkm.internal.assembly;

import static io.kahkm.internal.assembly.Reading.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.MalformedStateException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowAssemblerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long YEAR = 365 * 86_400 * SECOND;
  private static final SensorRule LAST = new SensorRule(CellValue.LAST, false, 0);
  private static final SensorRule ON_CHANGE = new SensorRule(CellValue.LAST, true, 0);

  private final Rows rows = new Rows();

  private static AssemblySettings settings(long grace, long hold, SensorRule... sensors) {
    return new AssemblySettings(
        SECOND, grace * SECOND, hold * SECOND, 0, List.of(sensors), OptionalLong.empty());
  }

  private static AssemblySettings withSetBack(AssemblySettings settings, long setBack) {
    return new AssemblySettings(
        settings.step(),
        settings.grace(),
        settings.hold(),
        setBack,
        settings.sensors(),
        settings.episodeSkew());
  }

  private static AssemblySettings randomSettings(Random random, boolean onlyLast) {
    List<SensorRule> sensors = new ArrayList<>();
    int dimension = 1 + random.nextInt(5);
    for (int j = 0; j < dimension; j++) {
      CellValue value =
          onlyLast ? CellValue.LAST : List.of(CellValue.values()).get(random.nextInt(4));
      long skew = random.nextInt(4) == 0 ? (random.nextInt(5) - 2) * SECOND / 2 : 0;
      sensors.add(new SensorRule(value, random.nextInt(4) == 0, skew));
    }
    if (!onlyLast) {
      sensors.set(0, new SensorRule(CellValue.MEAN, false, 0));
    }
    return new AssemblySettings(
        SECOND * (1 + random.nextInt(2)),
        SECOND * (1 + random.nextInt(6)) + random.nextInt(2),
        SECOND * random.nextInt(8),
        random.nextBoolean() ? 0 : 600 * SECOND,
        sensors,
        random.nextInt(3) == 0 ? OptionalLong.of(0) : OptionalLong.empty());
  }

  private static Rows assemble(AssemblySettings settings, List<Reading> readings) {
    RowAssembler assembler = RowAssembler.create(settings);
    Rows rows = new Rows();
    readings.forEach(reading -> reading.offer(assembler, rows));
    assembler.finish(rows);
    return rows;
  }

  /** The order of times, which clock skews make another than that of the clocks. */
  private static List<Reading> inTrueOrder(AssemblySettings settings, List<Reading> readings) {
    List<Reading> ordered = new ArrayList<>();
    for (Reading r : readings) {
      long skew = r.tag() < settings.dimension() ? settings.sensors().get(r.tag()).clockSkew() : 0;
      ordered.add(new Reading(r.tag(), r.time() - skew, r.value(), r.name()));
    }
    ordered.sort((a, b) -> Long.compare(a.time(), b.time()));
    return ordered;
  }

  private static List<Reading> byClocks(AssemblySettings settings, List<Reading> readings) {
    List<Reading> shown = new ArrayList<>();
    for (Reading r : readings) {
      long skew = r.tag() < settings.dimension() ? settings.sensors().get(r.tag()).clockSkew() : 0;
      shown.add(new Reading(r.tag(), r.time() + skew, r.value(), r.name()));
    }
    return shown;
  }

  private OfferOutcome offer(RowAssembler assembler, int tag, double seconds, double value) {
    return assembler.accept(tag, nanos(seconds), value, rows);
  }

  @Test
  void rowHoldsTheLastReadingsOfItsCellAndComesWhenTwoTagsArePastTheGrace() {
    RowAssembler assembler = RowAssembler.create(settings(2, 0, LAST, LAST));

    offer(assembler, 0, 0.2, 1);
    offer(assembler, 0, 1.0, 2);
    offer(assembler, 1, 0.7, 3);
    offer(assembler, 1, 1.1, 4);
    offer(assembler, 0, 2.5, 5);
    offer(assembler, 0, 9.0, 6);
    List<String> beforeTheGrace = List.copyOf(rows.text);
    offer(assembler, 1, 3.0, 7);

    assertThat(beforeTheGrace).isEmpty();
    assertThat(rows.text).containsExactly("1.0s [2.0, 3.0]");
    assertThat(rows.closings).containsExactly(Closing.GRACE);
  }

  @Test
  void completeCellClosesAtOnceWhenTheCellsBeforeItAreClosed() {
    RowAssembler assembler = RowAssembler.create(settings(3, 0, LAST, LAST));
    for (int k = 1; k <= 4; k++) {
      offer(assembler, 0, k, k);
      offer(assembler, 1, k, -k);
    }

    int before = rows.text.size();
    offer(assembler, 0, 5, 5);
    int half = rows.text.size();
    offer(assembler, 1, 5, -5);

    // The first cell waits for the grace, as earlier ones might still come; then all follow.
    assertThat(before).isEqualTo(4);
    assertThat(half).isEqualTo(4);
    assertThat(rows.text).hasSize(5).last().isEqualTo("5.0s [5.0, -5.0]");
    assertThat(rows.closings).last().isEqualTo(Closing.COMPLETE);
  }

  @Test
  void aThousandOrdersWithinTheGraceGiveTheSameRowsByteForByte() {
    long early = 0;
    int count = 0;
    for (int seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      boolean onlyLast = random.nextBoolean();
      AssemblySettings settings = randomSettings(random, onlyLast);
      // Cells that close as complete keep what they had when a contradiction comes afterwards.
      List<Reading> readings = Reading.random(settings, random, !onlyLast);
      List<Reading> ordered = inTrueOrder(settings, readings);

      Rows expected = assemble(settings, byClocks(settings, ordered));
      Rows shuffled =
          assemble(
              settings, byClocks(settings, Reading.shuffled(ordered, settings.grace(), random)));

      assertThat(shuffled.text).as("seed %d", seed).isEqualTo(expected.text);
      assertThat(shuffled.bytes()).as("seed %d", seed).isEqualTo(expected.bytes());
      early += shuffled.closings.stream().filter(c -> c == Closing.COMPLETE).count();
      count += shuffled.text.size();
    }
    // The comparison would be empty if there were no rows or none closed early.
    assertThat(count).isGreaterThan(20_000);
    assertThat(early).isGreaterThan(100);
  }

  @Test
  void ordersBeyondTheGraceGiveOtherRows() {
    int different = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      AssemblySettings settings = randomSettings(random, false);
      List<Reading> ordered = inTrueOrder(settings, Reading.random(settings, random, true));
      Rows expected = assemble(settings, byClocks(settings, ordered));
      Rows shuffled =
          assemble(
              settings,
              byClocks(settings, Reading.shuffled(ordered, 4 * settings.grace(), random)));
      different += shuffled.bytes().equals(expected.bytes()) ? 0 : 1;
    }
    assertThat(different).isGreaterThan(80);
  }

  @Test
  void rowsAndAcceptancesAreThoseOfTheDefinitionAlsoForLateReadings() {
    int late = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      AssemblySettings settings = withSetBack(randomSettings(random, seed % 2 == 0), 0);
      // The definition has no limit for clocks that run ahead; a long hold keeps out of its way.
      settings =
          new AssemblySettings(
              settings.step(),
              settings.grace(),
              settings.hold() + 1200 * settings.step() * (seed % 3 == 0 ? 1 : 0),
              0,
              settings.sensors(),
              settings.episodeSkew());
      boolean contradictions = seed % 2 == 1;
      List<Reading> readings =
          Reading.shuffled(
              Reading.random(settings, random, contradictions),
              settings.grace() * (1 + random.nextInt(3)),
              random);
      RowAssembler assembler = RowAssembler.create(settings);
      SlowAssembler slow = new SlowAssembler(settings);
      Rows found = new Rows();
      boolean ahead = false;
      for (Reading reading : readings) {
        OfferOutcome acceptance = reading.offer(assembler, found);
        ahead |= acceptance == OfferOutcome.AHEAD;
        if (ahead) {
          break;
        }
        assertThat(acceptance).as("seed %d %s", seed, reading).isEqualTo(slow.accept(reading));
        late += acceptance == OfferOutcome.LATE ? 1 : 0;
      }
      if (!ahead) {
        assertThat(found.text).as("seed %d", seed).isEqualTo(slow.rows(false));
        assembler.finish(found);
        assertThat(found.text).as("seed %d", seed).isEqualTo(slow.rows(true));
      }
    }
    assertThat(late).isGreaterThan(500);
  }

  @Test
  void snapshotAtEveryReadingChangesNothing() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      AssemblySettings settings = randomSettings(random, seed % 2 == 0);
      List<Reading> readings =
          Reading.shuffled(Reading.random(settings, random, true), 2 * settings.grace(), random);
      Rows expected = assemble(settings, readings);
      Rows found = new Rows();
      RowAssembler assembler = RowAssembler.create(settings);
      for (Reading reading : readings) {
        reading.offer(assembler, found);
        byte[] snapshot = assembler.snapshot();
        assembler = RowAssembler.restore(settings, snapshot);
        assertThat(assembler.snapshot()).isEqualTo(snapshot);
      }
      assembler.finish(found);
      assertThat(found.bytes()).as("seed %d", seed).isEqualTo(expected.bytes());
      assertThat(found.closings).isEqualTo(expected.closings);
    }
  }

  @Test
  void snapshotsDoNotDependOnTheOrderOfWhatWasRead() {
    AssemblySettings settings = settings(5, 5, LAST, LAST);
    RowAssembler one = RowAssembler.create(settings);
    RowAssembler other = RowAssembler.create(settings);
    offer(one, 0, 1, 1);
    offer(one, 1, 2, 2);
    offer(one, 0, 3, 3);
    offer(other, 0, 3, 3);
    offer(other, 1, 2, 2);
    offer(other, 0, 1, 1);
    assertThat(one.snapshot()).isEqualTo(other.snapshot());
  }

  @Test
  void malformedSnapshotsAreRefusedAndHarmNothing() {
    AssemblySettings settings =
        new AssemblySettings(
            SECOND, SECOND, SECOND, 0, List.of(LAST, ON_CHANGE), OptionalLong.of(0));
    RowAssembler assembler = RowAssembler.create(settings);
    List<Reading> readings = Reading.random(settings, new Random(1), true);
    readings.forEach(reading -> reading.offer(assembler, rows));
    byte[] snapshot = assembler.snapshot();
    Random random = new Random(2);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] broken =
          Arrays.copyOf(snapshot, i % 2 == 0 ? random.nextInt(snapshot.length) : snapshot.length);
      if (broken.length > 0) {
        broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        RowAssembler restored = RowAssembler.restore(settings, broken);
        readings.forEach(reading -> reading.offer(restored, new Rows()));
      } catch (MalformedStateException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1000);
    assertThatThrownBy(() -> RowAssembler.restore(settings(1, 1, LAST), snapshot))
        .isInstanceOf(MalformedStateException.class);
  }

  @Test
  void ofContradictoryReadingsNeitherStandsWhicheverComesFirst() {
    for (double[] order : new double[][] {{1, 2}, {2, 1}}) {
      RowAssembler assembler =
          RowAssembler.create(settings(1, 0, new SensorRule(CellValue.MAX, false, 0), LAST));
      Rows found = new Rows();
      assembler.accept(0, nanos(0.3), 0.5, found);
      assertThat(assembler.accept(0, nanos(0.6), order[0], found)).isEqualTo(OfferOutcome.ACCEPTED);
      assertThat(assembler.accept(0, nanos(0.6), order[1], found)).isEqualTo(OfferOutcome.CONFLICT);
      assertThat(assembler.accept(0, nanos(0.6), order[0], found)).isEqualTo(OfferOutcome.CONFLICT);
      assertThat(assembler.accept(1, nanos(0.6), 9, found)).isEqualTo(OfferOutcome.ACCEPTED);
      assertThat(assembler.accept(1, nanos(0.6), 9, found)).isEqualTo(OfferOutcome.DUPLICATE);
      assembler.finish(found);
      assertThat(found.text).containsExactly("1.0s [0.5, 9.0]");
    }
  }

  @Test
  void contradictionOfARowThatWasClosedAsCompleteIsCountedAndTheRowStands() {
    RowAssembler assembler = RowAssembler.create(settings(1, 9, LAST, LAST));
    offer(assembler, 0, 1, 1);
    offer(assembler, 1, 1, 1);
    offer(assembler, 0, 2, 2);
    offer(assembler, 1, 2, 2);
    assertThat(rows.text).containsExactly("1.0s [1.0, 1.0]", "2.0s [2.0, 2.0]");

    assertThat(offer(assembler, 0, 2, 5)).isEqualTo(OfferOutcome.CONFLICT);
    assertThat(offer(assembler, 0, 2, 2)).isEqualTo(OfferOutcome.CONFLICT);
    offer(assembler, 1, 3, 3);
    assembler.finish(rows);

    // What followed cannot rest on either of the two: the value before them stands in.
    assertThat(rows.text).last().isEqualTo("3.0s [1.0, 3.0] held 1");
  }

  @Test
  void readingsOfClosedCellsAreLateAndChangeNothing() {
    RowAssembler assembler = RowAssembler.create(settings(2, 0, LAST, LAST));
    offer(assembler, 0, 1, 1);
    offer(assembler, 1, 1, 1);
    offer(assembler, 0, 3, 3);
    offer(assembler, 1, 3, 3);
    byte[] before = assembler.snapshot();

    assertThat(offer(assembler, 0, 1, 7)).isEqualTo(OfferOutcome.LATE);
    assertThat(offer(assembler, 1, -1e6, 7)).isEqualTo(OfferOutcome.LATE);
    assertThat(assembler.snapshot()).isEqualTo(before);
    assertThat(offer(assembler, 0, 1.001, 7)).isEqualTo(OfferOutcome.ACCEPTED);
  }

  @Test
  void oneClockThatRunsAheadClosesNothing() {
    RowAssembler assembler = RowAssembler.create(settings(2, 1, LAST, LAST, LAST));
    for (int k = 1; k <= 100; k++) {
      offer(assembler, 0, k, k);
      offer(assembler, 1, k, k);
      assembler.accept(2, nanos(k) + YEAR, k, rows);
    }

    assertThat(assembler.eventTime()).hasValue(nanos(100));
    assertThat(rows.text).hasSize(98).last().isEqualTo("98.0s [98.0, 98.0, NaN]");
    assertThat(assembler.readings()).isLessThan(30);
    assertThat(assembler.accept(2, nanos(101) + YEAR, 0, rows)).isEqualTo(OfferOutcome.AHEAD);
    // Set right, it takes part again.
    offer(assembler, 2, 101, 7);
    offer(assembler, 0, 110, 0);
    offer(assembler, 1, 110, 0);
    assertThat(rows.text).contains("101.0s [100.0, 100.0, 7.0] held 2");
  }

  @Test
  void twoClocksThatRunAheadMakeTheOthersLateUntilTheyAreSetBack() {
    AssemblySettings settings = withSetBack(settings(2, 1, LAST, LAST, ON_CHANGE), 60 * SECOND);
    RowAssembler assembler = RowAssembler.create(settings);
    offer(assembler, 2, 0.5, 42);
    for (int k = 1; k <= 5; k++) {
      offer(assembler, 0, k, k);
      offer(assembler, 1, k, k);
    }
    assembler.accept(0, nanos(6) + YEAR, 6, rows);
    assertThat(assembler.accept(1, nanos(6) + YEAR, 6, rows)).isEqualTo(OfferOutcome.ACCEPTED);
    assertThat(rows.text).contains("5.0s [5.0, 5.0, 42.0] held 1");
    assertThat(offer(assembler, 2, 6, 43)).isEqualTo(OfferOutcome.LATE);

    // One of the two is set right: no two agree on the later time any more.
    assertThat(offer(assembler, 0, 7, 7)).isEqualTo(OfferOutcome.ACCEPTED);
    offer(assembler, 1, 7, 7);
    rows.text.clear();
    for (int k = 8; k <= 12; k++) {
      offer(assembler, 0, k, k);
      offer(assembler, 1, k, k);
    }

    assertThat(assembler.eventTime()).hasValue(nanos(12));
    assertThat(rows.text).contains("10.0s [10.0, 10.0, 42.0] held 1");
  }

  @Test
  void withoutSetBackAnEarlierTimeStaysLate() {
    RowAssembler assembler = RowAssembler.create(settings(2, 0, LAST));
    assembler.accept(0, YEAR, 1, rows);
    assertThat(offer(assembler, 0, 5, 1)).isEqualTo(OfferOutcome.LATE);
    assertThat(assembler.eventTime()).hasValue(YEAR);
  }

  @Test
  void valuesStandInUpToTheHoldAndSentOnChangeWhileTheStreamIsAlive() {
    RowAssembler assembler = RowAssembler.create(settings(1, 2, LAST, ON_CHANGE));
    offer(assembler, 1, 1, 7);
    offer(assembler, 0, 1, 1);
    offer(assembler, 0, 10, 2);
    offer(assembler, 0, 30, 3);

    assertThat(rows.text)
        .containsExactly(
            "1.0s [1.0, 7.0]",
            "2.0s [1.0, 7.0] held 2",
            "3.0s [1.0, 7.0] held 2",
            "10.0s [2.0, 7.0] held 1",
            "11.0s [2.0, 7.0] held 2",
            "12.0s [2.0, 7.0] held 2");
  }

  @Test
  void badReadingEndsTheUnlimitedHoldOfASensorThatIsSentOnChange() {
    RowAssembler assembler = RowAssembler.create(settings(1, 1, LAST, ON_CHANGE));
    offer(assembler, 1, 1, 7);
    offer(assembler, 1, 1.5, Double.NaN);
    for (int k = 1; k <= 4; k++) {
      offer(assembler, 0, k, k);
    }
    assertThat(rows.text)
        .containsExactly("1.0s [1.0, 7.0]", "2.0s [2.0, 7.0] held 1", "3.0s [3.0, NaN]");
  }

  @Test
  void silenceOfAYearGivesNoRowsAndCostsNoTime() {
    RowAssembler assembler = RowAssembler.create(settings(1, 3, LAST, LAST));
    offer(assembler, 0, 1, 1);
    offer(assembler, 1, 1, 1);
    assembler.accept(0, YEAR, 2, rows);
    assembler.accept(1, YEAR, 2, rows);
    assembler.finish(rows);
    assertThat(rows.text).hasSize(5);
  }

  @Test
  void rowBelongsToTheEpisodeNamedLast() {
    AssemblySettings settings =
        new AssemblySettings(SECOND, SECOND, 0, 0, List.of(LAST), OptionalLong.of(2 * SECOND));
    RowAssembler assembler = RowAssembler.create(settings);
    offer(assembler, 0, 1, 1);
    assembler.acceptEpisode(nanos(4), "A", rows);
    offer(assembler, 0, 2, 2);
    offer(assembler, 0, 3, 3);
    assembler.acceptEpisode(nanos(6), "B", rows);
    assembler.acceptEpisode(nanos(6), "C", rows);
    offer(assembler, 0, 4, 4);
    assembler.acceptEpisode(nanos(7), "C", rows);
    offer(assembler, 0, 5, 5);
    offer(assembler, 0, 6, 5);

    // The episode's clock is two seconds fast; of "B" and "C" at one time neither stands.
    assertThat(rows.text)
        .containsExactly(
            "1.0s [1.0]", "2.0s [2.0] A", "3.0s [3.0] A", "4.0s [4.0] A", "5.0s [5.0] C");
  }

  @Test
  void meanOfVeryLargeValuesIsFinite() {
    RowAssembler assembler =
        RowAssembler.create(settings(1, 0, new SensorRule(CellValue.MEAN, false, 0)));
    for (int i = 1; i <= 4; i++) {
      offer(assembler, 0, i / 4.0, Double.MAX_VALUE);
    }
    assembler.finish(rows);
    assertThat(rows.text).containsExactly("1.0s [" + Double.MAX_VALUE + "]");
  }

  @Test
  void memoryOfAStreamIsBoundedWhateverIsSent() {
    AssemblySettings settings = settings(5, 10, LAST, LAST, LAST);
    RowAssembler assembler = RowAssembler.create(settings);
    Random random = new Random(3);
    int crowded = 0;
    int ahead = 0;
    for (int i = 0; i < 100_000; i++) {
      long time = nanos(1000) + (long) (random.nextDouble() * 1e9 * (i > 50_000 ? 1e6 : 10));
      // One tag alone moves no time: everything stays open.
      OfferOutcome acceptance = assembler.accept(0, time, i, rows);
      crowded += acceptance == OfferOutcome.CROWDED ? 1 : 0;
      ahead += acceptance == OfferOutcome.AHEAD ? 1 : 0;
    }
    assertThat(crowded).isPositive();
    assertThat(ahead).isPositive();
    assertThat(assembler.readings()).isLessThanOrEqualTo(AssemblySettings.MOST_READINGS);
    assertThat(assembler.snapshot().length).isLessThanOrEqualTo((int) settings.mostBytes() + 1000);
  }

  @Test
  void aTagThatSendsOnceAStepNeverHasMoreReadingsThanOpenCells() {
    AssemblySettings settings = settings(5, 10, LAST, LAST);
    RowAssembler assembler = RowAssembler.create(settings);
    for (int k = 0; k < 500; k++) {
      offer(assembler, 0, k, k);
    }
    offer(assembler, 1, 400, 0);
    for (int k = 500; k < 1000; k++) {
      offer(assembler, 0, k, k);
      assertThat(assembler.readings()).isLessThanOrEqualTo(1 + settings.mostOpenCells());
    }
  }

  @Test
  void timesThatAreNoneAreOutOfRange() {
    RowAssembler assembler =
        RowAssembler.create(settings(5, 10, new SensorRule(CellValue.LAST, false, -SECOND)));
    assertThat(assembler.accept(0, Long.MAX_VALUE, 1, rows)).isEqualTo(OfferOutcome.OUT_OF_RANGE);
    assertThat(assembler.accept(0, Long.MIN_VALUE, 1, rows)).isEqualTo(OfferOutcome.OUT_OF_RANGE);
    assertThat(assembler.accept(0, AssemblySettings.LATEST_TIME, 1, rows))
        .isEqualTo(OfferOutcome.OUT_OF_RANGE);
    assertThat(assembler.accept(0, AssemblySettings.LATEST_TIME - SECOND, 1, rows))
        .isEqualTo(OfferOutcome.ACCEPTED);
    assertThatThrownBy(() -> assembler.accept(0, 0, Double.POSITIVE_INFINITY, rows))
        .hasMessageContaining("Infinity");
  }

  @Test
  void settingsSayWhatIsWrongWithThem() {
    assertThatThrownBy(() -> settings(0, 0, LAST)).hasMessageContaining("grace is 0 ns");
    assertThatThrownBy(() -> settings(5, 0)).hasMessageContaining("sensors is empty");
    assertThatThrownBy(() -> settings(5, -1, LAST)).hasMessageContaining("hold is -1");
    assertThatThrownBy(() -> settings(5000, 0, LAST)).hasMessageContaining("4096 cells");
    assertThatThrownBy(() -> settings(1L << 40, 0, LAST)).hasMessageContaining("grace is");
  }
}
