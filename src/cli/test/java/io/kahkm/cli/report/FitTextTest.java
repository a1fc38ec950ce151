package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.HeldOutNovelty;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.ReferenceReport;
import io.kahkm.fitting.ReferenceTrial;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SuspectStretch;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.testing.TestModels;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Figures of a fit in words, computed by hand. */
class FitTextTest {
  private static HeldOutReport heldOut(boolean tails, int episodes) {
    return new HeldOutReport(
        new HeldOutNovelty(
            Collections.nCopies(episodes, List.of(0.5)), Collections.nCopies(episodes, 0)),
        new HeldOutReport.Coordinates(new CoordinateVariation.Summary(0, 0, 0, 0, 0), List.of()),
        List.of(),
        List.of(),
        Optional.empty(),
        1,
        tails);
  }

  @Test
  void driftIsToldByTheMediansOfTheFirstAndTheLastThird() {
    List<List<Double>> two = List.of(List.of(1.0, 3.0, 9.0), List.of(9.0, 2.0, 4.0));
    assertThat(FitText.drift(new HeldOutNovelty(two, List.of(0, 0))))
        .isEqualTo(
            "median 2.00 in the first third, 3.00 in the last (all rows: 3.50, largest 9.00)");
    assertThat(FitText.drift(new HeldOutNovelty(two, List.of(0, 1))))
        .as("two streams, 1 and 9 at first, 9 and 4 at last")
        .isEqualTo(
            "median 5.00 in the first third, 6.50 in the last (all rows: 3.50, largest 9.00)");
    assertThat(FitText.drift(new HeldOutNovelty(List.of(List.of(1.0, 2.0, 3.0)), List.of(7))))
        .isEqualTo(
            "median 1.00 in the first third, 3.00 in the last (all rows: 2.00, largest 3.00)");
    assertThat(FitText.drift(new HeldOutNovelty(List.of(List.of(1.0, 2.0)), List.of(0))))
        .isEqualTo("too few rows");
  }

  @Test
  void aProposedToleranceIsTwoThirdsOfTheErrorOfNoChangeRoundedDown() {
    assertThat(FitText.noChange(0.3))
        .isEqualTo(
            "repeating the coordinates errs by 0.300 one step ahead; a certificate is informative"
                + " if its tolerance is below that, such as 0.19");
    assertThat(FitText.noChange(0)).startsWith("the coordinates never change; no tolerance");
  }

  @Test
  void whyThereAreNoNormalRangesIsTold() {
    assertThat(FitText.withoutRanges(heldOut(true, 2)))
        .isEqualTo(
            "the held-out rows are the ends of 2 episodes, and windows of a stream have fewer of"
                + " them");
    assertThat(FitText.withoutRanges(heldOut(true, 1)))
        .isEqualTo(FitText.withoutRanges(heldOut(false, 2)))
        .isEqualTo("too few held-out rows for a window of twenty pairs");
  }

  @Test
  void normalRangesHaveTheirNamesAndHowOftenTheyMislead() {
    NormalRange range = new NormalRange("sHat", 0.125, 0.5, 7, 20);

    assertThat(FitText.windows(List.of(range)))
        .isEqualTo(
            "over 7 windows of 20 pairs (25 % of new normal windows are expected outside each):");
    assertThat(FitText.range(range)).isEqualTo("successor variance s-hat 0.125 to 0.500");
    assertThat(FitText.range(new NormalRange("rhoVar", 0.125, 0.5, 7, 20)))
        .isEqualTo("retained variation 0.125 to 0.500");
    assertThat(FitText.range(new NormalRange("E.10", 0.125, 0.5, 7, 20)))
        .isEqualTo("relative error E_10 0.125 to 0.500");
    assertThat(FitText.number(OptionalDouble.of(0.25))).isEqualTo("0.250");
    assertThat(FitText.number(OptionalDouble.empty())).isEqualTo("-");
  }

  @Test
  void lowVariationIsToldWithItsSizes() {
    List<VariationLimits.Limit> pairs =
        List.of(new VariationLimits.Limit(20, 0.1), new VariationLimits.Limit(80, 0.2));
    List<VariationLimits.Limit> units = List.of(new VariationLimits.Limit(5, 0.1));

    assertThat(FitText.lowVariation(VariationLimits.NONE))
        .isEqualTo("not looked for, too few held-out rows");
    assertThat(FitText.lowVariation(new VariationLimits(0.01, pairs, units)))
        .contains(
            "also 1.0 % of normal ones (thresholds for windows of 20 to 80 pairs, and of 5 episodes"
                + " or streams;");
    assertThat(FitText.lowVariation(new VariationLimits(0.01, List.of(), units)))
        .contains("windows of 5 episodes or streams;");
    assertThat(FitText.lowVariation(new VariationLimits(0.01, pairs, List.of())))
        .contains("windows of 20 to 80 pairs;");
  }

