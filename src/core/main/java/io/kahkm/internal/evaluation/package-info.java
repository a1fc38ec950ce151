/**
 * How good forecasts are and how much the soft coordinates vary (section "Empirical Evaluation"):
 * mergeable accumulators of relative error, R^2, simplex distance, skill against persistence and
 * retained variation.
 *
 * <p>Plain arithmetic in a fixed order; EJML only for the eigenvalues behind the effective rank.
 * The map, and whatever knows Kafka, a clock, a log or a file, may not be here.
 */
@NullMarked
package io.kahkm.internal.evaluation;

import org.jspecify.annotations.NullMarked;
