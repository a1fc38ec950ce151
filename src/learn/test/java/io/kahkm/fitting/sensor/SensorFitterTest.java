package io.kahkm.fitting.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorMonitor;
import io.kahkm.testing.DrivenPlant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SensorFitterTest {
  private static final double ALERT = 3e5;
  private static final int FITTED = 3000;
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "valve");
  private static double[][] recorded;
  private static SensorFit fit;

  @BeforeAll
  static void fitOnce() {
    recorded = new LoadPlant(1).rows(FITTED);
    fit = fit(recorded);
  }

  private static SensorFit fit(double[][] rows) {
    return SensorFitter.fit(
        Episodes.of(List.<double[][]>of(rows)),
        NAMES,
        List.of(LoadPlant.SEASON),
        false,
        (stage, done, total) -> {});
  }

  /** The channel of a plant of two sensors. */
  private static SensorModel driven(double[][] rows) {
    return SensorFitter.fit(
            Episodes.of(List.<double[][]>of(rows)),
            DrivenPlant.SENSORS,
            List.of(),
            false,
            (stage, done, total) -> {})
        .model()
        .orElseThrow();
  }

  private static SensorModel model() {
    return fit.model().orElseThrow();
  }

  /** Rows at which an alert starts, and what is said at the end. */
  private record Watched(List<Integer> alerts, List<SensorFinding> findings) {}

  private static Watched watch(SensorModel model, double[][] rows) {
    SensorMonitor monitor = new SensorMonitor(model, ALERT);
    boolean[] held = new boolean[rows[0].length];
    List<Integer> alerts = new ArrayList<>();
    boolean alert = false;
    for (int t = 0; t < rows.length; t++) {
      monitor.take(t, rows[t], held, rows[t]);
      boolean starts = !alert && monitor.evidence() >= ALERT;
      if (starts) {
        alerts.add(t);
      }
      alert = (alert || starts) && monitor.evidence() >= 10;
    }
    return new Watched(alerts, monitor.findings(2, sensor -> 1));
  }

  private static Watched faulty(Consumer<double[][]> fault) {
    double[][] rows = new LoadPlant(2).rows(800);
    fault.accept(rows);
    return watch(model(), rows);
  }

  private static void named(Watched watched, int sensor, SensorKind kind) {
    assertThat(watched.alerts()).hasSizeGreaterThanOrEqualTo(1).allMatch(t -> t >= 600);
    assertThat(watched.findings())
        .anyMatch(finding -> finding.sensor() == sensor && finding.kind() == kind);
  }

  @Test
  void normalRowsRaiseNoAlert() {
    for (int seed = 10; seed < 16; seed++) {
      assertThat(watch(model(), new LoadPlant(seed).rows(10_000)).alerts())
          .as("plant %d", seed)
          .isEmpty();
    }
    assertThat(fit.suspects()).isEmpty();
  }

  @Test
  void aStuckSensorIsNamed() {
    for (int sensor = 0; sensor < 4; sensor++) {
      int j = sensor;
      named(
          faulty(
              rows -> {
                for (int t = 601; t < 800; t++) {
                  rows[t][j] = rows[600][j];
                }
              }),
          j,
          SensorKind.STUCK);
    }
  }

  @Test
  void aSensorThatReadsHighIsNamedWithTheSizeOfItsShift() {
    Watched watched =
        faulty(
            rows -> {
              for (int t = 600; t < 800; t++) {
                rows[t][0] += 1;
              }
            });
    named(watched, 0, SensorKind.HIGH);
    assertThat(watched.findings().get(0).amount()).isBetween(0.6, 1.4);
  }

  /** With nothing else to compare them to, either of two that mirror each other may be at fault. */
  @Test
  void ofSensorsThatMirrorEachOtherBothAreNamed() {
    double[][] pair = columns(recorded);
    SensorFit two =
        SensorFitter.fit(
            Episodes.of(List.<double[][]>of(pair)),
            List.of("a", "b"),
            List.of(LoadPlant.SEASON),
            false,
            (stage, done, total) -> {});
    double[][] later = columns(new LoadPlant(2).rows(800));
    for (int t = 600; t < 800; t++) {
      later[t][0] += 2;
    }
    List<SensorFinding> findings = watch(two.model().orElseThrow(), later).findings();
    assertThat(findings).extracting(SensorFinding::sensor).containsExactlyInAnyOrder(0, 1);
    assertThat(findings)
        .extracting(SensorFinding::kind)
        .containsExactlyInAnyOrder(SensorKind.HIGH, SensorKind.LOW);
  }

  private static double[][] columns(double[][] rows) {
    double[][] columns = new double[rows.length][];
    for (int t = 0; t < rows.length; t++) {
      columns[t] = new double[] {rows[t][0], rows[t][1]};
    }
    return columns;
  }

  @Test
  void aSensorThatIsNoisyIsNamed() {
    SplittableRandom random = new SplittableRandom(5);
    named(
        faulty(
            rows -> {
              for (int t = 600; t < 800; t++) {
                rows[t][3] += 0.8 * random.nextGaussian();
              }
            }),
        3,
        SensorKind.NOISY);
  }

  /** The switch stands for hundreds of rows, which is normal. */
  @Test
  void aSwitchThatStandsIsNotStuck() {
    double[][] rows = new LoadPlant(3).rows(3000);
    for (double[] row : rows) {
      row[4] = 1;
    }
    assertThat(watch(model(), rows).alerts()).isEmpty();
  }

  @Test
  void aFaultOfTheRecordingIsNamedAndLeftOut() {
    double[][] rows = new LoadPlant(1).rows(FITTED);
    for (int t = 1501; t < 1550; t++) {
      rows[t][2] = rows[1500][2];
    }
    SensorFit other = fit(rows);
    assertThat(other.suspects())
        .containsExactly(
            new SuspectStretch(
                "c", SensorKind.STUCK, 1500, 1549, new Episodes.Place(0, 0, 1500), 1549));
    // The same fault is then found as soon as without one in the recording.
    double[][] later = new LoadPlant(2).rows(800);
    for (int t = 601; t < 800; t++) {
      later[t][2] = later[600][2];
    }
    int plain = watch(model(), later).alerts().get(0);
    assertThat(watch(other.model().orElseThrow(), later).alerts().get(0))
        .isBetween(plain - 5, plain + 5);
  }

  private static Episodes inRuns(double[][] rows, Episodes.Place... places) {
    List<double[][]> runs = new ArrayList<>();
    int each = rows.length / places.length;
    for (int i = 0; i < places.length; i++) {
      runs.add(Arrays.copyOfRange(rows, i * each, (i + 1) * each));
    }
    return Episodes.ofRuns(runs, List.of(places));
  }

  private static SensorFit fit(Episodes rows) {
    return SensorFitter.fit(
        rows, NAMES, List.of(LoadPlant.SEASON), false, (stage, done, total) -> {});
  }

  /** Where a stretch lies is told in the steps of its episode, beyond a gap too. */
  @Test
  void aSuspectStretchIsNamedByItsPlace() {
    double[][] rows = new LoadPlant(1).rows(FITTED);
    for (int t = 1501; t < 1550; t++) {
      rows[t][2] = rows[1500][2];
    }
    SensorFit found =
        fit(
            inRuns(
                rows,
                new Episodes.Place(0, 0, 0),
                new Episodes.Place(0, 0, 1_100),
                new Episodes.Place(1, 1, 0)));
    assertThat(found.suspects())
        .containsExactly(
            new SuspectStretch(
                "c", SensorKind.STUCK, 1500, 1549, new Episodes.Place(0, 0, 1_600), 1_649));
    SensorFit second =
        fit(
            inRuns(
                rows,
                new Episodes.Place(0, 0, 0),
                new Episodes.Place(1, 1, 3),
                new Episodes.Place(1, 2, 0)));
    assertThat(second.suspects())
        .containsExactly(
            new SuspectStretch(
                "c", SensorKind.STUCK, 1500, 1549, new Episodes.Place(1, 1, 503), 552));
  }

  /** Recordings that were joined are taken one after the other, each as it was recorded. */
  @Test
  void joinedRecordingsAreTakenAsTheyWereRecorded() {
    double[][] rows = new LoadPlant(1).rows(FITTED);
    Episodes whole =
        inRuns(
            rows,
            new Episodes.Place(0, 0, 0),
            new Episodes.Place(1, 1, 5),
            new Episodes.Place(2, 2, 0));
    Episodes first =
        inRuns(
            Arrays.copyOf(rows, 2_000), new Episodes.Place(0, 0, 0), new Episodes.Place(1, 1, 5));
    Episodes second = inRuns(Arrays.copyOfRange(rows, 2_000, FITTED), new Episodes.Place(0, 0, 0));
    // Together they stand in whatever order.
    Episodes joined =
        Episodes.joined(
            List.of(second.run(0), first.run(0), first.run(1)),
            List.of(
                new Episodes.Place(0, 0, 0),
                new Episodes.Place(0, 1, 0),
                new Episodes.Place(1, 2, 5)),
            List.of(first, second));
    assertThat(fit(joined).model()).isEqualTo(fit(whole).model());
  }

  @Test
  void saysWhyThereIsNoChannel() {
    double[][] still = new double[100][5];
    assertThat(fit(still).refusal()).isEqualTo("no sensor varies over the rows");
    double[][] rows = new LoadPlant(1).rows(40);
    Episodes.Place[] places = new Episodes.Place[20];
    Arrays.setAll(places, e -> new Episodes.Place(0, e, 0));
    assertThat(fit(inRuns(rows, places)).refusal())
        .isEqualTo("its runs of rows are too short for a sensor's own past");
  }

  /** What comes back often is normal, however odd: a gap that is filled every month. */
  @Test
  void stretchesThatComeBackOftenAreNormal() {
    double[][] rows = new LoadPlant(1).rows(FITTED);
    for (int t = 250; t < FITTED; t += 250) {
      for (int i = 1; i < 24; i++) {
        rows[t + i][2] = rows[t][2];
      }
    }
    SensorFit other = fit(rows);
    assertThat(other.suspects()).noneMatch(s -> s.kind() == SensorKind.STUCK);
    double[][] later = new LoadPlant(2).rows(800);
    for (int i = 1; i < 24; i++) {
      later[600 + i][2] = later[600][2];
    }
    assertThat(watch(other.model().orElseThrow(), later).alerts()).isEmpty();
  }

  @Test
  void tooFewRowsAreRefusedWithTheNumber() {
    SensorFit refused = fit(new LoadPlant(1).rows(40));
    assertThat(refused.model()).isEmpty();
    assertThat(refused.refusal()).contains("too few for 4 sensors, at least 60 are needed");
  }

  /** Nothing is known of what it reads, not even that it is always the same. */
  @Test
  void aSensorThatLacksAValueIsNotWatched() {
    double[][] rows = new LoadPlant(1).rows(FITTED);
    rows[17][2] = Double.NaN;
    SensorFit without = fit(rows);
    assertThat(without.model().orElseThrow().watched()).containsExactly(0, 1, 3, 4);
    assertThat(without.names()).containsExactly("a", "b", "d", "valve");
    assertThat(without.constant()).isEmpty();
  }

  @Test
  void equalRowsGiveEqualBits() {
    assertThat(fit(recorded).model()).isEqualTo(fit.model());
    assertThat(fit.rowsToFind()).hasSize(5);
  }

  /** While a value stays, so does the size of its innovations, large or small. */
  @Test
  void aSetpointIsNeitherNoisyNorQuiet() {
    double[][] all = DrivenPlant.rows(8, FITTED + 20_000);
    SensorModel driven = driven(DrivenPlant.head(all, FITTED));
    double[][] later = Arrays.copyOfRange(all, FITTED, all.length);
    assertThat(watch(driven, later).alerts()).isEmpty();
    assertThat(driven.norm(DrivenPlant.SETPOINT).sizes().loud()).isEqualTo(Double.MAX_VALUE);
    assertThat(driven.norm(DrivenPlant.SETPOINT).sizes().quiet()).isZero();

    double[][] stuck = Arrays.copyOf(later, 600);
    for (int t = 200; t < stuck.length; t++) {
      stuck[t] = new double[] {stuck[t][0], stuck[199][DrivenPlant.SETPOINT]};
    }
    SensorFinding found = watch(driven, stuck).findings().get(0);
    assertThat(found.kind()).as("the control").isEqualTo(SensorKind.STUCK);
    assertThat(found.sensor()).isEqualTo(DrivenPlant.SETPOINT);
  }

  /** Rounded readings repeat now and then, and their scatter is watched. */
  @Test
  void aSensorWhoseReadingsSometimesRepeatIsWatchedForNoise() {
    double[][] rows = DrivenPlant.rows(8, FITTED);
    for (double[] row : rows) {
      row[0] = Math.rint(row[0] / 0.05) * 0.05;
    }
    SensorModel rounded = driven(rows);
    assertThat(rounded.norm(0).sizes().loud()).isBetween(1.0, 3.0);
    assertThat(rounded.norm(0).sizes().quiet()).isPositive();
    assertThat(rounded.norm(0).slacks().loud()).isEqualTo(0.1);
  }

  /** Of all innovations a tenth are loud; in a burst nearly all. */
  @Test
  void burstsOfNoiseAreNormalWhereTheRecordingHasThem() {
    Random random = new Random(4);
    double[][] rows = new double[FITTED][2];
    int burst = 0;
    for (double[] row : rows) {
      burst = burst > 0 ? burst - 1 : random.nextDouble() < 0.01 ? 10 : 0;
      row[0] = random.nextGaussian() + (burst > 0 ? 6 * (random.nextBoolean() ? 1 : -1) : 0);
      row[1] = random.nextGaussian();
    }
    SensorModel bursts = driven(rows);
    assertThat(
            bursts.norm(0).sizes().loud() == Double.MAX_VALUE
                || bursts.norm(0).slacks().loud() >= 0.6)
        .as("nine of ten in a burst are")
        .isTrue();
    assertThat(bursts.norm(1).slacks().loud()).isEqualTo(0.1);
  }

  /** A part of a recording that is unlike the rest: too long for a fault of the recording. */
  private static double[][] changed(int from, int to, int sensor, double shift, double noise) {
    double[][] rows = new LoadPlant(7).rows(FITTED);
    Random random = new Random(4);
    for (int t = from; t < to; t++) {
      rows[t][sensor] += shift + noise * random.nextGaussian();
    }
    return rows;
  }

  /** Rows in alarm over a recording of its own, those left out of the fit aside. */
  private static int inAlarm(SensorFit fitted, double[][] rows) {
    SensorMonitor monitor = new SensorMonitor(fitted.model().orElseThrow(), ALERT);
    boolean[] held = new boolean[rows[0].length];
    int count = 0;
    boolean alarm = false;
    for (int t = 0; t < rows.length; t++) {
      int row = t;
      monitor.take(t, rows[t], held, rows[t]);
      alarm = monitor.evidence() >= (alarm ? 10 : ALERT);
      boolean known =
          fitted.suspects().stream().anyMatch(one -> one.first() <= row && row <= one.last());
      count += alarm && !known ? 1 : 0;
    }
    return count;
  }

  /**
   * A sensor that is otherwise in a large part of the recording is not in alarm over it; the others
   * are watched as before.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 900, 0, 1.5, 0",
    "2000, 3000, 1, -1.5, 0",
    "1000, 2000, 2, 0, 1.5",
    "2400, 3000, 0, 2, 1",
    "1000, 1400, 3, 3, 0"
  })
  void noModelIsInAlarmOverItsOwnRecording(
      int from, int to, int sensor, double shift, double noise) {
    double[][] rows = changed(from, to, sensor, shift, noise);
    SensorFit fitted = fit(rows);
    assertThat(inAlarm(fitted, rows)).isLessThanOrEqualTo(FITTED / 50);
    int other = sensor == 3 ? 2 : 3;
    double[][] later = new LoadPlant(2).rows(800);
    for (int t = 601; t < 800; t++) {
      later[t][other] = later[600][other];
    }
    named(watch(fitted.model().orElseThrow(), later), other, SensorKind.STUCK);
  }
}
