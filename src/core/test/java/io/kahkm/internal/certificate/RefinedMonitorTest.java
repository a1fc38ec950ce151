package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.testing.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The windows of a stream with everything declared that may be. */
class RefinedMonitorTest {
  private static final int CLASSES = 4;
  private static final PairLaw LAW = PairLaws.linearMean(CLASSES, 0.2, 3);

  private static Refinements refinements(WindowPolicy policy, Projection projection) {
    if (policy == WindowPolicy.ROLLING) {
      return Refinements.NONE;
    }
    HorizonSettings horizons = new HorizonSettings(List.of(1, 2, 3), 1, 0.05, true, projection);
    return new Refinements(
        OptionalDouble.of(1.5),
        ReferenceClosure.PREVIOUS,
        policy == WindowPolicy.FIXED ? 8 : 0,
        policy == WindowPolicy.ANYTIME ? 40 : 0,
        Optional.of(horizons));
  }

  private static CertificateSettings settings(
      Sampling sampling, WindowPolicy policy, int units, Refinements refinements) {
    return TestSettings.of(
            sampling, policy, Budget.FOREVER, Schedule.GEOMETRIC, units, Bound.TIGHT, 0.6)
        .toBuilder()
        .refinements(refinements)
        .build();
  }

  private static CertificateMonitor monitor(CertificateSettings settings) {
    Matrix closure = Matrix.identity(CLASSES);
    return new CertificateMonitor(settings, CertificateBasis.of(closure, closure));
  }

  /** Drives a monitor with a learning closure along runs of states. */
  private static final class Driver {
    private final RandomSource random;
    private final PairEvidence pair = new PairEvidence(CLASSES);
    private final Closure live = Closure.of(Matrix.identity(CLASSES));
    private final boolean episodes;
    private final int stride;
    private int position;
    private long time;

    Driver(long seed, Sampling sampling, int stride) {
      random = new RandomSource(seed);
      episodes = sampling == Sampling.EPISODES;
      this.stride = stride;
    }

    List<WindowCertificate> step(CertificateMonitor monitor) {
      List<WindowCertificate> records = new ArrayList<>();
      double[] last = pair.successor.clone();
      LAW.draw(random, pair);
      if (position > 0) {
        pair.coordinates = last;
      }
      time += 20;
      if (position % stride == 0) {
        if (monitor.needsFreeze()) {
          monitor.freeze(live);
        }
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        monitor.pair(pair, time).ifPresent(records::add);
      } else {
        monitor.follow(pair, time).ifPresent(records::add);
      }
      live.update(pair.coordinates, pair.successor, 0.1);
      position++;
      if (episodes && random.nextInt(5) == 0) {
        monitor.endUnit(time, true).ifPresent(records::add);
        position = 0;
      } else if (random.nextInt(11) == 0) {
        monitor.breakRun(time).ifPresent(records::add);
        position = 0;
      }
      return records;
    }
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
        settings(sampling, policy, 24, refinements(policy, Projection.VECTOR));
    CertificateMonitor uninterrupted = monitor(settings);
    CertificateMonitor restarted = monitor(settings);
    Driver one = new Driver(14, sampling, 4);
    Driver two = new Driver(14, sampling, 4);
    List<WindowCertificate> expected = new ArrayList<>();
    List<WindowCertificate> actual = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      boolean outside = i % 150 > 140;
      uninterrupted.outsideMap(outside);
      expected.addAll(one.step(uninterrupted));
      if (i % 7 == 3) {
        restarted = restore(restarted, settings);
      }
      restarted.outsideMap(outside);
      actual.addAll(two.step(restarted));
    }

    assertThat(expected).isNotEmpty();
    assertThat(actual).isEqualTo(expected);
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

