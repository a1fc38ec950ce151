package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.testing.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateMonitorTest {
  private static final PairLaw LAW = PairLaws.linearMean(4, 0.2, 3);

  private static CertificateMonitor monitor(CertificateSettings settings) {
    return new CertificateMonitor(
        settings, CertificateBasis.of(Matrix.identity(4), Matrix.identity(4)));
  }

  /** Drives a monitor with a learning closure through pairs from one generator. */
  private static final class Driver {
    private final RandomSource random;
    private final PairEvidence pair = new PairEvidence(LAW.classes());
    private final Closure live = Closure.of(Matrix.identity(LAW.classes()));
    private long time;

    Driver(long seed) {
      random = new RandomSource(seed);
    }

    Optional<WindowCertificate> step(CertificateMonitor monitor, boolean episodes) {
      LAW.draw(random, pair);
      if (monitor.needsFreeze()) {
        monitor.freeze(live);
      }
      pair.residual = monitor.residual(pair.coordinates, pair.successor);
      time += 20;
      Optional<WindowCertificate> record = monitor.pair(pair, time);
      live.update(pair.coordinates, pair.successor, 0.1);
      if (episodes && random.nextInt(3) == 0) {
        return monitor.endUnit(time, true);
      }
      return record;
    }
  }

  private static List<WindowCertificate> run(CertificateSettings settings, int pairs) {
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(11);
    List<WindowCertificate> records = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      driver.step(monitor, settings.sampling() == Sampling.EPISODES).ifPresent(records::add);
    }
    return records;
  }

  private static CertificateSettings settings(
      Sampling sampling, WindowPolicy policy, Budget budget, Schedule schedule, int units) {
    Bound bound = policy == WindowPolicy.ANYTIME ? Bound.TIGHT : Bound.MINIMUM;
    return TestSettings.of(sampling, policy, budget, schedule, units, bound, 0.3);
  }

  @Test
  void aFixedWindowClosesOnceAtFullLevel() {
    List<WindowCertificate> records =
        run(
            settings(Sampling.RECORDS, WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, 50),
            400);

    assertThat(records).hasSize(1);
    assertThat(records.get(0).counts().units()).isEqualTo(50);
    assertThat(records.get(0).alarm().level()).isEqualTo(0.05);
    assertThat(records.get(0).extent().from()).isEqualTo(20);
    assertThat(records.get(0).extent().to()).isEqualTo(1000);
  }

  @Test
  void tumblingWindowsSpendDeltaEachOrShareItForever() {
    List<WindowCertificate> each =
        run(
            settings(Sampling.RECORDS, WindowPolicy.TUMBLING, Budget.EACH, Schedule.GEOMETRIC, 50),
            210);
    List<WindowCertificate> forever =
        run(
            settings(
                Sampling.RECORDS, WindowPolicy.TUMBLING, Budget.FOREVER, Schedule.GEOMETRIC, 50),
            210);

    assertThat(each).extracting(r -> r.alarm().level()).containsOnly(0.05).hasSize(4);
    assertThat(forever)
        .extracting(r -> r.alarm().level())
        .containsExactly(0.05 / 2, 0.05 / 6, 0.05 / 12, 0.05 / 20);
    assertThat(each)
        .extracting(certificate -> certificate.extent().index())
        .containsExactly(0L, 1L, 2L, 3L);
    assertThat(each.get(1).extent().from()).isEqualTo(51 * 20);
  }

  @Test
  void cumulativeCheckpointsGrowByATenthAndSpendASummableLevel() {
    List<WindowCertificate> records =
        run(
            settings(
                Sampling.RECORDS, WindowPolicy.CUMULATIVE, Budget.EACH, Schedule.GEOMETRIC, 10),
            40);

    assertThat(records)
        .extracting(certificate -> certificate.counts().units())
        .containsExactly(11L, 13L, 14L, 15L, 17L, 18L, 20L, 22L, 24L, 26L, 29L, 32L, 35L, 38L);
    assertThat(records.get(0).alarm().level()).isEqualTo(0.05 / 2);
    assertThat(records.get(1).alarm().level()).isEqualTo(0.05 / 6);
    assertThat(records.stream().mapToDouble(r -> r.alarm().level()).sum()).isLessThan(0.05);
    assertThat(records).extracting(certificate -> certificate.extent().from()).containsOnly(20L);
  }

  @Test
  void coincidingCheckpointsArePassedOver() {
    List<WindowCertificate> records =
        run(
            settings(Sampling.RECORDS, WindowPolicy.CUMULATIVE, Budget.EACH, Schedule.GEOMETRIC, 2),
            8);

    // ceil(2 1.1^j) = 3, 3, 3, 3, 4, 4, 4, 5, ...: the first of equal ones keeps its j.
    assertThat(records)
        .extracting(certificate -> certificate.counts().units())
        .startsWith(3L, 4L, 5L);
    assertThat(records)
        .extracting(r -> r.alarm().level())
        .startsWith(0.05 / 2, 0.05 / 30, 0.05 / 72);
  }

  @Test
  void theEveryScheduleSpendsThePapersLevelAtEachUnit() {
    List<WindowCertificate> records =
        run(
            settings(Sampling.RECORDS, WindowPolicy.CUMULATIVE, Budget.EACH, Schedule.EVERY, 10),
            14);

    assertThat(records)
        .extracting(certificate -> certificate.counts().units())
        .containsExactly(10L, 11L, 12L, 13L, 14L);
    assertThat(records.get(0).alarm().level()).isEqualTo(0.05 / 110);
  }

  @Test
  void rollingWindowsHopByAPaneAndAlwaysHoldTheirUnits() {
    List<WindowCertificate> records =
        run(
            settings(Sampling.RECORDS, WindowPolicy.ROLLING, Budget.EACH, Schedule.GEOMETRIC, 60),
            200);

    assertThat(records).extracting(certificate -> certificate.counts().units()).containsOnly(60L);
    assertThat(records.size()).isBetween(17, 20);
    assertThat(records.get(0).extent().to()).isEqualTo(60 * 20);
    assertThat(records.get(8).extent().to()).isEqualTo(120 * 20);
    assertThat(records).extracting(r -> r.alarm().level()).containsOnly(0.05);
  }

  @Test
  void theFamilyDividesTheLevel() {
    CertificateSettings base =
        settings(Sampling.RECORDS, WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, 20);
    CertificateSettings family = base.toBuilder().family(100).driftPossible(true).build();

    assertThat(run(family, 20).get(0).alarm().level()).isEqualTo(0.05 / 100);
  }

  @Test
  void episodesCloseTheWindowAtTheirEndAndEmptyOnesAreSkipped() {
    CertificateSettings settings =
        settings(Sampling.EPISODES, WindowPolicy.TUMBLING, Budget.EACH, Schedule.GEOMETRIC, 30);
    CertificateMonitor monitor = monitor(settings);
    assertThat(monitor.endUnit(5, true)).isEmpty();
    Driver driver = new Driver(12);
    Optional<WindowCertificate> record = Optional.empty();
    while (record.isEmpty()) {
      record = driver.step(monitor, true);
    }

    assertThat(record.get().counts().units()).isEqualTo(30);
    assertThat(record.get().counts().pairs()).isGreaterThan(30);
    assertThat(record.get().counts().skippedUnits()).isEqualTo(1);
    assertThat(monitor.openUnits()).isZero();
  }

  @Test
  void theUpperSideUsesTheClosureFrozenBeforeTheWindow() {
    CertificateSettings settings =
        settings(Sampling.RECORDS, WindowPolicy.TUMBLING, Budget.EACH, Schedule.GEOMETRIC, 200);
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(13);
    double sum = 0;
    Optional<WindowCertificate> record = Optional.empty();
    while (record.isEmpty()) {
      record = driver.step(monitor, false);
      sum += driver.pair.residual;
    }

    // The first window freezes the identity, while the live closure learns.
    assertThat(record.get().closureNorm()).isCloseTo(1, within(1e-14));
    assertThat(record.get().displayed().upper().meanSquaredError())
        .isCloseTo(sum / 200, within(1e-12));
  }

  static Stream<Arguments> everyPolicy() {
    return Stream.of(Sampling.RECORDS, Sampling.EPISODES)
        .flatMap(
            sampling ->
                Stream.of(WindowPolicy.values()).map(policy -> Arguments.of(sampling, policy)));
  }

  @ParameterizedTest
  @MethodSource("everyPolicy")
  void aRestoredMonitorContinuesBitForBit(Sampling sampling, WindowPolicy policy) {
    CertificateSettings settings =
        settings(sampling, policy, Budget.FOREVER, Schedule.GEOMETRIC, 24);
    CertificateMonitor uninterrupted = monitor(settings);
    CertificateMonitor restarted = monitor(settings);
    Driver one = new Driver(14);
    Driver two = new Driver(14);
    boolean episodes = sampling == Sampling.EPISODES;
    List<WindowCertificate> expected = new ArrayList<>();
    List<WindowCertificate> actual = new ArrayList<>();
    for (int i = 0; i < 260; i++) {
      one.step(uninterrupted, episodes).ifPresent(expected::add);
      if (i % 7 == 3) {
        restarted = restore(restarted, settings);
      }
      two.step(restarted, episodes).ifPresent(actual::add);
    }

    assertThat(expected).isNotEmpty();
    assertThat(actual).isEqualTo(expected);
    assertThat(restarted.last()).isEqualTo(uninterrupted.last());
    assertThat(restarted.verdictRun()).isEqualTo(uninterrupted.verdictRun());
    assertThat(bytes(restarted)).isEqualTo(bytes(uninterrupted));
  }

  private static byte[] bytes(CertificateMonitor monitor) {
    StateWriter writer = new StateWriter();
    monitor.write(writer);
    return writer.toByteArray();
  }

  private static CertificateMonitor restore(
      CertificateMonitor monitor, CertificateSettings settings) {
    CertificateMonitor restored = monitor(settings);
    StateReader reader = new StateReader(bytes(monitor));
    restored.read(reader);
    reader.finish();
    return restored;
  }

  @Test
  void stateOfOtherSettingsIsRefused() {
    CertificateMonitor monitor =
        monitor(
            settings(Sampling.RECORDS, WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, 20));
    CertificateMonitor other =
        monitor(
            settings(Sampling.RECORDS, WindowPolicy.ROLLING, Budget.EACH, Schedule.GEOMETRIC, 20));

    assertThatThrownBy(() -> other.read(new StateReader(bytes(monitor))))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("fixed");
  }

  @Test
  void misuseIsNamed() {
    CertificateSettings records =
        settings(Sampling.RECORDS, WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, 20);
    CertificateSettings fleet =
        settings(Sampling.FLEET, WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, 20);

    assertThatThrownBy(() -> monitor(records).pair(new PairEvidence(4), 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> monitor(fleet)).hasMessageContaining("sampling is fleet");
    assertThatThrownBy(() -> monitor(records).freeze(Matrix.identity(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rollingStatisticsDropWholePanesAndRoundTrip() {
    RollingStatistics rolling = new RollingStatistics(4);
    assertThat(rolling.fHat()).isNaN();
    RandomSource random = new RandomSource(15);
    PairEvidence pair = new PairEvidence(4);
    WindowStatistics recent = new WindowStatistics(4);
    int total = 1000;
    int kept = 3 * RollingStatistics.PAIRS_PER_PANE + total % RollingStatistics.PAIRS_PER_PANE;
    for (int i = 0; i < total; i++) {
      LAW.draw(random, pair);
      pair.outside = i % 4 == 0;
      rolling.add(pair);
      if (i >= total - kept) {
        recent.addUnit(pair);
      }
    }
    StateWriter writer = new StateWriter();
    rolling.write(writer);
    StateReader reader = new StateReader(writer.toByteArray());
    RollingStatistics restored = RollingStatistics.read(reader, 4);
    reader.finish();

    assertThat(rolling.pairs()).isEqualTo(kept);
    assertThat(rolling.fHat()).isCloseTo(recent.fHat(), within(1e-14));
    assertThat(rolling.bHat()).isCloseTo(recent.bHat(), within(1e-14));
    assertThat(rolling.sHat()).isCloseTo(recent.sHat(), within(1e-14));
    assertThat(rolling.outsideRatio()).isCloseTo(0.25, within(0.01));
    assertThat(restored.sHat()).isEqualTo(rolling.sHat());
    StateWriter again = new StateWriter();
    restored.write(again);
    assertThat(again.toByteArray()).isEqualTo(writer.toByteArray());
  }

  /** A family of 100 streams has a hundredth of the level in every window, whatever the policy. */
  @ParameterizedTest
  @CsvSource({
    "FIXED, EACH, GEOMETRIC",
    "TUMBLING, EACH, GEOMETRIC",
    "TUMBLING, FOREVER, GEOMETRIC",
    "CUMULATIVE, EACH, GEOMETRIC",
    "CUMULATIVE, EACH, EVERY",
    "ROLLING, EACH, GEOMETRIC",
    "ANYTIME, EACH, GEOMETRIC",
    "ANYTIME, FOREVER, GEOMETRIC"
  })
  void theFamilyDividesTheLevelOfEveryPolicy(
      WindowPolicy policy, Budget budget, Schedule schedule) {
    CertificateSettings alone = settings(Sampling.RECORDS, policy, budget, schedule, 10);
    CertificateSettings shared = Changed.with(alone, "family", 100);

    List<WindowCertificate> whole = run(alone, 120);
    List<WindowCertificate> hundredth = run(shared, 120);

    double[] expected =
        whole.stream().limit(hundredth.size()).mapToDouble(r -> r.alarm().level() / 100).toArray();
    assertThat(expected).isNotEmpty();
    for (int i = 0; i < expected.length && i < whole.size(); i++) {
      // Verdicts may differ at the smaller level, and with them when runs publish: same windows.
      if (whole.get(i).counts().units() == hundredth.get(i).counts().units()) {
        assertThat(hundredth.get(i).alarm().level())
            .isCloseTo(expected[i], within(1e-12 * expected[i]));
      }
    }
    assertThat(hundredth.get(0).counts().units()).isEqualTo(whole.get(0).counts().units());
  }

  /** Runs of bounds that hold at every moment spend what tumbling windows do. */
  @Test
  void laterRunsOfAnytimeBoundsShareTheLevelForever() {
    CertificateSettings settings =
        settings(Sampling.RECORDS, WindowPolicy.ANYTIME, Budget.FOREVER, Schedule.GEOMETRIC, 10);
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(16);
    List<Double> levels = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      if (i % 30 == 29) {
        monitor.newClosure();
      }
      driver.step(monitor, false).ifPresent(r -> levels.add(r.alarm().level()));
    }

    assertThat(levels.stream().distinct().toList()).containsExactly(0.05 / 2, 0.05 / 6, 0.05 / 12);
  }

  /** Episodes without a pair are counted in the window in which they were skipped. */
  @Test
  void aRollingWindowCountsTheEmptyEpisodesOfAllItsPanes() {
    CertificateSettings settings =
        settings(Sampling.EPISODES, WindowPolicy.ROLLING, Budget.EACH, Schedule.GEOMETRIC, 8);
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(17);
    List<WindowCertificate> records = new ArrayList<>();
    for (int episode = 0; episode < 12; episode++) {
      for (int empty = 0; empty < episode % 3; empty++) {
        monitor.endUnit(driver.time, true);
      }
      driver.step(monitor, false);
      monitor.endUnit(driver.time, true).ifPresent(records::add);
    }

    // Episodes 0 to 7 come after 0, 1, 2, 0, 1, 2, 0, 1 empty ones, and so on.
    assertThat(records)
        .extracting(certificate -> certificate.counts().skippedUnits())
        .containsExactly(7L, 9L, 8L, 7L, 9L);
  }
}
