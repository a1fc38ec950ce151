/**
 * Records in: what a record's bytes say, as an observation, a reading of a tag, a forecast of
 * others or values known ahead, and which stream it is of. What is done with it may not be here.
 */
@NullMarked
package io.kahkm.stream.input;

import org.jspecify.annotations.NullMarked;
