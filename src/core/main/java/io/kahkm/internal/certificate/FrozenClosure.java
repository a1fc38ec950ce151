package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/** The closure that a window froze at its first unit. Mutable, one owner. */
final class FrozenClosure {
  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final @Nullable CoordinateMetric metric;
  private @Nullable Closure closure;

  /**
   * None is frozen yet.
   *
   * @param settings what was chosen beforehand
   * @param basis what the model says
   */
  FrozenClosure(CertificateSettings settings, CertificateBasis basis) {
    this(settings, basis, basis.metric(settings));
  }

  private FrozenClosure(
      CertificateSettings settings, CertificateBasis basis, @Nullable CoordinateMetric metric) {
    this.settings = settings;
    this.basis = basis;
    this.metric = metric;
  }

  /** Another of the same stream, without a closure: the metric takes O(C^3) to prepare. */
  FrozenClosure another() {
    return new FrozenClosure(settings, basis, metric);
  }

  boolean isFrozen() {
    return closure != null;
  }

  void freeze(Closure frozen) {
    closure = frozen;
  }

  /**
   * The closure.
   *
   * @throws IllegalStateException if none was ever frozen
   */
  Closure closure() {
    if (closure == null) {
      throw new IllegalStateException("no closure is frozen");
    }
    return closure;
  }

  Matrix matrix() {
    return closure().matrix();
  }

  /** Lets a window keep the losses that its settings ask for, if any. */
  void attach(WindowStatistics statistics, Choices choices) {
    basis.plan(settings, matrix(), choices, metric).ifPresent(statistics::attach);
  }

  void write(StateWriter writer) {
    writer.putBoolean(closure != null);
    if (closure != null) {
      closure.write(writer);
    }
  }

  void read(StateReader reader) {
    closure = reader.getBoolean() ? Closure.read(reader, basis.classes()) : null;
  }
}
