/**
 * Relations between sensors: how far one reading is from what the reading before it predicts, in
 * units of how the sensors usually miss together; the null distribution that turns such a value, or
 * a novelty, into a p-value and a limit; evidence that accumulates over rows until it makes a page;
 * and which sensors fit least.
 *
 * <p>Frozen models and the state of one stream. All sums have a fixed order. Fits, a clock, a file,
 * random numbers and allocations per row may not be here.
 */
@NullMarked
package io.kahkm.internal.relation;

import org.jspecify.annotations.NullMarked;
