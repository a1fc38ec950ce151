package io.kahkm.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StreamSettingsTest {
  private static final KahkmModel MODEL = Oscillator.model();

  @Test
  void everyNameReachesItsSetting() {
    StreamSettings settings =
        StreamSettings.builder()
            .step(Duration.ofSeconds(2), 0.25)
            .idle(Duration.ofMinutes(3))
            .restartsAfterIdle()
            .hold(Duration.ofMillis(1500))
            .longestEpisode(70)
            .horizons(2, 4)
            .forecastEvery(3)
            .projection(StreamSettings.Projection.ROW)
            .learning(0.05)
            .rollback()
            .certificates(
                CertificatePlan.ofEpisodes(16)
                    .tolerance(0.3)
                    .rolling()
                    .bound(CertificatePlan.LowerBound.LABEL)
                    .normLimit(1.5)
                    .delta(0.01)
                    .sharedBy(12)
                    .outsideShare(0.1)
                    .driftPossible()
                    .build())
            .runLength(5000)
            .build();
    assertThat(settings.resolve(MODEL.internal()))
        .isEqualTo(
            MonitorSettings.builder()
                .timing(
                    InputTiming.TIMED
                        .withStep(2_000_000_000L, 0.25)
                        .withIdle(180_000_000_000L)
                        .withHold(1_500_000_000L))
                .longest(70)
                .restartAfterIdle(true)
                .horizons(List.of(2, 4))
                .every(3)
                .projection(Projection.ROW)
                .learn(true)
                .beta(0.05)
                .rollback(true)
                .certificates(
                    Optional.of(
                        CertificateSettings.builder(Sampling.EPISODES, 16)
                            .policy(WindowPolicy.ROLLING)
                            .bound(Bound.LABEL)
                            .kappa(OptionalDouble.of(1.5))
                            .delta(0.01)
                            .family(12)
                            .tolerance(0.3)
                            .outsideShare(0.1)
                            .driftPossible(true)
                            .build()))
                .alarm(AlarmSettings.of(5000))
                .build());
  }

  @Test
  void assertedIndependenceAndFrozenClosuresReachTheirSettings() {
    MonitorSettings settings =
        StreamSettings.builder()
            .arrivalOrder()
            .independentEvery(5)
            .frozen()
            .certificates(CertificatePlan.ofRecords(100).tumblingForever().build())
            .build()
            .resolve(MODEL.internal());
    assertThat(settings.timing().timed()).isFalse();
    assertThat(settings.episodes().stride()).isEqualTo(5);
    assertThat(settings.learning().learn()).isFalse();
    CertificateSettings certificates = settings.certificates().orElseThrow();
    assertThat(certificates.window().budget()).isEqualTo(Budget.FOREVER);
    assertThat(certificates.sampling()).isEqualTo(Sampling.RECORDS);
    assertThat(certificates.decision().tolerance()).isNaN();
  }

  @Test
  void aRelativeToleranceIsAShareOfTheModelsVariation() {
    double variance = MODEL.internal().coordinateVariance();
    StreamSettings settings =
        StreamSettings.builder()
            .certificates(CertificatePlan.ofEpisodes(2).toleranceR2(0.75).fixed().build())
            .build();
    CertificateSettings certificates =
        settings.resolve(MODEL.internal()).certificates().orElseThrow();
    assertThat(certificates.decision().tolerance()).isEqualTo(Math.sqrt(0.25 * variance));
    assertThat(certificates.window().policy()).isEqualTo(WindowPolicy.FIXED);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refused(() -> StreamSettings.builder().step(Duration.ZERO, 0), "step is PT0S"),
        refused(() -> StreamSettings.builder().idle(Duration.ofSeconds(-1)), "idle is PT-1S"),
        refused(
            () -> StreamSettings.builder().hold(Duration.ofDays(200_000)),
            "must be below 292 years"),
        refused(
            () -> StreamSettings.builder().step(Duration.ofSeconds(1), 1).build(),
            "stepTolerance is 1.0"),
        refused(() -> StreamSettings.builder().horizons(2, 2).build(), "horizons is [2, 2]"),
        refused(() -> StreamSettings.builder().forecastEvery(0).build(), "every is 0"),
        refused(() -> StreamSettings.builder().learning(1).build(), "beta is 1.0"),
        refused(() -> StreamSettings.builder().longestEpisode(0), "longestEpisode is 0"),
        refused(() -> StreamSettings.builder().independentEvery(1), "independentEvery is 1"),
        refused(
            () -> StreamSettings.builder().transitions().hold(Duration.ofSeconds(1)).build(),
            "transitions go without"),
        refused(
            () -> StreamSettings.builder().arrivalOrder().step(Duration.ofSeconds(1), 0).build(),
            "a step needs times"),
        refused(() -> StreamSettings.builder().restartsAfterIdle().build(), "needs idle"),
        refused(() -> StreamSettings.builder().frozen().rollback().build(), "rollback needs"),
        refused(
            () ->
                StreamSettings.builder().certificates(CertificatePlan.ofRecords(9).build()).build(),
            "certificates of records need"),
        refused(
            () ->
                StreamSettings.builder()
                    .transitions()
                    .certificates(CertificatePlan.ofEpisodes(9).build())
                    .build(),
            "certificates of episodes go without"),
        refused(() -> CertificatePlan.ofEpisodes(1).build(), "units is 1"),
        refused(() -> CertificatePlan.ofEpisodes(7).rolling().build(), "units is 7"),
        refused(() -> CertificatePlan.ofEpisodes(9).tolerance(0), "tolerance is 0.0"),
        refused(() -> CertificatePlan.ofEpisodes(9).toleranceR2(1), "toleranceR2 is 1.0"),
        refused(() -> CertificatePlan.ofEpisodes(9).normLimit(-1), "normLimit is -1.0"),
        refused(() -> CertificatePlan.ofEpisodes(9).delta(0).build(), "delta is 0.0"),
        refused(() -> CertificatePlan.ofEpisodes(9).sharedBy(0).build(), "family is 0"),
        refused(
            () -> CertificatePlan.ofEpisodes(9).outsideShare(2).build(), "outsideShare is 2.0"));
  }

  private static Arguments refused(ThrowingCallable call, String words) {
    return Arguments.of(words, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void refusesWithTheNameAndTheRule(String words, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}