  private static List<WindowCertificate> run(CertificateSettings settings, int steps, int stride) {
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(15, settings.sampling(), stride);
    List<WindowCertificate> records = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      records.addAll(driver.step(monitor));
    }
    return records;
  }

  @ParameterizedTest
  @EnumSource(Projection.class)
  void everyHorizonIsBoundedFromThePairsOfItsUnits(Projection projection) {
    CertificateSettings settings =
        settings(
            Sampling.EPISODES,
            WindowPolicy.TUMBLING,
            40,
            refinements(WindowPolicy.TUMBLING, projection));

    WindowCertificate record = run(settings, 2000, 1).get(2);

    List<HorizonBound> rows = record.horizons().orElseThrow().rows();
    assertThat(rows).extracting(HorizonBound::horizon).containsExactly(1, 2, 3);
    assertThat(rows.get(0).units()).isEqualTo(40);
    assertThat(rows.get(0).pairs()).isEqualTo(record.counts().pairs());
    assertThat(rows.get(2).units()).isBetween(10L, 39L);
    for (HorizonBound row : rows) {
      double error = Math.sqrt(row.meanSquaredError());
      assertThat(row.upper().orElseThrow()).isGreaterThan(error);
      assertThat(row.lower().orElseThrow()).isLessThan(row.upper().orElseThrow());
      assertThat(row.range()).isLessThanOrEqualTo(projection == Projection.VECTOR ? 2 : 10);
    }
    assertThat(rows.get(0).meanSquaredError())
        .isEqualTo(
            projection == Projection.NONE
                ? record.displayed().upper().meanSquaredError()
                : rows.get(0).meanSquaredError(),
            within(1e-12));
  }

  /** Nobody is told how far a forecast may be trusted by a window that is itself not trusted. */
  @Test
  void aWindowThatEndedOutsideTheMapClaimsNoHorizon() {
    Refinements refinements = refinements(WindowPolicy.TUMBLING, Projection.NONE);
    CertificateSettings settings =
        Changed.with(
            Changed.with(
                settings(Sampling.EPISODES, WindowPolicy.TUMBLING, 40, refinements),
                "tolerance",
                1.4),
            "outsideShare",
            1.0);
    List<WindowCertificate> inside = run(settings, 2000, 1);
    CertificateMonitor monitor = monitor(settings);
    Driver driver = new Driver(1, Sampling.EPISODES, 1);
    List<WindowCertificate> outside = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      monitor.outsideMap(true);
      outside.addAll(driver.step(monitor));
    }

    assertThat(inside.get(2).horizons().orElseThrow().claims()).isNotEqualTo(HorizonClaims.NONE);
    assertThat(outside.get(2).alarm().verdict()).isEqualTo(Verdict.OUT_OF_MAP);
    assertThat(outside.get(2).horizons().orElseThrow().claims()).isEqualTo(HorizonClaims.NONE);
    assertThat(outside.get(2).horizons().orElseThrow().rows()).hasSize(3);
  }

  /** The level of the horizons is divided among windows as that of the alarm is. */
  @Test
  void horizonsOfLaterWindowsSpendLess() {
    List<WindowCertificate> records =
        run(
            settings(
                Sampling.EPISODES,
                WindowPolicy.TUMBLING,
                40,
                refinements(WindowPolicy.TUMBLING, Projection.NONE)),
            2000,
            1);

    assertThat(records).hasSizeGreaterThan(3);
    for (int window = 0; window < records.size(); window++) {
      double share = 1 / ((window + 1.0) * (window + 2.0));
      assertThat(records.get(window).horizons().orElseThrow().delta())
          .isCloseTo(0.05 * share, within(1e-15));
    }
  }

  /** Without horizons declared there are none to claim, and the rest of the window is the same. */
  @Test
  void aWindowWithoutHorizonsHasTheSameAlarm() {
    Refinements all = refinements(WindowPolicy.TUMBLING, Projection.NONE);
    Refinements without =
        new Refinements(all.cap(), all.reference(), all.pilot(), all.renew(), Optional.empty());
    CertificateSettings settings = settings(Sampling.EPISODES, WindowPolicy.TUMBLING, 40, without);

    List<WindowCertificate> records = run(settings, 2000, 1);
    List<WindowCertificate> withHorizons =
        run(settings(Sampling.EPISODES, WindowPolicy.TUMBLING, 40, all), 2000, 1);

    assertThat(records).hasSameSizeAs(withHorizons);
    for (int i = 0; i < records.size(); i++) {
      assertThat(records.get(i).horizons()).isEmpty();
      assertThat(withHorizons.get(i).horizons()).isPresent();
      assertThat(records.get(i).alarm()).isEqualTo(withHorizons.get(i).alarm());
    }
  }

  /** A unit of records is complete with its longest horizon, or where the run of states breaks. */
  @Test
  void aWindowOfRecordsWaitsForTheHorizonsOfItsLastUnit() {
    Refinements refinements = refinements(WindowPolicy.TUMBLING, Projection.NONE);
    CertificateMonitor monitor =
        monitor(settings(Sampling.RECORDS, WindowPolicy.TUMBLING, 2, refinements));
    PairEvidence pair = new PairEvidence(CLASSES);
    LAW.fill(0, pair);
    monitor.freeze(Matrix.identity(CLASSES));

    assertThat(monitor.pair(pair, 1)).isEmpty();
    assertThat(monitor.follow(pair, 2)).isEmpty();
    assertThat(monitor.follow(pair, 3)).isEmpty();
    assertThat(monitor.follow(pair, 4)).isEmpty();
    assertThat(monitor.openUnits()).isEqualTo(1);
    assertThat(monitor.pair(pair, 5)).isEmpty();
    assertThat(monitor.follow(pair, 6)).isEmpty();
    WindowCertificate record = monitor.breakRun(7).orElseThrow();

    assertThat(record.counts().units()).isEqualTo(2);
    assertThat(record.counts().pairs()).isEqualTo(2);
    assertThat(record.horizons().orElseThrow().rows())
        .extracting(HorizonBound::pairs)
        .containsExactly(2L, 2L, 1L);
  }

  @Test
  void theSecondWindowLearnsFromTheFirst() {
    List<WindowCertificate> records =
        run(
            settings(
                Sampling.EPISODES,
                WindowPolicy.TUMBLING,
                400,
                refinements(WindowPolicy.TUMBLING, Projection.NONE)),
            8000,
            1);

    TightBound first = records.get(0).alarm().tight().orElseThrow();
    TightBound second = records.get(1).alarm().tight().orElseThrow();
    assertThat(first.pilot()).isEqualTo(WagerMixture.NO_PILOT);
    assertThat(records.get(0).displayed().upper().rule()).isEqualTo(UpperRule.ENTROPY);
    assertThat(second.pilot()).isGreaterThanOrEqualTo(0);
    assertThat(second.distance()).isLessThan(first.distance());
    assertThat(second.lower()).isGreaterThan(first.lower());
  }

  @Test
  void aFrozenReferenceStaysTheFrozenClosure() {
    Refinements frozen =
        new Refinements(OptionalDouble.empty(), ReferenceClosure.FROZEN, 0, 0, Optional.empty());
    WindowCertificate record =
        run(settings(Sampling.RECORDS, WindowPolicy.TUMBLING, 100, frozen), 500, 1).get(2);

    assertThat(record.alarm().tight().orElseThrow().meanLoss())
        .isEqualTo(record.displayed().upper().meanSquaredError(), within(1e-12));
  }

  @Test
  void aPilotChoosesAndIsLeftOut() {
    Refinements pilot =
        new Refinements(
            OptionalDouble.empty(), ReferenceClosure.PREVIOUS, 100, 0, Optional.empty());
    List<WindowCertificate> records =
        run(settings(Sampling.RECORDS, WindowPolicy.FIXED, 400, pilot), 1000, 1);

    assertThat(records).hasSize(1);
    assertThat(records.get(0).counts().units()).isEqualTo(300);
    assertThat(records.get(0).alarm().tight().orElseThrow().pilot()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void whatCannotHoldIsRefused() {
    assertThatThrownBy(
            () ->
                new Refinements(
                    OptionalDouble.of(1), ReferenceClosure.PREVIOUS, 0, 0, Optional.empty()))
        .hasMessage("cap is 1.0, must be finite and above 1");
    Refinements refinements = refinements(WindowPolicy.TUMBLING, Projection.NONE);
    assertThatThrownBy(() -> settings(Sampling.RECORDS, WindowPolicy.ROLLING, 24, refinements))
        .hasMessageContaining("rolling");
    assertThatThrownBy(() -> settings(Sampling.FLEET, WindowPolicy.ANYTIME, 24, Refinements.NONE))
        .hasMessageContaining("policy is anytime");
    assertThatThrownBy(
            () -> TestSettings.of(Sampling.RECORDS, WindowPolicy.ANYTIME, 24, Bound.MINIMUM, 0.3))
        .hasMessageContaining("only tight holds at every moment");
    assertThatThrownBy(() -> new HorizonSettings(List.of(2, 2), 1, 0.05, true, Projection.NONE))
        .hasMessageContaining("horizons has 2 after 2");
    assertThatThrownBy(() -> new HorizonSettings(List.of(1), 0, 0.05, true, Projection.NONE))
        .hasMessageContaining("starts is 0");
  }
}
