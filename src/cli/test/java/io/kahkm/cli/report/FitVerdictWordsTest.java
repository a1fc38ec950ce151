package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.HeldOutNovelty;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SuspectStretch;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.testing.TestModels;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is said of a fit, word for word, of models and reports made by hand. */
class FitVerdictWordsTest {
  private static final String FALSE_ALARMS =
      "  false alarms set for one false alarm every 100,000 rows (69 days) on average for a stream,"
          + " all alarms together, if later rows are like these";

  private List<String> warnings = List.of();
  private Optional<SensorFit> sensors = Optional.of(fit("", List.of()));

  private static SensorModel channel() {
    return TestModels.twoSensors(0.5, 1).build();
  }

  private static SensorFit fit(String refusal, List<String> constant, SuspectStretch... suspects) {
    return new SensorFit(
        Optional.empty(), refusal, List.of(suspects), constant, List.of(), List.of(), 9);
  }

  /** Without an alarm, but with a threshold that none of its readings exceeds. */
  private static Model.Builder plain() {
    return TestModels.builderOf(TestModels.vanDerPol(3, 1)).calibration(limit(1));
  }

  private static Calibration limit(double novelty) {
    return new Calibration(novelty, 0.995, 0.95, 1000, 1000, 0.005, Double.NaN, List.of());
  }

  private static Model watching() {
    return plain().calibration(limit(0.5)).alarms(TestModels.alarms(2)).sensors(channel()).build();
  }

  private static HeldOutReport.Skill skill(int horizon, OptionalDouble overPersistence) {
    return new HeldOutReport.Skill(
        horizon, 9, overPersistence, OptionalDouble.empty(), OptionalDouble.empty(), List.of());
  }

  private static HeldOutReport.Skill skill(int horizon, double overPersistence) {
    return skill(horizon, OptionalDouble.of(overPersistence));
  }

  private List<String> lines(Model model, StateData data, HeldOutReport.Skill... skills) {
    FitReport report =
        GivenFitReport.of(
            new FitReport.Rows(2, 3, 90, 20),
            Optional.of(
                new HeldOutReport(
                    new HeldOutNovelty(List.of(List.of(0.5)), List.of(0)),
                    new HeldOutReport.Coordinates(GivenFitReport.STILL, List.of()),
                    List.of(skills),
                    List.of(),
                    Optional.empty(),
                    1,
                    false)),
            sensors,
            warnings);
    return FitVerdict.of(new FitResult(model, report), data).lines("m");
  }

