/**
 * Spectral diagnostics of a closure on held-out pairs (sections "Finite-dimensional Koopman closure
 * of the soft abstraction" and "Held-out spectral validation"): the reduced matrix on the span of
 * the training coordinates, its eigenpairs, and how well they hold on pairs the closure was not
 * fitted to.
 *
 * <p>Fitting-time linear algebra: what the record path runs, a clock, a file and Kafka may not be
 * here.
 */
@NullMarked
package io.kahkm.spectrum;

import org.jspecify.annotations.NullMarked;
