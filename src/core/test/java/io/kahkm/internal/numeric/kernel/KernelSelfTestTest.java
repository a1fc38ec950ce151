package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernels of a machine are taken only if they pass the self-test. Each kernel is wrong in the
 * last bit of one value here, and has to be found out: otherwise streams would go on with other
 * bits on that machine, and nobody would know.
 */
class KernelSelfTestTest {
  /** These say how the data are laid out, and compute nothing. */
  private static final Set<String> LAYOUT = Set.of("group", "index");

  static Stream<Arguments> kernels() {
    return Stream.of(EncoderKernels.class, RowKernels.class, MatrixKernels.class)
        .flatMap(type -> Arrays.stream(type.getMethods()).map(method -> Arguments.of(type, method)))
        .filter(arguments -> !LAYOUT.contains(((Method) arguments.get()[1]).getName()));
  }

  /** The scalar kernels, of which one method gives another last bit; none where it is null. */
  private static <T> T spoilt(Class<T> type, T kernels, Method wrong) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object[] before = method.equals(wrong) ? copies(arguments) : new Object[0];
              Object result;
              try {
                result = method.invoke(kernels, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
              if (!method.equals(wrong)) {
                return result;
              }
              spoil(before, arguments);
              return result instanceof Double value
                  ? (Object) Math.nextUp(value)
                  : result instanceof Integer index ? (Object) (index + 1) : result;
            }));
  }

  private static Object[] copies(Object[] arguments) {
    Object[] copies = arguments.clone();
    for (int i = 0; i < copies.length; i++) {
      if (copies[i] instanceof double[] array) {
        copies[i] = array.clone();
      } else if (copies[i] instanceof double[][] rows) {
        copies[i] = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
      }
    }
    return copies;
  }

  /** Of each array that was written the first value that changed. */
  private static void spoil(Object[] before, Object[] after) {
    for (int i = 0; i < before.length; i++) {
      if (before[i] instanceof double[] array) {
        spoil(array, (double[]) after[i]);
      } else if (before[i] instanceof double[][] rows) {
        for (int row = 0; row < rows.length; row++) {
          spoil(rows[row], ((double[][]) after[i])[row]);
        }
      }
    }
  }

  private static void spoil(double[] before, double[] after) {
    int changed = Arrays.mismatch(before, after);
    if (changed >= 0) {
      after[changed] = Math.nextUp(after[changed]);
    }
  }

  private static KernelProvider provider(Method wrong) {
    EncoderKernels encoder = spoilt(EncoderKernels.class, Kernels.scalar().encoder(), wrong);
    RowKernels rows = spoilt(RowKernels.class, Kernels.scalar().rows(), wrong);
    MatrixKernels matrices = spoilt(MatrixKernels.class, Kernels.scalar().matrices(), wrong);
    return new KernelProvider() {
      @Override
      public String name() {
        return "spoilt kernels";
      }

      @Override
      public EncoderKernels encoder() {
        return encoder;
      }

      @Override
      public RowKernels rows() {
        return rows;
      }

      @Override
      public MatrixKernels matrices() {
        return matrices;
      }
    };
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aWrongLastBitOfAnyKernelIsFound(Class<?> type, Method wrong) {
    assertThat(KernelSelfTest.difference(Kernels.scalar(), provider(wrong)))
        .as("%s.%s", type.getSimpleName(), wrong.getName())
        .hasValueSatisfying(
            found -> assertThat(found).startsWith("spoilt kernels differ from the scalar kernels"));
  }

  @Test
  void soundKernelsPass() {
    assertThat(KernelSelfTest.difference(Kernels.scalar(), provider(null)))
        .isEqualTo(Optional.empty());
  }
}
