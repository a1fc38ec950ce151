/**
 * Faults of single sensors: what a sensor should read now by its own past and by the other sensors,
 * how far it is off, and bets on what may be wrong with it, whose capital is evidence that holds on
 * dependent readings too (docs/equations.md, "sensor bets").
 *
 * <p>Frozen models and the state of one stream. All sums have a fixed order. Fits, a clock, a file,
 * random numbers, allocations per row and transcendental functions may not be here.
 */
@NullMarked
package io.kahkm.internal.sensor;

import org.jspecify.annotations.NullMarked;
