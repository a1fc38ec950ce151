package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.RestartCause;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be said of a horizon, and when nothing may. */
class HonestHorizonTest {
  private static final List<Integer> HORIZONS = List.of(1, 10, 50);

  private static CertificateSettings settings(
      WindowPolicy policy, int units, double tolerance, OptionalDouble cap) {
    HorizonSettings horizons = new HorizonSettings(HORIZONS, 1, 0.05, true, Projection.NONE);
    return CertificateSettings.builder(Sampling.EPISODES, units)
        .policy(policy)
        .budget(policy == WindowPolicy.ANYTIME ? Budget.FOREVER : Budget.EACH)
        .bound(policy == WindowPolicy.ANYTIME ? Bound.TIGHT : Bound.MINIMUM)
        .tolerance(tolerance)
        .refinements(new Refinements(cap, ReferenceClosure.PREVIOUS, 0, 0, Optional.of(horizons)))
        .build();
  }

  private static CertificateMonitor monitor(CertificateSettings settings) {
    return new CertificateMonitor(
        settings, CertificateBasis.of(StateWalk.circle(), StateWalk.circle()));
  }

  private static List<WindowCertificate> windows(
      CertificateSettings settings, StateWalk walk, int episodes) {
    return walk.feed(monitor(settings), StateWalk.circle(), episodes, false);
  }

  private static HorizonClaims claims(WindowCertificate window) {
    return window.horizons().orElseThrow().claims();
  }

  /** Four states in turn, one reading in eight at random: the plain error is .59. */
  @Test
  void aWindowThatExcludesTheToleranceTrustsNoForecast() {
    double tolerance = Math.sqrt(0.2 * 0.75);
    CertificateSettings settings =
        settings(WindowPolicy.TUMBLING, 200, tolerance, OptionalDouble.of(2));

    List<WindowCertificate> windows = windows(settings, new StateWalk(1, 52, 0.12, 0), 1000);

    List<WindowCertificate> excluded =
        windows.stream().filter(window -> window.verdict() == Verdict.EXCLUDED).toList();
    assertThat(excluded).hasSizeGreaterThan(1);
    for (WindowCertificate window : excluded) {
      HorizonBound first = window.horizons().orElseThrow().rows().get(0);
      assertThat(Math.sqrt(first.meanSquaredError())).isGreaterThan(tolerance);
      assertThat(claims(window).ok()).isZero();
      assertThat(claims(window).trusted()).isEmpty();
      assertThat(HorizonWords.claim(window))
          .startsWith("No horizon is certified: the window is EXCLUDED");
      assertThat(window.words()).contains(HorizonWords.claim(window));
    }
    // The capped error alone would have passed at the first horizon: the check is not void.
    assertThat(excluded)
        .anyMatch(
            window ->
                window.horizons().orElseThrow().rows().get(0).capped().orElseThrow().upper()
                    <= tolerance);
  }

  @Test
  void theFirstUnitsOfARunClaimNothingWhileTooManyPairsAreOutside() {
    CertificateSettings settings = settings(WindowPolicy.ANYTIME, 160, 0.3, OptionalDouble.empty());

    List<WindowCertificate> outside =
        new StateWalk(2, 61, 0, 0).feed(monitor(settings), StateWalk.circle(), 170, true);
    List<WindowCertificate> inside = windows(settings, new StateWalk(2, 61, 0, 0), 170);

    assertThat(inside).anyMatch(window -> claims(window).trusted().contains(10));
    assertThat(inside).anyMatch(window -> window.verdict() == Verdict.ATTAINABLE);
    for (WindowCertificate window : outside) {
      assertThat(window.reason())
          .isEqualTo(window.counts().units() < 160 ? Reason.OUTSIDE_SO_FAR : Reason.OUTSIDE_SHARE);
      assertThat(claims(window)).isEqualTo(HorizonClaims.NONE);
    }
    assertThat(outside.get(0).words()).contains("of the pairs so far start unlike the recording");
  }

  /** A process that hardly moves: at one step no change errs by .2 and at ten by more than .6. */
  @ParameterizedTest
  @ValueSource(doubles = {0.45, 0.7})
  void aToleranceThatNoChangeReachesTrustsNothing(double tolerance) {
    double[][] slow = StateWalk.circle().toRows();
    for (int i = 0; i < slow.length; i++) {
      slow[i] = new double[] {0.01, 0.01, 0.01, 0.01};
      slow[i][i] = 0.97;
    }
    CertificateSettings settings =
        settings(WindowPolicy.TUMBLING, 200, tolerance, OptionalDouble.empty());
    WindowCertificate window =
        new StateWalk(3, 61, 0, 0.99)
            .feed(monitor(settings), Matrix.ofRows(slow), 400, false)
            .get(1);

    HorizonBound first = window.horizons().orElseThrow().rows().get(0);
    assertThat(first.upper().orElseThrow()).isLessThanOrEqualTo(tolerance);
    assertThat(first.persistence().orElseThrow()).isLessThanOrEqualTo(tolerance);
    assertThat(claims(window).ok()).isPositive();
    assertThat(claims(window).trusted()).isEmpty();
    assertThat(HorizonWords.claim(window))
        .startsWith("The frozen closure's forecasts, in soft coordinates, are within tolerance")
        .contains("; so is no change");
  }

