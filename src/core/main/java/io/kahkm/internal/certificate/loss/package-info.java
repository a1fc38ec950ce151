/**
 * Bounds of the mean of a loss from the sums of a window: what no linear closure beats, what a
 * given one attains, and the wagers behind them. What a window is, and when it closes, may not be
 * here.
 */
@NullMarked
package io.kahkm.internal.certificate.loss;

import org.jspecify.annotations.NullMarked;
