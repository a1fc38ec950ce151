package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Whose powers a workspace hands out. */
class CertificateWorkspaceTest {
  private static final Matrix MODEL = Matrix.of(2, 2, new double[] {0.9, 0.1, 0.2, 0.8});
  private static final Matrix LATER = Matrix.of(2, 2, new double[] {0.7, 0.3, 0.1, 0.9});
  private static final OptionalDouble FREE = OptionalDouble.empty();

  private static HorizonSettings horizons(Projection projection, Integer... steps) {
    return new HorizonSettings(List.of(steps), 1, 0.05, true, projection);
  }

  private static void check(
      CertificateWorkspace workspace,
      Matrix frozen,
      HorizonSettings settings,
      OptionalDouble kappa) {
    List<HorizonPredictor> expected =
        HorizonPredictor.of(frozen, settings, kappa, new Residuals(2));
    List<HorizonPredictor> actual = workspace.predictors(frozen, MODEL, settings, kappa);
    assertThat(actual).hasSameSizeAs(expected);
    double[] phi = {0.25, 0.75};
    double[] z = {0.5, 0.5};
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i).horizon()).isEqualTo(expected.get(i).horizon());
      assertThat(actual.get(i).power()).isEqualTo(expected.get(i).power());
      assertThat(actual.get(i).kappa()).isEqualTo(expected.get(i).kappa());
      assertThat(actual.get(i).range()).isEqualTo(expected.get(i).range());
      assertThat(actual.get(i).squaredError(phi, z))
          .isEqualTo(expected.get(i).squaredError(phi, z));
    }
  }

  @Test
  void thePowersAreThoseOfTheClosureThatIsAskedFor() {
    CertificateWorkspace workspace = new CertificateWorkspace();
    HorizonSettings plain = horizons(Projection.NONE, 1, 3);
    check(workspace, MODEL, plain, FREE);
    check(workspace, LATER, plain, FREE);
    check(workspace, MODEL, plain, OptionalDouble.of(1.5));
    check(workspace, MODEL, horizons(Projection.VECTOR, 1, 3), FREE);
    check(workspace, LATER, horizons(Projection.VECTOR, 1, 3), FREE);
    check(workspace, MODEL, horizons(Projection.NONE, 2), FREE);
  }

  @Test
  void thoseOfTheModelsClosureAreSharedAndNoOthers() {
    CertificateWorkspace workspace = new CertificateWorkspace();
    HorizonSettings plain = horizons(Projection.NONE, 1, 3);
    List<HorizonPredictor> first = workspace.predictors(MODEL, MODEL, plain, FREE);
    List<HorizonPredictor> later = workspace.predictors(LATER, MODEL, plain, FREE);
    assertThat(workspace.predictors(MODEL, MODEL, plain, FREE)).isSameAs(first);
    assertThat(workspace.predictors(LATER, MODEL, plain, FREE)).isNotSameAs(later);
  }
}