  @Test
  void theClaimNamesForecastsCapAndShareInOneSentence() {
    CertificateSettings settings = settings(WindowPolicy.TUMBLING, 200, 0.4, OptionalDouble.of(2));

    WindowCertificate window = windows(settings, new StateWalk(4, 61, 0.004, 0), 400).get(1);

    assertThat(claims(window).ok()).isEqualTo(50);
    assertThat(claims(window).trusted()).containsExactlyElementsOf(HORIZONS);
    assertThat(HorizonWords.claim(window))
        .matches(
            "The frozen closure's forecasts, in soft coordinates, can be trusted up to 50 steps at"
                + " tolerance 0\\.4, with errors above 0\\.8 counted as 0\\.8 \\(at most [\\d.]+ %"
                + " of the pairs err by more\\)");
  }

  /** Horizons that fill a turn of the circle are those at which no change is exact. */
  @Test
  void horizonsAtWhichNoChangeDoesAsWellAreNamed() {
    HorizonSettings turns = new HorizonSettings(List.of(1, 3, 4), 1, 0.05, true, Projection.NONE);
    CertificateSettings settings =
        settings(WindowPolicy.TUMBLING, 200, 0.4, OptionalDouble.empty()).toBuilder()
            .refinements(
                new Refinements(
                    OptionalDouble.empty(), ReferenceClosure.PREVIOUS, 0, 0, Optional.of(turns)))
            .build();

    WindowCertificate window = windows(settings, new StateWalk(5, 61, 0, 0), 400).get(1);

    assertThat(claims(window)).isEqualTo(new HorizonClaims(4, 0, List.of(1, 3)));
    assertThat(HorizonWords.claim(window))
        .isEqualTo(
            "The frozen closure's forecasts, in soft coordinates, can be trusted at 1 and 3 steps"
                + " at tolerance 0.4; at 4 steps they are within tolerance, and so is no change");
  }

  /** The same method on the same window: a closure that repeats the present has the same bound. */
  @ParameterizedTest
  @EnumSource(
      value = WindowPolicy.class,
      names = {"TUMBLING", "ANYTIME"})
  void theBoundOfPersistenceIsThatOfTheClosureThatRepeatsThePresent(WindowPolicy policy) {
    for (OptionalDouble cap : List.of(OptionalDouble.empty(), OptionalDouble.of(1.5))) {
      CertificateSettings settings = settings(policy, 40, 0.6, cap);
      List<WindowCertificate> windows =
          new StateWalk(6, 61, 0.1, 0.9)
              .feed(monitor(settings), Matrix.identity(StateWalk.CLASSES), 130, false);

      assertThat(windows).hasSizeGreaterThan(2);
      for (WindowCertificate window : windows) {
        for (HorizonBound row : window.horizons().orElseThrow().rows()) {
          assertThat(row.persistence()).isEqualTo(row.deciding());
        }
      }
    }
  }

  private static byte[] bytes(CertificateMonitor monitor) {
    StateWriter writer = new StateWriter();
    monitor.write(writer);
    return writer.toByteArray();
  }

  /** What version 4 of stored state did not know. */
  private static WindowCertificate withoutPersistence(WindowCertificate window) {
    HorizonCertificate horizons = window.horizons().orElseThrow();
    List<HorizonBound> rows =
        horizons.rows().stream()
            .map(
                row ->
                    new HorizonBound(
                        row.horizon(),
                        row.units(),
                        row.pairs(),
                        row.kappa(),
                        row.range(),
                        row.meanSquaredError(),
                        row.lower(),
                        row.upper(),
                        row.rule(),
                        row.capped(),
                        OptionalDouble.empty()))
            .toList();
    HorizonClaims claims = horizons.claims();
    return new WindowCertificate(
        window.extent(),
        window.counts(),
        window.averages(),
        window.closureNorm(),
        window.displayed(),
        window.alarm(),
        window.checks(),
        window.anytime(),
        Optional.of(
            new HorizonCertificate(
                horizons.delta(),
                horizons.starts(),
                new HorizonClaims(claims.ok(), claims.stop(), List.of()),
                horizons.before(),
                rows)));
  }