  private static StateData data(int... streams) {
    double[][] states = new double[streams.length][];
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {i % 7, -i % 5};
    }
    return GivenRows.of(streams, states, true);
  }

  @Test
  void aModelWithEveryAlarmIsGood() {
    assertThat(lines(watching(), data(0, 0, 0), skill(1, 0.25)))
        .containsExactly(
            "m: GOOD",
            "  recording    3 rows of 2 sensors, 2 episodes",
            "  alarms       novelty, relations, single sensors",
            FALSE_ALARMS,
            "  forecasts    squared errors below those of no change by 25 % at 1 step, on held-out"
                + " rows");
  }

  @Test
  void anAlarmThatComesLaterIsAFactAndNoReason() {
    Alarms alarms = TestModels.alarms(2);
    CrossFittedNull.Moments of = alarms.novelty().moments();
    double[] roots = new double[500];
    Arrays.setAll(roots, i -> of.mean() * (0.4 + 1.2 * i / 500));
    CrossFittedNull slow =
        CrossFittedNull.of(
            roots,
            new CrossFittedNull.Moments(of.blocks(), of.mean(), of.within(), of.between(), 12),
            0.995);
    Alarms later = new Alarms(slow, alarms.coverage(), alarms.relations(), "");
    assertThat(lines(watching().toBuilder().alarms(later).build(), data(0, 0, 0)))
        .startsWith("m: GOOD")
        .endsWith(
            "  delay        novelty is strongly autocorrelated, so an alarm needs about 12 times as"
                + " many rows as independent readings would");
  }

  @Test
  void constantSensorsAreAFactAndNoReason() {
    sensors = Optional.of(fit("", List.of("p")));
    assertThat(lines(watching(), data(0, 0, 0)))
        .hasSize(5)
        .startsWith("m: GOOD")
        .endsWith(
            "  constant     p never changed in the recording; any other value raises an alarm");
  }

  @Test
  void aModelThatRaisesNoAlarmIsNotUsable() {
    assertThat(lines(plain().build(), data(0, 0)))
        .startsWith("m: NOT USABLE")
        .endsWith(
            "  recording    2 rows of 2 sensors, 2 episodes",
            "  alarms       none; off: novelty, relations, single sensors");
    assertThat(lines(plain().calibration(limit(0.5)).build(), data(0, 0)))
        .as("novelty alone")
        .startsWith("m: WITH CARE")
        .endsWith("  alarms       novelty; off: relations, single sensors");
    Alarms alarms = TestModels.alarms(2);
    double[] ones = new double[500];
    Arrays.fill(ones, 1);
    CrossFittedNull never = CrossFittedNull.of(ones, alarms.novelty().moments(), 0.995);
    Alarms off = new Alarms(never, alarms.coverage(), Optional.empty(), "too few rows");
    Alarms relations = new Alarms(never, alarms.coverage(), alarms.relations(), "");
    assertThat(lines(plain().alarms(off).sensors(channel()).build(), data(0, 0)).get(0))
        .as("single sensors alone")
        .isEqualTo("m: WITH CARE");
    assertThat(lines(plain().alarms(off).build(), data(0, 0)))
        .startsWith("m: NOT USABLE")
        .endsWith(
            "  alarms       none; off: novelty, relations, single sensors",
            "  false alarms no alarm can be raised, so there is no false one");
    assertThat(lines(plain().alarms(relations).build(), data(0, 0)).get(0))
        .as("relations alone")
        .isEqualTo("m: WITH CARE");
  }

  @Test
  void whySingleSensorsAreNotWatchedIsTold() {
    Model model = plain().calibration(limit(0.5)).alarms(TestModels.alarms(2)).build();
    sensors = Optional.of(fit("too few rows", List.of()));
    assertThat(lines(model, data(0, 0)))
        .startsWith(
            "m: WITH CARE",
            "  because      single sensors are not watched: too few rows",
            "  do           record more rows and fit again",
            "  recording    2 rows of 2 sensors, 2 episodes");
    sensors = Optional.empty();
    assertThat(lines(model, data(0, 0)).get(1))
        .isEqualTo("  because      single sensors are not watched, no rows were held out");
  }

  /** Rows of several machines come together, so that nobody knows how long more of them take. */
  @Test
  void howLongMoreRowsTakeIsToldOfOneMachine() {
    Alarms alarms = TestModels.alarms(2);
    Alarms unsure =
        new Alarms(alarms.novelty(), new Coverage("q", 4_000, 5, 4), alarms.relations(), "");
    Model model = plain().calibration(limit(0.5)).alarms(unsure).sensors(channel()).build();
    assertThat(lines(model, data(0, 0)).get(2))
        .isEqualTo(
            "  do           record about 6,000 more rows (4 days) of normal operation and fit"
                + " again");
    assertThat(lines(model, data(0, 1)).get(2))
        .isEqualTo("  do           record about 6,000 more rows of normal operation and fit again");
  }

  @Test
  void suspectStretchesAndNumbersThatAreNoReadingsAreReasonsWithTheirOptions() {
    sensors =
        Optional.of(
            fit(
                "",
                List.of(),
                new SuspectStretch("q", SensorKind.STUCK, 1, 2, new Episodes.Place(0, 0, 1), 2)));
    double[][] states = new double[40][];
    Arrays.setAll(states, i -> new double[] {i % 7, i % 5});
    states[11][0] = -9999;
    states[13][1] = 9999;
    warnings = List.of("the rows drift", "and more");
    List<String> lines = lines(watching(), numbered(GivenRows.of(new int[40], states, false)));

    assertThat(lines)
        .startsWith(
            "m: WITH CARE",
            "  because      sensors look faulty in the recording itself",
            "  do           if they were, fit again with --exclude 2/3",
            "  because      numbers far from all others look like \"no reading\": q is -9999 in 1"
                + " row, p is 9999 in 1 row",
            "  do           if they are not readings, fit again with --missing -9999,9999",
            "  because      the rows drift",
            "               and 1 more, see --details",
            "  recording    40 rows of 2 sensors, 2 episodes");
    states[13][1] = -9999;
    assertThat(lines(watching(), numbered(GivenRows.of(new int[40], states, false))))
        .as("one number of two sensors")
        .contains("  do           if they are not readings, fit again with --missing -9999");
  }

  /** The same whose rows are one step apart. */
  private static StateData numbered(StateData data) {
    return new StateData(
        data.recording(),
        data.names(),
        List.of(),
        false,
        List.of(),
        data.rows().stream()
            .map(
                row ->
                    new StateData.Row(
                        0, 0, row.line(), row.observation(), false, Math.toIntExact(row.line())))
            .toList(),
        data.timing(),
        data.report());
  }

  private String forecasts(HeldOutReport.Skill... skills) {
    return lines(watching(), data(0, 0), skills).stream()
        .filter(line -> line.startsWith("  forecasts"))
        .findFirst()
        .orElse("");
  }

  @Test
  void theNearestHorizonsAreToldByWhatTheyGain() {
    String start = "  forecasts    ";
    assertThat(forecasts(skill(1, 0.004), skill(5, 0.996), skill(9, 1), skill(20, 0.5)))
        .isEqualTo(
            start
                + "squared errors below those of no change by less than 1 % at 1 step, more than"
                + " 99 % at 5 steps, 100 % at 9 steps, on held-out rows");
    assertThat(forecasts(skill(1, 0.354), skill(5, 0), skill(2_000, -0.5)))
        .isEqualTo(
            start
                + "squared errors below those of no change by 35 % at 1 step; no better than no"
                + " change at 5 steps, 2,000 steps, on held-out rows");
    assertThat(forecasts(skill(1, OptionalDouble.empty()), skill(5, -0.1)))
        .isEqualTo(start + "no better than no change at 5 steps, on held-out rows");
    assertThat(forecasts(skill(1, OptionalDouble.empty()))).isEmpty();
    assertThat(forecasts()).isEmpty();
  }
}
