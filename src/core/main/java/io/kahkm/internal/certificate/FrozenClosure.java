package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/** The closure that a window froze at its first unit. Mutable, one owner. */
final class FrozenClosure {
  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private @Nullable Matrix closure;

  /**
   * None is frozen yet.
   *
   * @param settings what was chosen beforehand
   * @param basis what the model says
   * @param workspace of the model
   */
  FrozenClosure(
      CertificateSettings settings, CertificateBasis basis, CertificateWorkspace workspace) {
    this.settings = settings;
    this.basis = basis;
    this.workspace = workspace;
  }

  /** Another of the same stream, without a closure. */
  FrozenClosure another() {
    return new FrozenClosure(settings, basis, workspace);
  }

  boolean isFrozen() {
    return closure != null;
  }

  void freeze(Matrix frozen) {
    closure = shared(frozen);
  }

  /** Streams in their first window share the model's closure. */
  private Matrix shared(Matrix frozen) {
    return frozen.equals(basis.closure()) ? basis.closure() : frozen;
  }

  /**
   * The closure.
   *
   * @throws IllegalStateException if none was ever frozen
   */
  Matrix closure() {
    if (closure == null) {
      throw new IllegalStateException("no closure is frozen");
    }
    return closure;
  }

  /** Lets a window keep the losses that its settings ask for, if any. */
  void attach(WindowStatistics statistics, WindowChoices choices) {
    basis.plan(settings, closure(), choices, workspace).ifPresent(statistics::attach);
  }

  void transfer(StateTransfer state) {
    if (!state.booleanOf(closure != null)) {
      closure = null;
    } else if (state instanceof StateReader reader) {
      closure = shared(Closure.readMatrix(reader, basis.classes()));
    } else {
      Closure.write(closure(), (StateWriter) state);
    }
  }
}
