/**
 * Small numeric values that every numeric package shares: immutable matrices, data sets of
 * episodes, deterministic elementary functions, dense linear algebra on rows of doubles, and the
 * binary buffer that snapshots are written to.
 *
 * <p>Nothing here knows Kafka, a clock, a log or a file. Every operation runs its loops in a fixed
 * order, so that equal input gives equal bits on every JVM.
 */
package io.kahkm.internal.numeric;
