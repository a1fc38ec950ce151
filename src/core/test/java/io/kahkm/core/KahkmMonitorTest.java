package io.kahkm.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.StreamMonitor;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KahkmMonitorTest {
  private static final int ROWS = 6100;
  private static final int EPISODE = 50;
  private static final int UNITS = 40;
  private static final KahkmModel MODEL = Oscillator.model();
  private static final List<Reading> READINGS = Oscillator.readings(ROWS, EPISODE);

  private static StreamSettings.Builder usual() {
    return StreamSettings.builder().step(Oscillator.STEP, 0.1).horizons(1, 10, 20);
  }

  private static StreamSettings certifying() {
    return usual().certificates(CertificatePlan.ofEpisodes(UNITS).toleranceR2(0.2).build()).build();
  }

  @Test
  void givesTheBitsOfTheMonitorInsideAlsoAcrossASnapshot() {
    StreamSettings settings = certifying();
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, settings);
    StreamMonitor inside =
        StreamMonitor.create(settings.resolve(MODEL.internal()), MODEL.internal());
    Set<String> verdicts = new HashSet<>();
    boolean outside = false;
    int forecasts = 0;
    for (int i = 0; i < ROWS; i++) {
      if (i == ROWS / 2 + 7) {
        monitor = KahkmMonitor.restore(MODEL, settings, monitor.snapshot());
      }
      Assessment given = monitor.advance(READINGS.get(i));
      io.kahkm.internal.monitor.RowAssessment expected =
          inside.advance(READINGS.get(i).observation());
      Novelty novelty = given.novelty().orElseThrow();
      assertThat(bits(novelty.value())).isEqualTo(bits(expected.novelty()));
      assertThat(novelty.outside()).isEqualTo(expected.alarms().outsideMap());
      assertThat(novelty.shares()).hasSize(expected.alarms().noveltyShares().length);
      assertThat(given.forecasts()).hasSize(expected.issued().size());
      for (int h = 0; h < given.forecasts().size(); h++) {
        IssuedForecast issued = expected.issued().get(h);
        assertThat(given.forecasts().get(h))
            .isEqualTo(new Forecast(issued.horizon(), issued.state().clone()));
        forecasts++;
      }
      assertThat(given.certificates())
          .isEqualTo(expected.certificates().stream().map(Certificate::new).toList());
      given.certificates().forEach(certificate -> verdicts.add(certificate.verdict().name()));
      outside |= novelty.outside();
    }
    assertThat(monitor.snapshot()).isEqualTo(inside.snapshot());
    assertThat(outside).isTrue();
    assertThat(forecasts).isEqualTo(3 * ROWS / 10);
    assertThat(verdicts).containsExactlyInAnyOrder("ATTAINABLE", "OUT_OF_MAP");
    assertThat(monitor.scores()).extracting(ForecastScore::horizon).containsExactly(1, 10, 20);
    assertThat(monitor.scores().get(0).sensorErrors()).hasSize(2);
  }

  @Test
  void aMonitorThatForgetsGivesOtherBits() {
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, certifying());
    KahkmMonitor forgetful = KahkmMonitor.create(MODEL, certifying());
    List<Forecast> expected = new ArrayList<>();
    List<Forecast> given = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      if (i == 1000) {
        forgetful = KahkmMonitor.create(MODEL, certifying());
      }
      expected.addAll(monitor.advance(READINGS.get(i)).forecasts());
      given.addAll(forgetful.advance(READINGS.get(i)).forecasts());
    }
    assertThat(given).hasSameSizeAs(expected).isNotEqualTo(expected);
  }

  @Test
  void resultsStayAsTheyAreWhenTheMonitorGoesOn() {
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, usual().forecastEvery(1).build());
    Assessment first = monitor.advance(READINGS.get(0));
    double novelty = first.novelty().orElseThrow().value();
    double[] values = first.forecasts().get(1).values();
    first.forecasts().get(1).values()[0] = 7;
    for (int i = 1; i < 100; i++) {
      monitor.advance(READINGS.get(i));
    }
    assertThat(first.novelty().orElseThrow().value()).isEqualTo(novelty);
    assertThat(first.forecasts().get(1).values()).isEqualTo(values).hasSize(2);
    assertThat(first.forecasts()).extracting(Forecast::horizon).containsExactly(1, 10, 20);
  }

  @Test
  void aCertificateSaysItsWindowItsDecisionAndItsStatistics() {
    StreamSettings settings = certifying();
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, settings);
    StreamMonitor inside =
        StreamMonitor.create(settings.resolve(MODEL.internal()), MODEL.internal());
    List<Certificate> given = new ArrayList<>();
    List<WindowCertificate> expected = new ArrayList<>();
    for (Reading reading : READINGS) {
      given.addAll(monitor.advance(reading).certificates());
      expected.addAll(inside.advance(reading.observation()).certificates());
    }
    given.addAll(monitor.finish());
    expected.addAll(inside.finish().certificates());
    assertThat(given).hasSize(ROWS / EPISODE / UNITS);
    for (int i = 0; i < given.size(); i++) {
      Certificate certificate = given.get(i);
      WindowCertificate record = expected.get(i);
      assertThat(certificate.verdict().name()).isEqualTo(record.verdict().name());
      assertThat(certificate.reason()).isEqualTo(record.reason().label());
      assertThat(certificate.words()).isEqualTo(record.words()).isEqualTo(certificate.toString());
      assertThat(certificate.window())
          .isEqualTo(
              new Certificate.Window(
                  i,
                  Times.instant(record.extent().from()),
                  Times.instant(record.extent().to()),
                  UNITS,
                  (long) UNITS * (EPISODE - 1),
                  0));
      assertThat(certificate.decision().lower()).isEqualTo(record.alarm().lower());
      assertThat(certificate.decision().upper()).isEqualTo(record.alarm().upper());
      assertThat(certificate.decision().tolerance()).hasValue(record.alarm().tolerance());
      assertThat(certificate.statistics().assignmentLoss()).isEqualTo(record.averages().fHat());
      assertThat(certificate.statistics().outsideShare()).isEqualTo(record.checks().outsideShare());
    }
    assertThat(Times.nanos(given.get(0).window().from()))
        .isEqualTo(expected.get(0).extent().from());
  }

  @Test
  void theVerdictsAreThoseInsideByName() {
    assertThat(Arrays.stream(Certificate.Verdict.values()).map(Enum::name))
        .containsExactlyElementsOf(Arrays.stream(Verdict.values()).map(Enum::name).toList());
    assertThat(Reason.values()).allSatisfy(reason -> assertThat(reason.label()).isNotBlank());
  }

  @Test
  void saysHowEveryReadingWasTaken() {
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, usual().build());
    double[] values = {1, 0};
    assertThat(monitor.advance(Reading.at(Oscillator.time(0), values)).outcome())
        .isEqualTo(Assessment.Outcome.ENCODED);
    assertThat(monitor.advance(Reading.at(Oscillator.time(0), values)).outcome())
        .isEqualTo(Assessment.Outcome.DUPLICATE);
    assertThat(monitor.advance(Reading.at(Oscillator.time(-1), values)).outcome())
        .isEqualTo(Assessment.Outcome.OUT_OF_ORDER);
    Assessment incomplete = monitor.advance(Reading.at(Oscillator.time(1), 1, Double.NaN));
    assertThat(incomplete.outcome()).isEqualTo(Assessment.Outcome.INCOMPLETE);
    assertThat(incomplete.novelty()).isEmpty();
    Assessment late = monitor.advance(Reading.at(Oscillator.time(5), values));
    assertThat(late.outcome()).isEqualTo(Assessment.Outcome.ENCODED);
    assertThat(late.irregular()).isTrue();
  }

  /** The oscillator "runs" while its first sensor is above zero. */
  @Test
  void saysWhichReadingsOfAMachineAreNotJudged() {
    String sensor = MODEL.sensors().get(0);
    KahkmMonitor monitor =
        KahkmMonitor.create(MODEL, usual().when(sensor + " > 0", Duration.ofNanos(1)).build());
    boolean stood = true;
    int off = 0;
    for (Reading reading : READINGS.subList(0, 1000)) {
      Assessment.Outcome outcome = monitor.advance(reading).outcome();
      boolean stands = reading.observation().state()[0] <= 0;
      off += stands ? 1 : 0;
      assertThat(outcome)
          .isEqualTo(
              stands
                  ? Assessment.Outcome.OFF
                  : stood ? Assessment.Outcome.SETTLING : Assessment.Outcome.ENCODED);
      stood = stands;
    }
    assertThat(off).isBetween(300, 700);
  }

  /** Whatever its time: a start begins a chain anyway, and what stands still has none. */
  @Test
  void aStartIsNoIrregularStep() {
    String rule = MODEL.sensors().get(0) + " > 0";
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, usual().when(rule, Duration.ZERO).build());
    int[] steps = {0, 1, 4, 7, 12, 13, 17};
    double[] first = {1, 1, -1, -1, 1, 1, 1};
    List<Boolean> irregular = new ArrayList<>();
    List<Assessment.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < steps.length; i++) {
      Assessment one = monitor.advance(Reading.at(Oscillator.time(steps[i]), first[i], 0));
      irregular.add(one.irregular());
      outcomes.add(one.outcome());
    }
    assertThat(irregular).containsExactly(false, false, false, false, false, false, true);
    assertThat(outcomes)
        .containsExactly(
            Assessment.Outcome.ENCODED,
            Assessment.Outcome.ENCODED,
            Assessment.Outcome.OFF,
            Assessment.Outcome.OFF,
            Assessment.Outcome.ENCODED,
            Assessment.Outcome.ENCODED,
            Assessment.Outcome.ENCODED);
  }

  @Test
  void aRuleAboutASensorThatTheModelLacksIsRefused() {
    StreamSettings settings = usual().when("speed > 0", Duration.ZERO).build();
    assertThatThrownBy(() -> KahkmMonitor.create(MODEL, settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("when is about speed, the model's sensors are [");
    assertThatThrownBy(() -> usual().when("fast", Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                StreamSettings.builder().arrivalOrder().when("q > 0", Duration.ofHours(1)).build())
        .hasMessage("a time to settle needs times, and arrivalOrder ignores them");
  }

  @Test
  void takesReadingsWithoutATimeWhereTheOrderOfArrivalDecides() {
    KahkmMonitor monitor =
        KahkmMonitor.create(MODEL, StreamSettings.builder().arrivalOrder().build());
    assertThat(monitor.advance(Reading.inOrder(1, 0)).outcome())
        .isEqualTo(Assessment.Outcome.ENCODED);
    assertThat(monitor.advance(Reading.inOrder(1, 0)).outcome())
        .isEqualTo(Assessment.Outcome.ENCODED);
    KahkmMonitor timed = KahkmMonitor.create(MODEL, StreamSettings.builder().build());
    assertThatThrownBy(() -> timed.advance(Reading.inOrder(1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no time");
  }

  @Test
  void takesTransitionsThatStandForThemselves() {
    StreamSettings settings =
        StreamSettings.builder()
            .transitions()
            .arrivalOrder()
            .horizons(1)
            .certificates(CertificatePlan.ofRecords(64).tolerance(0.5).delta(0.1).build())
            .build();
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, settings);
    double[][] states = Oscillator.states(1000, 2, 3);
    List<Certificate> certificates = new ArrayList<>();
    for (int i = 0; i < states.length; i += 2) {
      certificates.addAll(
          monitor
              .advance(Reading.transition(Oscillator.time(i), states[i], states[i + 1]))
              .certificates());
    }
    assertThat(certificates).hasSize(500 / 64);
    assertThatThrownBy(() -> monitor.advance(Reading.inOrder(1, 0)))
        .hasMessageContaining("pairing is transitions");
    assertThatThrownBy(
            () -> Reading.transition(Oscillator.time(0), states[0], states[1]).ofEpisode("a"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesWhatItCannotContinueAndSaysWhy() throws Exception {
    byte[] snapshot = KahkmMonitor.create(MODEL, usual().build()).snapshot();
    StreamSettings other = usual().horizons(1, 2).build();
    assertThatThrownBy(() -> KahkmMonitor.restore(MODEL, other, snapshot))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("forecasts.horizons was [1, 10, 20] and is now [1, 2]")
        .hasMessageNotContaining("application.id");
    assertThatThrownBy(() -> KahkmMonitor.restore(MODEL, other, new byte[20]))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("cannot be read");
    byte[] file = Files.readAllBytes(Oscillator.MODEL);
    assertThat(KahkmModel.of(file).fingerprint()).isEqualTo(MODEL.fingerprint());
    file[file.length - 1] ^= 1;
    assertThatThrownBy(() -> KahkmModel.of(file))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("changed or damaged");
    try (var input = Files.newInputStream(Oscillator.MODEL)) {
      assertThat(KahkmModel.read(input).sensors()).containsExactly("q", "p");
    }
    KahkmMonitor monitor = KahkmMonitor.create(MODEL, usual().build());
    assertThatThrownBy(() -> monitor.advance(Reading.at(Oscillator.time(0), 1)))
        .hasMessage("state has 1 values, the map has 2 sensors");
    assertThatThrownBy(() -> Reading.inOrder(1, Double.NEGATIVE_INFINITY))
        .hasMessageContaining("state[1] is -Infinity");
  }

  /**
   * The results of a reading without forecasts are three small objects of 88 bytes together: the
   * assessment, its novelty and the optional around it. Compiled code may do without some of them,
   * and compiling allocates: the smallest of several rounds counts, with some room. Mutation
   * testing leaves it out: code that counts what it covers allocates.
   */
  @Test
  @Tag("allocation")
  void addsOnlySmallResultsToWhatTheMonitorInsideAllocates() {
    StreamSettings plain = usual().horizons().build();
    StreamSettings forecasting = usual().forecastEvery(1).build();

    assertThat(bytesAddedPerReading(plain)).isLessThan(128);
    assertThat(bytesAddedPerReading(forecasting)).as("with three forecasts").isGreaterThan(128);
  }

  private static double bytesAddedPerReading(StreamSettings settings) {
    List<Reading> readings = READINGS.subList(0, 2000);
    long bytes = Long.MAX_VALUE;
    long bytesInside = Long.MAX_VALUE;
    for (int round = 0; round < 12; round++) {
      KahkmMonitor monitor = KahkmMonitor.create(MODEL, settings);
      StreamMonitor inside =
          StreamMonitor.create(settings.resolve(MODEL.internal()), MODEL.internal());
      bytes = Math.min(bytes, allocated(() -> readings.forEach(monitor::advance)));
      bytesInside =
          Math.min(
              bytesInside,
              allocated(() -> readings.forEach(reading -> inside.advance(reading.observation()))));
    }
    return (bytes - bytesInside) / (double) readings.size();
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