  private static ReferenceReport tried(int states, int candidates) {
    return new ReferenceReport(
        List.of(1, 10),
        states,
        candidates,
        List.of(
            new ReferenceTrial(Optional.empty(), 20, List.of(0.125, 0.25), 0.5, 0.75, true),
            new ReferenceTrial(Optional.empty(), 40, List.of(0.125, 0.25), 0.5, 0.75, false)));
  }

  @Test
  void referencesHaveATableOfWhatFewerWouldCost() {
    assertThat(
            ReferenceWords.lines(
                TestModels.vanDerPol(3, 1).map(), Optional.of(tried(90_000, 20_001))))
        .contains(
            "  maps of 20001 of the 90000 earlier rows, evenly spread, judged on later ones:");
    assertThat(ReferenceWords.lines(TestModels.vanDerPol(3, 1).map(), Optional.of(tried(40, 40))))
        .hasSize(5)
        .contains("  maps of the earlier rows, judged on later ones:")
        .endsWith(
            "    samples        error at 1    error at 10   wrong rows found   variation   as good"
                + " as all",
            "         20            0.1250         0.2500             50.0 %       0.750   yes",
            "         40            0.1250         0.2500             50.0 %       0.750   no");
  }

  /** One of four states of three episodes of 400. */
  @Test
  void referencesAreCountedAmongTheStates() {
    KahmMap all = TestModels.vanDerPol(3, 1).map();
    double[][] apart = new double[99][];
    Arrays.setAll(apart, i -> new double[] {100 * (i % 3) + i / 99.0, i * i % 7});
    MapSettings few =
        all.settings().withReferences(Optional.of(new ReferenceLimit(30, ReferenceWay.SPREAD)));

    assertThat(ReferenceWords.lines(all, Optional.empty()))
        .containsExactly("references: all 300 states");
    assertThat(
            ReferenceWords.lines(
                MapFitter.fit(few, apart, new Partition.KMeansStart(1), Progress.NONE),
                Optional.empty()))
        .containsExactly("references: 30 of 99 states");
  }

  private static SuspectStretch suspect(String sensor, int episode, long first, long last) {
    return new SuspectStretch(
        sensor,
        SensorKind.STUCK,
        (int) first,
        (int) last,
        new Episodes.Place(episode, episode, first),
        last);
  }

  private static Optional<SensorFit> suspects(SuspectStretch... suspects) {
    return Optional.of(
        new SensorFit(
            Optional.empty(), "", List.of(suspects), List.of("a", "b"), List.of(), List.of(), 9));
  }

  @Test
  void stretchesOfSeveralSensorsAtATimeAreOne() {
    int[] streams = {0, 0, 0, 0, 0, 0, 1, 1};
    long[] times = {0, 1, 2, 3, 4, 5, 0, 1};
    StateData data = GivenRows.of(List.of("pump-a", "pump-b"), streams, times, InputTiming.NONE);
    Optional<SensorFit> fit =
        suspects(
            suspect("x", 0, 1, 2),
            suspect("y", 0, 2, 3),
            suspect("x", 0, 4, 5),
            suspect("x", 1, 0, 1));

    assertThat(SuspectText.exclusion(fit, data)).contains("2/4,5/6,7/8");
    assertThat(SuspectText.lines(fit, data))
        .hasSize(6)
        .contains(
            "  row 5 to row 6 (2 rows) of pump-a: x stuck",
            "  row 7 to row 8 (2 rows) of pump-b: x stuck",
            "  If these are faults, fit without them: --exclude 2/4,5/6,7/8",
            "  If they are normal, record more of the same and fit again.")
        .element(1)
        .asString()
        .startsWith("  row 2 to row 4 (3 rows) of pump-a: ")
        .contains("x stuck", "y stuck");
    assertThat(SuspectText.exclusion(suspects(), data)).isEmpty();
    assertThat(SuspectText.exclusion(Optional.empty(), data)).isEmpty();
    assertThat(SuspectText.lines(Optional.empty(), data)).isEmpty();
    assertThat(SuspectText.lines(suspects(), data)).isEmpty();
    assertThat(SuspectText.constant(suspects(), data))
        .contains("a, b never changed in the recording; any other value raises an alarm");
  }

