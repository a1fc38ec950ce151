package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.fleet.FleetClock;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetWindowTest {
  private static final long EVERY = 1000;
  private static final PairLaw LAW = PairLaws.linearMean(4, 0.2, 3);
  private static final Matrix CLOSURE = BestClosure.of(LAW, Math.sqrt(2)).closure();
  private static final Optional<MarginRule> MARGINS =
      Optional.of(MarginRule.constant(4, 0.1, 4, 1e-6));

  private static FleetSettings fleet(int streams, int pairs) {
    return new FleetSettings(streams, EVERY, pairs, 100);
  }

  private static CertificateSettings settings(int streams, double tolerance) {
    return TestSettings.of(
        Sampling.FLEET, WindowPolicy.TUMBLING, streams, Bound.MINIMUM, tolerance);
  }

  private static FleetWindow window(FleetSettings fleet, double tolerance) {
    return new FleetWindow(settings(fleet.streams(), tolerance), fleet, basis(MARGINS), 7);
  }

  private static CertificateBasis basis(Optional<MarginRule> margins) {
    return new CertificateBasis(
        Matrix.identity(LAW.classes()), CLOSURE, Optional.empty(), VariationLimits.NONE, margins);
  }

  private static FleetUnit unit(FleetSettings fleet, Optional<MarginRule> margins) {
    return new FleetUnit(settings(fleet.streams(), 0.3), fleet, basis(margins));
  }

  private static void draw(RandomSource random, PairEvidence pair) {
    LAW.draw(random, pair);
    pair.scores = new double[] {0.1, 0.7, 0.8, 0.9};
    pair.outside = random.nextInt(50) == 0;
  }

  /** Units of streams named s0, s1, ..; stream j has 1 + j mod 9 pairs. */
  private static Map<String, byte[]> units(FleetSettings fleet, WindowStatistics onePass) {
    Map<String, byte[]> units = new TreeMap<>();
    Map<String, Integer> lengths = new TreeMap<>();
    for (int j = 0; j < fleet.streams(); j++) {
      lengths.put("s" + j, 1 + j % 9);
    }
    RandomSource random = new RandomSource(5);
    PairEvidence pair = new PairEvidence(LAW.classes());
    lengths.forEach(
        (stream, length) -> {
          FleetUnit unit = unit(fleet, MARGINS);
          for (int t = 0; t < length; t++) {
            draw(random, pair);
            unit.advanceTo(7 * EVERY + t);
            assertThat(unit.pair(pair, 7 * EVERY + t)).isEmpty();
            onePass.addPair(pair);
          }
          onePass.endUnit();
          units.put(stream, unit.advanceTo(8 * EVERY).orElseThrow().unit());
        });
    return units;
  }

  private static WindowStatistics onePass(FleetSettings fleet) {
    return new WindowStatistics(LAW.classes(), fleet.streams(), MARGINS);
  }

  @Test
  void theRecordDoesNotDependOnTheOrderOfArrival() {
    FleetSettings fleet = fleet(60, 20);
    Map<String, byte[]> units = units(fleet, onePass(fleet));
    List<String> streams = new ArrayList<>(units.keySet());
    List<WindowCertificate> records = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      Collections.shuffle(streams, new Random(seed));
      FleetWindow window = window(fleet, 0.3);
      streams.forEach(stream -> window.add(stream, units.get(stream)));
      records.add(window.close());
    }

    assertThat(records).containsOnly(records.get(0));
    assertThat(records.get(0).counts().missing()).isZero();
    assertThat(records.get(0).extent().index()).isEqualTo(7);
    assertThat(records.get(0).extent().from()).isEqualTo(7 * EVERY);
    assertThat(records.get(0).extent().to()).isEqualTo(8 * EVERY);
    assertThat(records.get(0).words())
        .contains("one matrix shared by the fleet")
        .contains("per-stream closures may do better");
  }

  @Test
  void mergedUnitsEqualOnePassOverAllPairs() {
    FleetSettings fleet = fleet(60, 20);
    WindowStatistics onePass = onePass(fleet);
    FleetWindow window = window(fleet, 0.3);
    units(fleet, onePass).forEach(window::add);
    WindowCertificate merged = window.close();
    WindowCertificate expected =
        CertificateAssessor.assess(
            onePass,
            settings(60, 0.3),
            CLOSURE,
            Matrix.identity(LAW.classes()),
            new CertificateAssessor.Window(7, 0, 1, 0.05, 0, OptionalDouble.empty()));

    assertThat(merged.counts().units()).isEqualTo(60);
    assertThat(merged.counts().pairs()).isEqualTo(expected.counts().pairs());
    assertThat(merged.counts().ofClasses()).isEqualTo(expected.counts().ofClasses());
    assertThat(merged.averages().fHat())
        .isCloseTo(expected.averages().fHat(), within(1e-12 * expected.averages().fHat()));
    assertThat(merged.averages().bHat())
        .isCloseTo(expected.averages().bHat(), within(1e-12 * expected.averages().bHat()));
    assertThat(merged.averages().sHat())
        .isCloseTo(expected.averages().sHat(), within(1e-12 * expected.averages().sHat()));
    assertThat(merged.displayed().upper().upper())
        .isCloseTo(
            expected.displayed().upper().upper(),
            within(1e-12 * expected.displayed().upper().upper()));
    assertThat(merged.alarm().lower()).isCloseTo(expected.alarm().lower(), within(1e-9));
    assertThat(merged.checks().dependence())
        .isCloseTo(expected.checks().dependence(), within(1e-9));
    assertThat(merged.checks().outsideShare()).isEqualTo(expected.checks().outsideShare());
    assertThat(merged.displayed().margins()).isEqualTo(expected.displayed().margins());
    assertThat(merged.reason()).isEqualTo(expected.reason());
  }

  @Test
  void aMissingStreamLeavesTheWindowUndecided() {
    FleetSettings fleet = fleet(60, 20);
    Map<String, byte[]> units = units(fleet, onePass(fleet));
    FleetWindow whole = window(fleet, 0.01);
    units.forEach(whole::add);
    units.remove("s3");
    units.remove("s59");
    FleetWindow partial = window(fleet, 0.01);
    units.forEach(partial::add);
    WindowCertificate record = partial.close();

    assertThat(whole.close().reason()).isEqualTo(Reason.LOWER_BOUND_ABOVE);
    assertThat(record.counts().missing()).isEqualTo(2);
    assertThat(record.counts().units()).isEqualTo(58);
    assertThat(record.alarm().lower()).isGreaterThan(0.01);
    assertThat(record.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(record.reason()).isEqualTo(Reason.INCOMPLETE);
    assertThat(record.words()).contains("2 units of this window are missing", "58 that reported");
  }

  @Test
  void whatLiesOutsideIsNotHiddenByMissingStreams() {
    FleetSettings fleet = fleet(60, 20);
    Map<String, byte[]> units = outside(fleet);
    units.keySet().removeAll(Set.of("s3", "s59"));
    FleetWindow window = window(fleet, 0.01);
    units.forEach(window::add);
    WindowCertificate record = window.close();

    assertThat(record.verdict()).isEqualTo(Verdict.OUT_OF_MAP);
    assertThat(record.reason()).isEqualTo(Reason.OUTSIDE_SHARE);
    assertThat(record.counts().missing()).isEqualTo(2);
    assertThat(record.words())
        .contains("unlike the recording", "2 units of this window are missing");
  }

  /** Units of one pair each, a third of them outside the map. */
  private static Map<String, byte[]> outside(FleetSettings fleet) {
    Map<String, byte[]> units = new TreeMap<>();
    RandomSource random = new RandomSource(8);
    PairEvidence pair = new PairEvidence(LAW.classes());
    for (int j = 0; j < fleet.streams(); j++) {
      draw(random, pair);
      pair.outside = j % 3 == 0;
      FleetUnit unit = unit(fleet, MARGINS);
      unit.advanceTo(0);
      unit.pair(pair, 0);
      units.put("s" + j, unit.advanceTo(EVERY).orElseThrow().unit());
    }
    return units;
  }

  @Test
  void streamsThatLeftTheFleetAreNotMissed() {
    FleetSettings fleet = fleet(60, 20);
    Map<String, byte[]> units = units(fleet, onePass(fleet));
    units.keySet().removeAll(Set.of("s3", "s59"));
    FleetSettings without = fleet.withRetired(Set.of("s3", "s59", "s7"));
    FleetWindow window = window(without, 0.01);
    units.forEach(window::add);
    WindowCertificate record = window.close();

    // s7 is retired as well, but has its unit here.
    assertThat(record.counts().missing()).isZero();
    assertThat(record.counts().units()).isEqualTo(58);
    assertThat(record.reason()).isEqualTo(Reason.LOWER_BOUND_ABOVE);
    assertThat(without.serving()).isEqualTo(57);
    assertThat(without.identity()).isEqualTo(fleet.identity());
    assertThatThrownBy(() -> fleet(3, 1).withRetired(Set.of("a", "b")))
        .hasMessageContaining("streams without the retired ones is 1, must be at least 2");
  }

  /**
   * Machines of one type keep their state, those of the other swap it: either type has a closure
   * without any error, but no single one does for both.
   */
  private static WindowCertificate twoTypes(Matrix closure, IntPredicate swaps) {
    int streams = 200;
    FleetSettings fleet = fleet(streams, 25);
    FleetWindow window =
        new FleetWindow(
            settings(streams, 0.4), fleet, CertificateBasis.of(Matrix.identity(2), closure), 0);
    RandomSource random = new RandomSource(11);
    PairEvidence pair = new PairEvidence(2);
    for (int j = 0; j < streams; j++) {
      FleetUnit unit =
          new FleetUnit(
              settings(streams, 0.4), fleet, CertificateBasis.of(Matrix.identity(2), closure));
      unit.advanceTo(0);
      Optional<FleetSummary> summary = Optional.empty();
      for (int t = 0; t < 25; t++) {
        pair.nearestClass = random.nextInt(2);
        int next = swaps.test(j) ? 1 - pair.nearestClass : pair.nearestClass;
        for (int c = 0; c < 2; c++) {
          pair.coordinates[c] = c == pair.nearestClass ? 1 : 0;
          pair.successor[c] = c == next ? 1 : 0;
        }
        summary = unit.pair(pair, t);
      }
      window.add("s" + j, summary.orElseThrow().unit());
    }
    return window.close();
  }

  @Test
  void aFleetOfTwoTypesIsExcludedForTheSharedMatrixThoughEachTypeHasOneOfItsOwn() {
    Matrix keeps = Matrix.identity(2);
    Matrix swaps = Matrix.of(2, 2, new double[] {0, 1, 1, 0});
    Matrix average = Matrix.of(2, 2, new double[] {0.5, 0.5, 0.5, 0.5});
    Random types = new Random(4);
    boolean[] swapping = new boolean[200];
    for (int j = 0; j < swapping.length; j++) {
      swapping[j] = types.nextBoolean();
    }

    assertThat(twoTypes(keeps, j -> false).reason()).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    assertThat(twoTypes(swaps, j -> true).reason()).isEqualTo(Reason.UPPER_BOUND_WITHIN);
    for (Matrix shared : List.of(keeps, swaps, average)) {
      WindowCertificate record = twoTypes(shared, j -> swapping[j]);
      assertThat(record.reason()).isEqualTo(Reason.LOWER_BOUND_ABOVE);
      // The best shared matrix is the average, of error sqrt(1/2).
      assertThat(record.alarm().lower()).isBetween(0.4, Math.sqrt(0.5));
      assertThat(record.words())
          .contains("no single closure shared by the fleet with norm <= 1.41421 reaches")
          .contains("per-stream closures may do better");
    }
    // Types that the order of ids tells apart are seen by the two halves.
    WindowCertificate sorted = twoTypes(keeps, j -> ("s" + j).compareTo("s5") >= 0);
    assertThat(sorted.reason()).isEqualTo(Reason.HALVES_DIFFER);
    assertThat(sorted.words()).contains("are they machines of one kind?");
  }

  @Test
  void aUnitIsTheFirstPairsOfItsWindow() {
    FleetSettings fleet = fleet(2, 3);
    FleetUnit unit = unit(fleet, Optional.empty());
    PairEvidence pair = new PairEvidence(LAW.classes());
    LAW.draw(new RandomSource(1), pair);

    assertThat(unit.advanceTo(-EVERY)).isEmpty();
    assertThat(unit.pair(pair, -EVERY)).isEmpty();
    assertThat(unit.advanceTo(-1)).isEmpty();
    assertThat(unit.pair(pair, -1)).isEmpty();
    FleetSummary early = unit.advanceTo(0).orElseThrow();
    assertThat(early.window()).isEqualTo(-1);
    assertThat(early.time()).isZero();
    assertThat(unit.pair(pair, 0)).isEmpty();
    assertThat(unit.pair(pair, 1)).isEmpty();
    FleetSummary full = unit.pair(pair, 2).orElseThrow();
    assertThat(full.window()).isZero();
    assertThat(full.time()).isEqualTo(2);
    assertThat(unit.pair(pair, 3)).isEmpty();
    // Nothing is left for the window that follows a full unit, nor for one without a pair.
    assertThat(unit.advanceTo(EVERY)).isEmpty();
    assertThat(unit.advanceTo(2 * EVERY)).isEmpty();
    assertThat(pairs(early)).isEqualTo(2);
    assertThat(pairs(full)).isEqualTo(3);
  }

  @Test
  void aClockSetBackEndsTheUnitAndTheStreamGoesOnInItsFleet() {
    long far = 1_000_000 * EVERY;
    FleetUnit unit = unit(fleet(2, 3), Optional.empty());
    PairEvidence pair = new PairEvidence(LAW.classes());
    LAW.draw(new RandomSource(1), pair);
    assertThat(unit.advanceTo(1)).isEmpty();
    assertThat(unit.pair(pair, 1)).isEmpty();

    // The clock jumps: the unit of window 0 is complete with it. Two pairs lie in the far window.
    assertThat(unit.advanceTo(far).orElseThrow().window()).isZero();
    assertThat(unit.pair(pair, far)).isEmpty();
    assertThat(unit.pair(pair, far + 1)).isEmpty();
    // It is set back into window 0, which has its unit; what lay far ahead is no unit.
    assertThat(unit.advanceTo(2)).isEmpty();
    assertThat(unit.pair(pair, 2)).isEmpty();
    assertThat(unit.advanceTo(EVERY)).isEmpty();
    assertThat(unit.pair(pair, EVERY)).isEmpty();
    assertThat(unit.pair(pair, EVERY + 1)).isEmpty();
    FleetSummary next = unit.pair(pair, EVERY + 2).orElseThrow();
    assertThat(next.window()).isEqualTo(1);
    assertThat(pairs(next)).isEqualTo(3);

    // The same before the present window has its unit: then nothing of it is lost but the pairs.
    assertThat(unit.advanceTo(2 * EVERY)).isEmpty();
    assertThat(unit.advanceTo(far)).isEmpty();
    assertThat(unit.advanceTo(2 * EVERY + 1)).isEmpty();
    assertThat(unit.pair(pair, 2 * EVERY + 1)).isEmpty();
    FleetSummary last = unit.advanceTo(3 * EVERY).orElseThrow();
    assertThat(last.window()).isEqualTo(2);
    assertThat(pairs(last)).isEqualTo(1);
  }

  @Test
  void theFleetsTimeJumpsOnlyWithMostOfTheFleet() {
    long far = 1_000_000 * EVERY;
    FleetSettings fleet = fleet(100, 3);
    FleetClock clock = new FleetClock(fleet);
    report(clock, 0, 51);
    assertThat(clock.time()).isZero();

    // A quorum moves it step by step, but not into the far future while others are near.
    report(clock, EVERY, 5);
    assertThat(clock.time()).isEqualTo(EVERY);
    for (int k = 2; k < 20; k++) {
      report(clock, far + k * EVERY, 50);
      report(clock, 2 * EVERY, 4);
    }
    assertThat(clock.time()).isEqualTo(EVERY);
    report(clock, far, 51);
    assertThat(clock.time()).isEqualTo(far);

    // After a pause a part of the fleet comes back: three of its windows are evidence.
    report(clock, 2 * far, 5);
    report(clock, 2 * far + EVERY, 5);
    assertThat(clock.time()).isEqualTo(far);
    report(clock, 2 * far + 2 * EVERY, 4);
    assertThat(clock.time()).isEqualTo(far);
    report(clock, 2 * far + 3 * EVERY, 5);
    assertThat(clock.time()).isEqualTo(2 * far);
  }

  @Test
  void theFleetsTimeBeginsWithMostOfTheFleetAndSurvivesARestart() {
    FleetSettings fleet = fleet(100, 3);
    FleetClock clock = new FleetClock(fleet);
    report(clock, Long.MAX_VALUE - 1, 5);
    assertThat(clock.time()).isEqualTo(Long.MIN_VALUE);
    report(clock, 7, 5);
    StateWriter writer = new StateWriter();
    clock.transfer(writer);
    FleetClock restored = new FleetClock(fleet);
    StateReader reader = new StateReader(writer.toByteArray());
    restored.transfer(reader);
    reader.finish();
    report(restored, EVERY, 5);

    assertThat(restored.time()).as("the earliest of three").isEqualTo(7);
    report(restored, Long.MAX_VALUE, 50);
    assertThat(restored.time()).isEqualTo(7);
  }

  private static void report(FleetClock clock, long time, int streams) {
    for (int units = 1; units <= streams; units++) {
      clock.unit(time, units, time);
    }
  }

  private static long pairs(FleetSummary summary) {
    WindowStatistics statistics = new WindowStatistics(LAW.classes());
    statistics.transfer(new StateReader(summary.unit()));
    return statistics.pairs();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void aRestoredUnitContinuesBitForBit(int pairsOfAUnit) {
    FleetSettings fleet = new FleetSettings(2, 10, pairsOfAUnit, 0);
    FleetUnit uninterrupted = unit(fleet, MARGINS);
    FleetUnit restarted = unit(fleet, MARGINS);
    RandomSource random = new RandomSource(4);
    PairEvidence pair = new PairEvidence(LAW.classes());
    int summaries = 0;
    for (int t = 0; t < 95; t++) {
      draw(random, pair);
      if (t % 3 == 1) {
        FleetUnit restored = unit(fleet, MARGINS);
        StateReader reader = new StateReader(bytes(restarted));
        restored.transfer(reader, true);
        reader.finish();
        restarted = restored;
      }
      List<byte[]> expected = new ArrayList<>();
      uninterrupted.advanceTo(t).ifPresent(s -> expected.add(s.unit()));
      uninterrupted.pair(pair, t).ifPresent(s -> expected.add(s.unit()));
      List<byte[]> actual = new ArrayList<>();
      restarted.advanceTo(t).ifPresent(s -> actual.add(s.unit()));
      restarted.pair(pair, t).ifPresent(s -> actual.add(s.unit()));
      assertThat(actual.toArray(byte[][]::new)).isDeepEqualTo(expected.toArray(byte[][]::new));
      summaries += expected.size();
    }

    assertThat(summaries).isEqualTo(pairsOfAUnit == 1 ? 10 : pairsOfAUnit == 3 ? 10 : 9);
    assertThat(bytes(restarted)).isEqualTo(bytes(uninterrupted));
  }

  private static byte[] bytes(FleetUnit unit) {
    StateWriter writer = new StateWriter();
    unit.transfer(writer, true);
    return writer.toByteArray();
  }

  @Test
  void noUnitIsLargerThanOneThatHasSeenEveryClass() {
    FleetUnit unit = unit(fleet(2, 200), MARGINS);
    RandomSource random = new RandomSource(6);
    PairEvidence pair = new PairEvidence(LAW.classes());
    unit.advanceTo(0);
    for (int t = 0; t < 199; t++) {
      draw(random, pair);
      unit.pair(pair, t);
    }

    assertThat(unit.advanceTo(EVERY).orElseThrow().unit())
        .hasSize(FleetSummary.largestUnit(settings(2, 0.3), 4));
  }

  @Test
  void windowsSettleWhenTheFleetsTimePassesTheirGrace() {
    FleetSettings fleet = new FleetSettings(2, 1000, 1, 100);

    assertThat(fleet.windowOf(-1)).isEqualTo(-1);
    assertThat(fleet.closedAt(1099)).isEqualTo(-1);
    assertThat(fleet.closedAt(1100)).isZero();
    assertThat(fleet.closedAt(Long.MIN_VALUE)).isLessThan(Long.MIN_VALUE / 1001);
    assertThat(fleet.startOf(Long.MAX_VALUE / 10)).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "40, 2", "41, 3", "200, 10", "2147483647, 107374183"})
  void aTwentiethOfTheStreamsDecidesHowFarTheFleetsTimeIs(int streams, int quorum) {
    assertThat(fleet(streams, 1).quorum()).isEqualTo(quorum);
  }

  @Test
  void misuseIsNamed() {
    FleetSettings fleet = fleet(60, 20);
    FleetWindow window = window(fleet, 0.3);
    window.add("a", new byte[3]);

    assertThatThrownBy(() -> window.add("a", new byte[3])).hasMessageContaining("stream a");
    assertThatThrownBy(window::close).isInstanceOf(MalformedStateException.class);
    assertThatThrownBy(() -> window(fleet, 0.3).close())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FleetSettings(1, 1, 1, 0)).hasMessageContaining("streams is 1");
    assertThatThrownBy(() -> new FleetWindow(settings(61, 0.3), fleet, basis(MARGINS), 0))
        .hasMessageContaining("units is 61, the fleet has 60 streams");
  }
}
