package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.PastReport;
import io.kahkm.fitting.RowsAhead;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.testing.DrivenPlant;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Forecasts of a plant that is driven by a setpoint whose later values are known. */
class KnownMonitorTest {
  private static final long STEP = 1_000;
  private static final int FITTED = 4000;
  private static final int JUDGED = 8000;
  private static final List<Integer> HORIZONS = List.of(1, 10);
  private static final double[][] ROWS = DrivenPlant.rows(5, FITTED + JUDGED);
  private static final FitResult FIT = fit(List.of("setpoint"));
  private static final Model MODEL = FIT.model();
  private static final Model WITHOUT = fit(List.of()).model();

  private static FitResult fit(List<String> known) {
    return DrivenPlant.fit(DrivenPlant.head(ROWS, FITTED), HORIZONS, known);
  }

  private static MonitorSettings settings() {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(50 * STEP))
        .horizons(HORIZONS)
        .build();
  }

  private static Observation row(int t) {
    return Observation.state(STEP * (1L + t), ROWS[t], null, false);
  }

  private static KnownValues setpoint(int t, double value) {
    return new KnownValues(STEP * (1L + t), new double[] {Double.NaN, value});
  }

  /** What is told before a row is taken. */
  private interface Teller {
    void before(StreamMonitor monitor, int row);
  }

  private static final Teller NOTHING = (monitor, row) -> {};

  private static Teller telling(double[] setpoints) {
    return (monitor, t) -> {
      for (int ahead = t % 7 == 0 ? 1 : 10; t + ahead < ROWS.length && ahead <= 10; ahead++) {
        monitor.advance(setpoint(t + ahead, setpoints[t + ahead]));
      }
    };
  }

  private static double[] setpoints() {
    return Arrays.stream(ROWS).mapToDouble(row -> row[DrivenPlant.SETPOINT]).toArray();
  }

  /** Mean squared errors of the flow by horizon, on rows that were not fitted. */
  private static double[] errors(Model model, Teller teller) {
    StreamMonitor monitor = StreamMonitor.create(settings(), model);
    double[] sums = new double[HORIZONS.size()];
    int[] counts = new int[sums.length];
    for (int t = FITTED; t < ROWS.length; t++) {
      teller.before(monitor, t);
      for (ScoredForecast scored : monitor.advance(row(t)).scored()) {
        int h = HORIZONS.indexOf(scored.horizon());
        double miss = scored.predictedState()[0] - scored.targetState()[0];
        sums[h] += miss * miss;
        counts[h]++;
      }
    }
    for (int h = 0; h < sums.length; h++) {
      assertThat(counts[h]).isGreaterThan(JUDGED - 20);
      sums[h] /= counts[h];
    }
    return sums;
  }

  private static double share(StreamMonitor monitor, int h) {
    return monitor.status().forecasts().horizons().get(h).experts().stream()
        .filter(one -> one.expert() == ExpertKind.KNOWN_INPUTS)
        .mapToDouble(ExpertShare::share)
        .sum();
  }

  /**
   * Knowing the setpoint, nothing but the noise is left; without, no forecast whatever can err by
   * less than the law of the setpoint makes it err.
   */
  @Test
  void forecastsAreAsMuchBetterAsThePlantsLawSays() {
    double[] with = errors(MODEL, telling(setpoints()));
    double[] without = errors(WITHOUT, NOTHING);
    double law = DrivenPlant.errorKnowing(10);
    double lawWithout = DrivenPlant.errorWithoutKnowing(10);
    assertThat(lawWithout / law).isGreaterThan(4);
    assertThat(with[1]).isBetween(0.93 * law, 1.1 * law);
    assertThat(without[1]).isBetween(0.9 * lawWithout, 1.15 * lawWithout);
    // At one step the setpoint that counts is the present one: there is nothing more to know.
    assertThat(with[0]).isBetween(0.97 * without[0], 1.03 * without[0]);
  }

  /** The control: values of other times do not help, and cost next to nothing. */
  @Test
  void shuffledValuesNeitherHelpNorHurt() {
    List<Double> shuffled = new ArrayList<>(Arrays.stream(setpoints()).boxed().toList());
    Collections.shuffle(shuffled, new Random(3));
    double[] false0 = errors(MODEL, telling(shuffled.stream().mapToDouble(v -> v).toArray()));
    double[] none = errors(MODEL, NOTHING);
    for (int h = 0; h < none.length; h++) {
      assertThat(false0[h]).isBetween(0.97 * none[h], 1.05 * none[h]);
    }
  }

  /**
   * What was announced is no skill. At one step the setpoint that comes helps the flow in nothing:
   * whatever counted the setpoint itself would find half as large an error.
   */
  @Test
  void skillIsThatOfTheSensorsWhoseValuesNobodyAnnounced() {
    MonitorSettings claiming = settings().toBuilder().skill(SkillSettings.USUAL).build();
    StreamMonitor monitor = StreamMonitor.create(claiming, MODEL);
    Teller teller = telling(setpoints());
    double[] misses = new double[2];
    double[] moves = new double[2];
    for (int t = FITTED; t < ROWS.length; t++) {
      teller.before(monitor, t);
      for (ScoredForecast scored : monitor.advance(row(t)).scored()) {
        for (int i = 0; scored.horizon() == 1 && i < 2; i++) {
          misses[i] += Math.pow(scored.predictedState()[i] - scored.targetState()[i], 2);
          moves[i] += Math.pow(scored.originState()[i] - scored.targetState()[i], 2);
        }
      }
    }
    double flow = 1 - misses[0] / moves[0];
    double both = 1 - (misses[0] / moves[0] + misses[1] / moves[1]) / 2;
    assertThat(both - flow).isGreaterThan(0.2);
    HorizonStatus one = monitor.status().forecasts().horizons().get(0);
    // Of the last window of 256 outcomes: a standard error of .04.
    assertThat(one.readings().skill().orElseThrow()).isCloseTo(flow, within(0.12));
    // Of cut errors, which the largest jumps of the setpoint change less.
    assertThat(one.claims().get(0).observed().orElseThrow()).isBetween(0.3, flow);
  }

  @Test
  void theFitSaysWhatKnownInputsAreWorth() {
    PastReport.Known ten = FIT.report().past().known().get(1);
    double persistence = MODEL.past().experts(10).orElseThrow().scale().get(0, 0);
    assertThat(ten.sensors()).isEqualTo(1);
    // Of the readouts' units, which are the sensor's: nothing is scaled per stream.
    assertThat(1 - ten.skill())
        .isBetween(
            0.9 * DrivenPlant.errorKnowing(10) / persistence,
            1.1 * DrivenPlant.errorKnowing(10) / persistence);
    assertThat(ten.without()).isLessThan(ten.skill() - 0.1);
  }

  private static double[] forecasts(RowAssessment assessment) {
    return assessment.issued().stream()
        .flatMapToDouble(forecast -> Arrays.stream(forecast.state().clone()))
        .toArray();
  }

  /** Of the setpoint at ten steps, as it was mixed. */
  private static double expert(RowAssessment assessment) {
    double[] experts = assessment.issued().get(1).experts();
    int known = MODEL.past().experts(10).orElseThrow().experts().indexOf(ExpertKind.KNOWN_INPUTS);
    return experts[2 * known + DrivenPlant.SETPOINT];
  }

  @Test
  void aMonitorThatIsRestoredBeforeEveryRowForecastsTheSameBits() throws Exception {
    Model read = ModelFile.fromBytes(ModelFile.toBytes(MODEL), "model");
    assertThat(ModelFile.toBytes(read)).isEqualTo(ModelFile.toBytes(MODEL));
    StreamMonitor plain = StreamMonitor.create(settings(), MODEL);
    StreamMonitor restored = StreamMonitor.create(settings(), read);
    Teller teller = telling(setpoints());
    for (int t = 0; t < 300; t++) {
      teller.before(plain, t);
      teller.before(restored, t);
      restored = StreamMonitor.restore(settings(), read, restored.snapshot());
      // The assessments share what a workspace has: one after the other.
      double[] expected = forecasts(plain.advance(row(t)));
      assertThat(forecasts(restored.advance(row(t)))).as("row " + t).isEqualTo(expected);
    }
    assertThat(restored.snapshot()).isEqualTo(plain.snapshot());
    assertThat(share(plain, 1)).isGreaterThan(0.9);
  }

  /** What was known is lost with a snapshot of an earlier version, and nothing else. */
  @Test
  void aKnownInputIsForecastAsItIsKnownAndElseStays() {
    StreamMonitor monitor = StreamMonitor.create(settings(), MODEL);
    monitor.advance(row(0));
    double now = ROWS[1][DrivenPlant.SETPOINT];
    assertThat(expert(monitor.advance(row(1)))).as("nothing is known").isEqualTo(now);
    monitor.advance(setpoint(12, 7));
    assertThat(expert(monitor.advance(row(1 + 1)))).as("due at the target").isEqualTo(7);
    monitor.advance(setpoint(8, -3));
    monitor.advance(setpoint(12, 5));
    assertThat(expert(monitor.advance(row(3)))).as("replaced, ten steps ahead").isEqualTo(5);
    monitor.advance(setpoint(6, 40));
    double[] none = {Double.NaN, Double.NaN};
    assertThat(monitor.advance(new KnownValues(STEP * 14, none))).isEqualTo(KnownAdmission.UNUSED);
    for (int t = 4; t < 12; t++) {
      assertThat(expert(monitor.advance(row(t)))).as("row " + t).isEqualTo(5);
    }
    assertThat(expert(monitor.advance(row(12))))
        .as("what was announced for now has passed: the reading says what it is")
        .isEqualTo(ROWS[12][DrivenPlant.SETPOINT]);
  }

  /** A schedule that says when the setpoint changes says as much as one value a step. */
  @Test
  void aValueStandsUntilTheNext() {
    StreamMonitor dense = StreamMonitor.create(settings(), MODEL);
    StreamMonitor sparse = StreamMonitor.create(settings(), MODEL);
    double[] u = setpoints();
    for (int t = 0; t < 400; t++) {
      for (int ahead = 1; ahead <= 10; ahead++) {
        dense.advance(setpoint(t + ahead, u[t + ahead]));
        if (u[t + ahead] != u[t + ahead - 1]) {
          sparse.advance(setpoint(t + ahead, u[t + ahead]));
        }
      }
      double[] expected = forecasts(dense.advance(row(t)));
      assertThat(forecasts(sparse.advance(row(t)))).as("row " + t).isEqualTo(expected);
    }
  }

  @Test
  void whatCannotBeUsedSaysWhyAndChangesNothing() {
    StreamMonitor monitor = StreamMonitor.create(settings(), MODEL);
    for (int t = 0; t < 20; t++) {
      monitor.advance(row(t));
    }
    byte[] before = monitor.snapshot();
    assertThat(monitor.advance(setpoint(19, 1))).isEqualTo(KnownAdmission.LATE);
    assertThat(monitor.advance(new KnownValues(STEP * 30, new double[] {1, Double.NaN})))
        .as("the flow is no known input")
        .isEqualTo(KnownAdmission.UNUSED);
    assertThatThrownBy(() -> monitor.advance(new KnownValues(STEP * 30, new double[] {1})))
        .hasMessage("values has 1 values, the map has 2 sensors");
    assertThatThrownBy(() -> new KnownValues(0, new double[] {0, Double.POSITIVE_INFINITY}))
        .hasMessageContaining("values[1] is Infinity");
    assertThat(monitor.snapshot()).isEqualTo(before);
    int most = KnownAhead.most(10);
    for (int n = 0; n < most; n++) {
      assertThat(monitor.advance(setpoint(1000 + n, n))).isEqualTo(KnownAdmission.ACCEPTED);
    }
    assertThat(monitor.advance(setpoint(2000, 1))).isEqualTo(KnownAdmission.AHEAD);
    assertThat(monitor.advance(setpoint(21, 9))).as("nearer").isEqualTo(KnownAdmission.ACCEPTED);
    assertThat(expert(monitor.advance(row(20)))).isEqualTo(9);
  }

  /** A machine that stands still uses up its schedule; a clock set back leaves none. */
  @Test
  void timePassesWhileTheMachineStandsStillAndAClockThatIsSetBackForgets() {
    InputTiming timing =
        settings()
            .timing()
            .withWhen(Optional.of(OperatingRule.of("setpoint > -100").among(DrivenPlant.SENSORS)));
    StreamMonitor monitor =
        StreamMonitor.create(settings().toBuilder().timing(timing).build(), MODEL);
    monitor.advance(row(0));
    monitor.advance(setpoint(2, 70));
    monitor.advance(setpoint(13, 80));
    for (int t = 1; t < 4; t++) {
      RowAssessment off =
          monitor.advance(Observation.state(STEP * (1L + t), new double[] {0, -200}, null, false));
      assertThat(off.readiness()).isEqualTo(Readiness.OFF);
    }
    assertThat(expert(monitor.advance(row(4)))).isEqualTo(80);
    StreamMonitor back = StreamMonitor.create(settings(), MODEL);
    back.advance(row(1000));
    back.advance(setpoint(1005, 70));
    back.advance(row(998 - 100));
    back.advance(row(999));
    assertThat(expert(back.advance(row(1000)))).isEqualTo(ROWS[1000][DrivenPlant.SETPOINT]);
  }

  /** A gap in the history leaves known inputs out until their lags are back, the setpoint not. */
  @Test
  void aGapLeavesTheRegressionOut() {
    StreamMonitor monitor = StreamMonitor.create(settings(), MODEL);
    int lag = MODEL.past().longest();
    assertThat(lag).isPositive();
    int known = MODEL.past().experts(10).orElseThrow().experts().indexOf(ExpertKind.KNOWN_INPUTS);
    for (int t = 0; t < 2 * lag + 40; t++) {
      if (t == lag + 20) {
        continue;
      }
      RowAssessment assessment = monitor.advance(row(t));
      double flow = assessment.issued().get(1).experts()[2 * known];
      boolean whole = t >= lag && (t < lag + 20 || t > 2 * lag + 20);
      assertThat(!Double.isNaN(flow) || !whole).as("row " + t).isTrue();
      assertThat(Double.isNaN(flow) || t >= lag).as("row " + t).isTrue();
      assertThat(expert(assessment)).isNotNaN();
    }
  }

  /** Rows that are there already tell the same as a stream that is told step by step. */
  @Test
  void rowsAheadTellWhatAStreamIsTold() {
    StreamMonitor recorded = StreamMonitor.create(settings(), MODEL);
    StreamMonitor live = StreamMonitor.create(settings(), MODEL);
    RowsAhead ahead = new RowsAhead(recorded, KnownMonitorTest::row, ROWS.length);
    assertThat(recorded.knownSteps()).isEqualTo(10);
    Teller teller = telling(setpoints());
    for (int t = 0; t < 300; t++) {
      ahead.before(t);
      teller.before(live, t);
      double[] expected = forecasts(live.advance(row(t)));
      assertThat(forecasts(recorded.advance(row(t)))).as("row " + t).isEqualTo(expected);
    }
    assertThat(recorded.snapshot()).isEqualTo(live.snapshot());
  }

  /** Where no sensor is known ahead, nothing is: not a byte of the model. */
  @Test
  void withoutKnownInputsNothingIsStored() {
    Model plain = WITHOUT;
    assertThat(new String(ModelFile.toBytes(plain), StandardCharsets.ISO_8859_1))
        .doesNotContain("nown");
    StreamMonitor monitor = StreamMonitor.create(settings(), plain);
    assertThat(monitor.knownSteps()).isZero();
    monitor.advance(row(0));
    assertThat(monitor.advance(setpoint(5, 1))).isEqualTo(KnownAdmission.UNUSED);
    assertThat(plain.past().experts(10).orElseThrow().experts().contains(ExpertKind.KNOWN_INPUTS))
        .isFalse();
  }
}
