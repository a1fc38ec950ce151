/**
 * Spectral diagnostics of a closure on held-out pairs (sections "Finite-Dimensional Koopman
 * Closure" and "Held-out spectral validation"): the reduced matrix on the span of the training
 * coordinates, its eigenpairs, and how well they hold on pairs the closure was not fitted to.
 *
 * <p>Fitting-time linear algebra: not for the record path. Knows no clock, file or Kafka.
 */
package io.kahkm.spectrum;
