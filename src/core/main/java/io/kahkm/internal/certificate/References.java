package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.Optional;

/**
 * Reference closures of the tight lower bounds. The bounds hold for every outcome, whatever the
 * references: they may even come from the window's own data, which takes a second pass.
 *
 * @param next for the next step, C x C; empty for the frozen closure
 * @param ahead one per declared horizon; empty ones for the frozen forecasts
 */
public record References(Optional<Matrix> next, List<Optional<Matrix>> ahead) {
  /** Copies the list. */
  public References {
    ahead = List.copyOf(ahead);
  }
}
