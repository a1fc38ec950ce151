/**
 * From recorded episodes to a model: held-out split, map, closure, class means, readouts, limits.
 *
 * <p>This package only puts the numeric packages together. It reads no file, no clock, and draws
 * nothing at random beyond the seed of the partition.
 */
package io.kahkm.fitting;
