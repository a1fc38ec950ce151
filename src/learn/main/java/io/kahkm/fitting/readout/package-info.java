/**
 * Fits forecasts in sensor units: linear models of the readings and what soft coordinates add to
 * them, every penalty chosen on rows that were left out.
 *
 * <p>Runs when a model is fitted, never per record; equal rows give equal bits. A clock, a file, a
 * log or an unseeded random number may not be here.
 */
@NullMarked
package io.kahkm.fitting.readout;

import org.jspecify.annotations.NullMarked;
