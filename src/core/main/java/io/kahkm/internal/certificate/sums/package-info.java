/**
 * What is summed over the pairs of a window: moments, scatter by classes, halves, lags. A bound of
 * anything may not be here.
 */
@NullMarked
package io.kahkm.internal.certificate.sums;

import org.jspecify.annotations.NullMarked;
