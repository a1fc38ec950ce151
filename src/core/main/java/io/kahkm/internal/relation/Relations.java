package io.kahkm.internal.relation;

import java.util.Objects;

/**
 * The relation channel of a model: what is expected of readings, and how far normal ones are off.
 *
 * @param model what is expected
 * @param normal how R is distributed on normal rows
 */
public record Relations(RelationModel model, CrossFittedNull normal) {
  /** Checks every component. */
  public Relations {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(normal, "normal");
  }
}
