/**
 * The linear closure of the soft coordinates: normalized least mean squares (NLMS) online and in
 * epochs, least squares and ridge fits, forecasts to many horizons, Euclidean projections onto the
 * simplex, and the readout that turns predicted coordinates into sensor units.
 *
 * <p>Everything that runs per record is plain arithmetic in a documented order, so that equal input
 * gives equal bits on every JVM; EJML is used for fitting and for norms only. The map,
 * certificates, and whatever knows Kafka, a clock, a log or a file, may not be here.
 */
@NullMarked
package io.kahkm.internal.closure;

import org.jspecify.annotations.NullMarked;
