/**
 * Bounds as pure functions of a few numbers, each with its level, and what certificates say with
 * them: which bound, which horizons, which verdict and for what reason.
 *
 * <p>Sums over a window, settings and state may not be here, nor Kafka, a clock, a log or a file.
 */
@NullMarked
package io.kahkm.internal.certificate.bound;

import org.jspecify.annotations.NullMarked;
