package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The closure that learns from the stream, and what it was before the stream left the map. Mutable,
 * one owner.
 *
 * <p>Pairs with a state outside the map are never learned. A fault that comes gradually flickers,
 * though: some states are still inside, and what is learned from them is already the fault's. An
 * excursion therefore begins with the first state outside and ends after {@link #CALM} inside in a
 * row; or it lasts while evidence gathers that novelty or the sensors' relations are not normal. If
 * the stream is said to be outside the map, or its relations to be broken, within an excursion,
 * rolling back returns the closure to what it was when the excursion began.
 */
final class LiveClosure {
  /** States inside in a row after which an excursion is over. */
  private static final int CALM = 3;

  private final MonitorSettings settings;
  private final Closure.Workspace workspace;
  private final Closure closure;

  /** What it was before the first pair of an excursion; null where none was learned. */
  private @Nullable Closure before;

  private boolean excursion;

  /** Not part of the stored state: every state says it anew before a pair is learned. */
  private boolean gathering;

  private int insideRun;
  private long rollbacks;
  private double norm = Double.NaN;
  private double radius = Double.NaN;

  /** Pairs learned since the eigenvalues were last measured. */
  private long learnedSinceSpectrum;

  LiveClosure(MonitorSettings settings, MonitorWorkspace shared) {
    this.settings = settings;
    workspace = shared.closures;
    closure = Closure.of(shared.model().closure(), workspace);
  }

  Closure get() {
    return closure;
  }

  /**
   * Takes note of a state, before the pair that it completes is learned.
   *
   * @param outside whether it lies outside the map
   * @param suspicious whether evidence against normal operation has begun to gather: an excursion
   *     lasts while it does
   */
  void observe(boolean outside, boolean suspicious) {
    gathering = suspicious;
    if (outside) {
      excursion = true;
      insideRun = 0;
    } else if (excursion) {
      insideRun++;
      if (insideRun == CALM) {
        excursion = false;
      }
    }
    if (!excursion && !gathering) {
      before = null;
    }
  }

  /** Learns from a pair inside the map; returns its squared error before that. */
  double learn(EncodedState current, EncodedState next, boolean outside) {
    if (!settings.learning().learn() || outside) {
      return closure.squaredError(current.coordinates, next.coordinates);
    }
    if (before == null && (excursion || gathering) && settings.learning().rollback()) {
      before = closure.copy();
    }
    learnedSinceSpectrum++;
    return closure.update(current.coordinates, next.coordinates, settings.learning().beta());
  }

  /**
   * The stream is said to be outside the map, or its relations to be broken: forgets what was
   * learned since the excursion began.
   *
   * @return whether there was anything to forget
   */
  boolean leftMap() {
    if (before == null) {
      return false;
    }
    closure.copyFrom(before);
    before = null;
    learnedSinceSpectrum += spectrumInterval();
    rollbacks++;
    return true;
  }

  long rollbacks() {
    return rollbacks;
  }

  /**
   * Measures the norm and, the first time and after every C^2 learned pairs or a rollback, the
   * eigenvalues and the radius. Eigenvalues take O(C^3) steps, 20 ms with 150 classes, so that they
   * cost O(C) per pair, less than learning does.
   *
   * @return eigenvalues, real and imaginary part in turn; null if they were not measured
   */
  double @Nullable [] measure() {
    Matrix live = closure.matrix();
    norm = MatrixNorms.spectralNorm(live);
    if (!Double.isNaN(radius) && learnedSinceSpectrum < spectrumInterval()) {
      return null;
    }
    learnedSinceSpectrum = 0;
    double[] eigenvalues = MatrixNorms.eigenvalues(live);
    radius = MatrixNorms.largestModulus(eigenvalues);
    return eigenvalues;
  }

  private long spectrumInterval() {
    return (long) closure.classes() * closure.classes();
  }

  /** Spectral norm when last measured. */
  OptionalDouble norm() {
    return present(norm);
  }

  /** Spectral radius when last measured. */
  OptionalDouble radius() {
    return present(radius);
  }

  private static OptionalDouble present(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  void transfer(StateTransfer state) {
    closure.transfer(state);
    norm = state.doubleOf(norm);
    radius = state.doubleOf(radius);
    learnedSinceSpectrum = state.longOf(learnedSinceSpectrum);
    excursion = state.booleanOf(excursion);
    insideRun = state.intOf(insideRun, 0, CALM, "states inside the map in a row");
    rollbacks = state.longOf(rollbacks);
    if (state.booleanOf(before != null)) {
      Closure stored = before == null ? new Closure(closure.classes(), workspace) : before;
      stored.transfer(state);
      // Rollback may have been switched off since.
      before = settings.learning().rollback() ? stored : null;
    }
  }
}
