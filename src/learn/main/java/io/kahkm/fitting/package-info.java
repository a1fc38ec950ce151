/**
 * From recorded episodes to a model: held-out split, map, closure, class means, readouts, limits.
 *
 * <p>This package only puts the numeric packages together. Files, a clock, and random draws beyond
 * the seed of the partition may not be here.
 */
@NullMarked
package io.kahkm.fitting;

import org.jspecify.annotations.NullMarked;
