/**
 * What a person should take a stream for: the state of its readings, whether it is still heard, and
 * what its last window claims.
 *
 * <p>Tables of streams, HTTP and clocks may not be here: a {@link
 * io.kahkm.telemetry.condition.Moment} says when somebody looks.
 */
@NullMarked
package io.kahkm.telemetry.condition;

import org.jspecify.annotations.NullMarked;
