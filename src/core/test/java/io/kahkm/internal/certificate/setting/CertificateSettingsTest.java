package io.kahkm.internal.certificate.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.closure.Projection;
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

  /** The names of the records are in the text, and so in what is stored: they stay. */
  @Test
  void refinementsAreNamedWhereThereAreAny() {
    HorizonSettings horizons = new HorizonSettings(List.of(2, 9), 3, 0.04, true, Projection.VECTOR);
    Refinements refined =
        new Refinements(
            OptionalDouble.of(2), ReferenceClosure.PREVIOUS, 0, 0, Optional.of(horizons));

    assertThat(EVERYTHING_SET.build().toBuilder().refinements(refined).build().signature())
        .endsWith(
            ", marginThresholds=[0.25], refinements=Refinements[cap=OptionalDouble[2.0],"
                + " reference=PREVIOUS, pilot=0, renew=0,"
                + " horizons=Optional[HorizonSettings[horizons=[2, 9], starts=3, delta=0.04,"
                + " lower=true, projection=VECTOR]]]]");
  }

  @Test
  void whatIsLikeOthersIsEqualToThem() {
    CertificateSettings settings = EVERYTHING_SET.build();

    assertThat(settings.toBuilder().build()).isEqualTo(settings);
    assertThat(settings.toBuilder().units(21).build()).isNotEqualTo(settings);
  }
}
