/**
 * Small numeric values that every numeric package shares: immutable matrices, data sets of
 * episodes, shares in percent, deterministic elementary functions, dense linear algebra on rows of
 * doubles, and the binary buffer that snapshots are written to.
 *
 * <p>What knows maps, closures, certificates, Kafka, a clock, a log or a file may not be here.
 * Every operation runs its loops in a fixed order, so that equal input gives equal bits on every
 * JVM.
 */
@NullMarked
package io.kahkm.internal.numeric;

import org.jspecify.annotations.NullMarked;