  @Test
  void aShortStretchWithinALongOneMakesItNoShorter() {
    StateData data =
        GivenRows.of(List.of("pump"), new int[6], new long[] {0, 1, 2, 3, 4, 5}, InputTiming.NONE);
    Optional<SensorFit> fit =
        suspects(suspect("x", 0, 0, 4), suspect("y", 0, 1, 2), suspect("z", 0, 4, 5));

    assertThat(SuspectText.exclusion(fit, data)).contains("1/6");
  }

  /** Rows of two pumps take turns: those of the other one are not counted, nor taken for these. */
  @Test
  void rowsOfOtherStreamsAreNoneOfAStretch() {
    int[] streams = {0, 1, 0, 1, 0, 1, 0, 1};
    long[] times = {0, 0, 1, 1, 2, 2, 3, 3};
    StateData data = GivenRows.of(List.of("pump-a", "pump-b"), streams, times, InputTiming.NONE);

    assertThat(SuspectText.lines(suspects(suspect("x", 0, 1, 3), suspect("x", 1, 1, 3)), data))
        .contains(
            "  row 3 to row 7 (3 rows) of pump-a: x stuck",
            "  row 4 to row 8 (3 rows) of pump-b: x stuck");
    assertThat(SuspectText.lines(suspects(suspect("x", 0, 1, 1)), data))
        .contains("  row 3 to row 3 (1 row) of pump-a: x stuck");
  }

  /** It reads something else where its machine stands still, and no row of that is judged. */
  @Test
  void theSensorThatSaysWhenItsMachineRunsIsNotConstant() {
    InputTiming timing =
        InputTiming.NONE.withWhen(Optional.of(OperatingRule.of("a > 0").among(List.of("a"))));
    StateData data = GivenRows.of(List.of(), new int[1], new long[1], timing);

    assertThat(SuspectText.constant(suspects(), data))
        .contains("b never changed in the recording; any other value raises an alarm");
  }

  private static Optional<SensorFit> watched(boolean provisional, String... constant) {
    SensorModel model = TestModels.twoSensors(0.5, 1).provisional(provisional).build();
    return Optional.of(
        new SensorFit(
            Optional.of(model),
            "",
            List.of(),
            List.of(constant),
            List.of("p", "q"),
            List.of(12.4, Double.POSITIVE_INFINITY),
            1234.6));
  }

  @Test
  void howSoonAShiftOfASensorIsFoundIsTold() {
    StateData data = GivenRows.of(List.of(), new int[1], new long[1], InputTiming.NONE);
    String start = "single sensors: innovations with an effective sample size of 1,235 rows";
    Optional<SensorFit> unwatched =
        Optional.of(
            new SensorFit(
                Optional.empty(), "too few rows", List.of(), List.of(), List.of(), List.of(), 0));
    String end = "; a shift of one standard deviation raises an alarm: p after 12 rows, q never";
    assertThat(SuspectText.lines(watched(false), data)).containsExactly(start + end);
    assertThat(SuspectText.lines(watched(true, "c"), data))
        .containsExactly(
            start + ": PROVISIONAL" + end,
            "constant sensors: c never changed in the recording; any other value raises an alarm");
    assertThat(SuspectText.lines(unwatched, data))
        .containsExactly("WARNING: single sensors are not watched: too few rows.");
  }

  /** A step without a row is told by the row nearest to it, of two as near by the first. */
  @Test
  void stretchesOfTimedRowsAreToldByTheirTimes() {
    long second = 1_000_000_000;
    long[] times = {5 * second, 6 * second, 7 * second, 10 * second, 12 * second};
    StateData data =
        GivenRows.of(List.of(), new int[5], times, InputTiming.TIMED.withStep(second, 0.1));
    assertThat(SuspectText.lines(suspects(suspect("x", 0, 3, 6)), data))
        .contains("  1970-01-01T00:00:07Z to 1970-01-01T00:00:10Z (2 rows): x stuck");
    assertThat(SuspectText.exclusion(suspects(suspect("x", 0, 1, 5)), data))
        .contains("1970-01-01T00:00:06Z/1970-01-01T00:00:10Z");
  }
}
