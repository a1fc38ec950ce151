/**
 * {@code kahkm accept}: the readings of an alarm are made normal in a new model, which is tried on
 * the old recording before it is written. Other commands may not be here, nor the way in which a
 * model is fitted.
 */
package io.kahkm.cli.acceptance;
