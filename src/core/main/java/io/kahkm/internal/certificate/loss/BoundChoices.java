package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Optional;

/**
 * What earlier windows decided for the next one, fixed before its first unit. Immutable.
 *
 * @param reference Br of the tight lower bound, C x C; empty for the frozen closure
 * @param lowerPilot preferred wager of the lower bound, or {@link WagerMixture#NO_PILOT}
 * @param upper how the mean loss is bounded from above
 * @param capped how the mean capped loss is
 */
public record BoundChoices(
    Optional<Matrix> reference, int lowerPilot, UpperChoice upper, UpperChoice capped) {
  /** Before a first window, and wherever windows share data. */
  public static final BoundChoices FIRST =
      new BoundChoices(
          Optional.empty(), WagerMixture.NO_PILOT, UpperChoice.FIRST, UpperChoice.FIRST);

  /** Before a run whose bounds hold at every number of units. */
  public static BoundChoices anytime(Optional<Matrix> reference) {
    return new BoundChoices(
        reference, WagerMixture.NO_PILOT, UpperChoice.ANYTIME, UpperChoice.ANYTIME);
  }

  /** The same with another reference. */
  public BoundChoices withReference(Optional<Matrix> other) {
    return new BoundChoices(other, lowerPilot, upper, capped);
  }

  /** Stores it and returns it, or returns a stored one. */
  public BoundChoices transferred(StateTransfer state, int classes) {
    Optional<Matrix> matrix = Optional.empty();
    if (state.booleanOf(reference.isPresent())) {
      double[] values =
          reference.map(Matrix::toArray).orElseGet(() -> new double[classes * classes]);
      state.doubles(values);
      matrix = state.reads() ? Optional.of(Matrix.of(classes, classes, values)) : reference;
    }
    int pilot =
        state.intOf(lowerPilot, WagerMixture.NO_PILOT, LowerWagers.COUNT - 1, "preferred wager");
    try {
      return new BoundChoices(matrix, pilot, upper.transferred(state), capped.transferred(state));
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("choice of an upper bound: " + e.getMessage());
    }
  }
}