  /** Recorded by the version before persistence was kept: 47 episodes of a window of 20. */
  @ParameterizedTest
  @ValueSource(strings = {"tumbling", "anytime"})
  void aWindowThatAnEarlierVersionBeganContinues(String policy) throws IOException {
    WindowPolicy named = Labels.find(WindowPolicy.class, policy);
    CertificateSettings settings = settings(named, 20, 0.4, OptionalDouble.of(2));
    StateWalk walk = new StateWalk(7, 61, 0.02, 0);
    StateWalk same = new StateWalk(7, 61, 0.02, 0);
    CertificateMonitor uninterrupted = monitor(settings);
    walk.feed(uninterrupted, StateWalk.circle(), 47, false);
    same.feed(monitor(settings), StateWalk.circle(), 47, false);
    CertificateMonitor restored = monitor(settings);
    StateReader reader = new StateReader(stored("certificates-4-" + policy));

    assertThat(restored.read(reader)).isTrue();
    reader.finish();

    List<WindowCertificate> expected = walk.feed(uninterrupted, StateWalk.circle(), 60, false);
    List<WindowCertificate> actual = same.feed(restored, StateWalk.circle(), 60, false);
    assertThat(actual.stream().map(HonestHorizonTest::withoutPersistence))
        .containsExactlyElementsOf(
            expected.stream().map(HonestHorizonTest::withoutPersistence).toList());
    HorizonBound begun = actual.get(0).horizons().orElseThrow().rows().get(0);
    assertThat(begun.persistence()).isEmpty();
    assertThat(HorizonWords.claim(actual.get(0)))
        .endsWith("; this window did not compare them with no change");
    WindowCertificate last = actual.get(actual.size() - 1);
    assertThat(last.horizons().orElseThrow().rows().get(0).persistence().isPresent())
        .isEqualTo(named == WindowPolicy.TUMBLING);
  }

  private static byte[] stored(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(HonestHorizonTest.class.getResourceAsStream(name + ".gz"), name)) {
      return new GZIPInputStream(new ByteArrayInputStream(file.readAllBytes())).readAllBytes();
    }
  }

  private static CertificateBasis basis(Matrix means, Optional<Matrix> gram) {
    return new CertificateBasis(
        means, StateWalk.circle(), gram, VariationLimits.NONE, Optional.empty());
  }

  /** The sums of an open window are in the metric of the model that it was begun under. */
  @ParameterizedTest
  @EnumSource(WindowPolicy.class)
  void anotherModelOfTheMapBeginsTheOpenWindowAgain(WindowPolicy policy) {
    CertificateSettings settings = settings(WindowPolicy.TUMBLING, 40, 0.4, OptionalDouble.of(2));
    if (policy == WindowPolicy.ROLLING) {
      settings = settings.toBuilder().refinements(Refinements.NONE).build();
    }
    settings =
        settings.toBuilder().policy(policy).budget(Budget.FOREVER).bound(Bound.TIGHT).build();
    Matrix means = StateWalk.circle();
    Optional<Matrix> gram = Optional.of(Matrix.identity(StateWalk.CLASSES));
    CertificateMonitor writer = new CertificateMonitor(settings, basis(means, gram));
    new StateWalk(8, 21, 0.02, 0).feed(writer, StateWalk.circle(), 28, false);
    long units = writer.openUnits();
    byte[] bytes = bytes(writer);

    CertificateMonitor same = new CertificateMonitor(settings, basis(means, gram));
    assertThat(same.read(new StateReader(bytes))).isTrue();
    assertThat(same.openUnits()).isEqualTo(units).isPositive();
    assertThat(bytes(same)).isEqualTo(bytes);
    for (CertificateBasis other :
        List.of(basis(Matrix.identity(StateWalk.CLASSES), gram), basis(means, Optional.empty()))) {
      CertificateMonitor restored = new CertificateMonitor(settings, other);
      assertThat(restored.read(new StateReader(bytes))).isFalse();
      assertThat(restored.openUnits()).isZero();
      assertThat(restored.last()).isEqualTo(writer.last());
      List<WindowCertificate> later =
          new StateWalk(9, 21, 0.02, 0).feed(restored, StateWalk.circle(), 90, false);
      assertThat(later).isNotEmpty();
      if (policy == WindowPolicy.ANYTIME) {
        AnytimeRun run = later.get(0).anytime().orElseThrow();
        assertThat(run.restart()).isEqualTo(2);
        assertThat(run.cause()).isEqualTo(RestartCause.NEW_MODEL);
        assertThat(later.get(0).counts().units()).isEqualTo(1);
      }
    }
  }
}
