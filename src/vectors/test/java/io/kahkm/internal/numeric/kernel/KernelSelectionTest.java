package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSelectionTest {
  private static final String OPTIMIZING = "mixed mode, sharing";

  private static KernelProvider missing() {
    throw new NoClassDefFoundError("jdk/incubator/vector/Vector");
  }

  private static KernelProvider provider(EncoderKernels kernels) {
    return new KernelProvider() {
      @Override
      public String name() {
        return "test kernels";
      }

      @Override
      public EncoderKernels encoder() {
        return kernels;
      }

      @Override
      public RowKernels rows() {
        return Kernels.scalar().rows();
      }

      @Override
      public MatrixKernels matrices() {
        return Kernels.scalar().matrices();
      }
    };
  }

  /** Its powers are one unit in the last place too large. */
  private static final class WrongKernels extends DelegatingKernels {
    @Override
    public double powers(double[] scores, int count, double omega, double tau, double[] powers) {
      return Math.nextUp(super.powers(scores, count, omega, tau, powers));
    }
  }

  /** This build runs its tests with the module, so that forcing vectors works. */
  @Test
  void vectorsAreFoundTestedAndTaken() {
    for (String mode : new String[] {"auto", "force"}) {
      KernelSelection selection =
          KernelSelection.of(mode, OPTIMIZING, KernelSelection::vectorProvider);
      assertThat(selection.status()).matches("\\d+-bit vectors");
      assertThat(selection.provider().encoder()).isNotInstanceOf(ScalarEncoderKernels.class);
    }
    assertThat(Kernels.status()).isEqualTo(Kernels.provider().name());
  }

  @Test
  void offIsScalarAndSaysSo() {
    KernelSelection selection =
        KernelSelection.of("off", OPTIMIZING, KernelSelection::vectorProvider);
    assertThat(selection.status()).isEqualTo("scalar (kahkm.simd is off)");
    assertThat(selection.provider()).isSameAs(Kernels.scalar());
  }

  @Test
  void withoutTheModuleAutoFallsBackAndForceFails() {
    assertThat(KernelSelection.of("auto", OPTIMIZING, KernelSelectionTest::missing).status())
        .startsWith("scalar (")
        .contains("--add-modules jdk.incubator.vector");
    KernelSelection forced = KernelSelection.of("force", OPTIMIZING, KernelSelectionTest::missing);
    assertThatThrownBy(forced::provider)
        .isInstanceOf(KernelsUnavailableException.class)
        .hasMessageContaining("kahkm.simd is force")
        .hasMessageContaining("--add-modules jdk.incubator.vector");
    assertThatThrownBy(forced::status).isInstanceOf(KernelsUnavailableException.class);
  }

  @Test
  void kernelsWithOtherBitsAreRefused() {
    Supplier<KernelProvider> wrong = () -> provider(new WrongKernels());
    assertThat(KernelSelection.of("auto", OPTIMIZING, wrong).status())
        .isEqualTo("scalar (test kernels differ from the scalar kernels in the self-test, n = 1)");
    KernelSelection forced = KernelSelection.of("force", OPTIMIZING, wrong);
    assertThatThrownBy(forced::provider).hasMessageContaining("self-test");
  }

  @Test
  void kernelsWithTheSameBitsPassTheSelfTest() {
    Supplier<KernelProvider> same = () -> provider(new DelegatingKernels());
    assertThat(KernelSelection.of("auto", OPTIMIZING, same).status()).isEqualTo("test kernels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"interpreted mode, sharing", "mixed mode, emulated-client, sharing"})
  void withoutAnOptimizingCompilerAutoStaysScalarAndForceDoesNot(String compiler) {
    assertThat(KernelSelection.of("auto", compiler, KernelSelection::vectorProvider).status())
        .startsWith("scalar (");
    assertThat(KernelSelection.of("force", compiler, KernelSelection::vectorProvider).status())
        .endsWith("vectors");
  }

  @Test
  void anotherModeIsRefused() {
    KernelSelection selection =
        KernelSelection.of("fast", OPTIMIZING, KernelSelectionTest::missing);
    assertThatThrownBy(selection::provider)
        .hasMessage("kahkm.simd is fast, must be auto, off or force");
  }
}
