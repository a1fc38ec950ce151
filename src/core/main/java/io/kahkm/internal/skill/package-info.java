/**
 * Certified skill: by how much the published forecasts of a stream beat a reference, at a level, at
 * every moment, on any sequence of readings (section "Certified skill" of docs/equations.md).
 *
 * <p>Plain arithmetic in a fixed order. The map, closures and certificates of the paper, and
 * whatever knows Kafka, a clock, a log or a file, may not be here.
 */
@NullMarked
package io.kahkm.internal.skill;

import org.jspecify.annotations.NullMarked;
