package io.kahkm.internal.relation;

import java.util.Objects;
import java.util.Optional;

/**
 * The relation channel of a model: what is expected of readings, and how far normal ones are off.
 *
 * @param model what is expected
 * @param normal how R is distributed on normal rows
 * @param spread how whitened residuals of rows that the model has not seen lie; empty in models of
 *     earlier versions
 */
public record RelationChannel(
    RelationModel model, CrossFittedNull normal, Optional<ResidualSpread> spread) {
  /** Checks every component. */
  public RelationChannel {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(normal, "normal");
    if (spread.isPresent() && spread.get().size() != model.size()) {
      throw new IllegalArgumentException(
          "spread is of " + spread.get().size() + " sensors, the model is of " + model.size());
    }
  }

  /**
   * The channel of an earlier version.
   *
   * @param model what is expected
   * @param normal how R is distributed on normal rows
   */
  public RelationChannel(RelationModel model, CrossFittedNull normal) {
    this(model, normal, Optional.empty());
  }
}
