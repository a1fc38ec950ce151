package io.kahkm.internal.numeric.kernel;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Outcome of choosing kernels: a provider and what to say about it, or the reason of a failure. */
final class KernelSelection {
  static final String AUTO = "auto";
  static final KernelProvider SCALAR = new ScalarKernelProvider();

  private static final String OFF = "off";
  private static final String FORCE = "force";
  private static final String VECTOR_PROVIDER =
      "io.kahkm.internal.numeric.kernel.VectorKernelProvider";

  private final @Nullable KernelProvider provider;
  private final String explanation;

  private KernelSelection(@Nullable KernelProvider provider, String explanation) {
    this.provider = provider;
    this.explanation = explanation;
  }

  /**
   * Chooses.
   *
   * @param mode value of {@value Kernels#PROPERTY}
   * @param compiler value of the system property {@code java.vm.info}
   * @param vector makes the vectorized provider; throws a {@link LinkageError} or {@link
   *     KernelsUnavailableException} where there is none
   */
  static KernelSelection of(String mode, String compiler, Supplier<KernelProvider> vector) {
    return switch (mode) {
      case OFF -> scalar(Kernels.PROPERTY + " is off");
      case AUTO ->
          withoutOptimizer(compiler)
              ? scalar("vectors need the JVM's optimizing compiler, which is off")
              : tested(vector, false);
      case FORCE -> tested(vector, true);
      default ->
          new KernelSelection(
              null, Kernels.PROPERTY + " is " + mode + ", must be auto, off or force");
    };
  }

  /** Interpreted or compiled by C1 only, every vector would be an object. */
  private static boolean withoutOptimizer(String compiler) {
    return compiler.contains("interpreted mode") || compiler.contains("emulated-client");
  }

  private static KernelSelection tested(Supplier<KernelProvider> vector, boolean force) {
    Optional<String> obstacle;
    try {
      KernelProvider candidate = vector.get();
      obstacle = KernelSelfTest.difference(SCALAR, candidate);
      if (obstacle.isEmpty()) {
        return new KernelSelection(candidate, "");
      }
    } catch (KernelsUnavailableException e) {
      obstacle = Optional.of(String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      obstacle =
          Optional.of(
              "the module jdk.incubator.vector is missing; start the JVM with --add-modules jdk.incubator.vector");
    }
    return force
        ? new KernelSelection(
            null, Kernels.PROPERTY + " is force, but there are no vectors: " + obstacle.get())
        : scalar(obstacle.get());
  }

  private static KernelSelection scalar(String reason) {
    return new KernelSelection(SCALAR, reason);
  }

  /** Loads the provider that is compiled apart; without its module it cannot be linked. */
  static KernelProvider vectorProvider() {
    try {
      return Class.forName(VECTOR_PROVIDER)
          .asSubclass(KernelProvider.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new KernelsUnavailableException("the vector kernels are not in this program: " + e);
    }
  }

  KernelProvider provider() {
    if (provider == null) {
      throw new KernelsUnavailableException(explanation);
    }
    return provider;
  }

  String status() {
    String name = provider().name();
    return explanation.isEmpty() ? name : name + " (" + explanation + ")";
  }
}
