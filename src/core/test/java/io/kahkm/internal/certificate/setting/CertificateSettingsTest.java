package io.kahkm.internal.certificate.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CertificateSettingsTest {
  private static final CertificateSettings.Builder EVERYTHING_SET =
      CertificateSettings.builder(Sampling.RECORDS, 20)
          .policy(WindowPolicy.CUMULATIVE)
          .budget(Budget.FOREVER)
          .schedule(Schedule.EVERY)
          .bound(Bound.LABEL)
          .kappa(OptionalDouble.of(1.5))
          .delta(0.01)
          .family(12)
          .tolerance(0.3)
          .displayKappas(List.of(1.0, 2.5))
          .displayDelta(0.02)
          .outsideShare(0.1)
          .driftPossible(true)
          .marginThresholds(List.of(0.25));

  /** As the first release wrote it: state stored under this text is continued by equal settings. */
  @Test
  void theTextOfTheFirstReleaseStays() {
    assertThat(EVERYTHING_SET.build().signature())
        .isEqualTo(
            "CertificateSettings[sampling=RECORDS, policy=CUMULATIVE, budget=FOREVER,"
                + " schedule=EVERY, units=20, alarmBound=LABEL, alarmKappa=OptionalDouble[1.5],"
                + " delta=0.01, family=12, tolerance=0.3, displayKappas=[1.0, 2.5],"
                + " displayDelta=0.02, outsideShare=0.1, driftPossible=true,"
                + " marginThresholds=[0.25]]");
  }

  @Test
  void refinementsAreNamedWhereThereAreAny() {
    Refinements renewed =
        new Refinements(OptionalDouble.of(2), ReferenceClosure.PREVIOUS, 0, 0, Optional.empty());

    assertThat(EVERYTHING_SET.build().toBuilder().refinements(renewed).build().signature())
        .endsWith(", marginThresholds=[0.25], refinements=" + renewed + "]");
  }

  @Test
  void whatIsLikeOthersIsEqualToThem() {
    CertificateSettings settings = EVERYTHING_SET.build();

    assertThat(settings.toBuilder().build()).isEqualTo(settings);
    assertThat(settings.toBuilder().units(21).build()).isNotEqualTo(settings);
  }
}
