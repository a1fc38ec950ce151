/**
 * Forecasts of several experts and their online mixture: a stream's recent readings, regressions of
 * a sensor on its own past, a season ago, and weights that follow how all of them fared. What
 * encodes a state, a clock, a log or a file may not be here.
 */
@NullMarked
package io.kahkm.internal.forecast;

import org.jspecify.annotations.NullMarked;
