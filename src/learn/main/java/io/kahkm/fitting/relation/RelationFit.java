package io.kahkm.fitting.relation;

import io.kahkm.internal.relation.RelationChannel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of fitting relations.
 *
 * @param relations the channel; empty where the rows do not admit one
 * @param refusal why there is none, a sentence for people; empty where there is one
 * @param constant sensors that do not vary over the rows and are left out, by name
 * @param likelihoods mean log likelihood of left-out rows by floor, for 0.1, 0.01, 0.001 and
 *     0.0001; empty without a channel
 * @param values R of every left-out row, one list per block; empty without a channel
 */
public record RelationFit(
    Optional<RelationChannel> relations,
    String refusal,
    List<String> constant,
    List<Double> likelihoods,
    List<List<Double>> values) {
  /** Copies the lists. */
  public RelationFit {
    Objects.requireNonNull(relations, "relations");
    Objects.requireNonNull(refusal, "refusal");
    constant = List.copyOf(constant);
    likelihoods = List.copyOf(likelihoods);
    values = values.stream().map(List::copyOf).toList();
  }

  static RelationFit none(String refusal, List<String> constant) {
    return new RelationFit(Optional.empty(), refusal, constant, List.of(), List.of());
  }
}
