/**
 * Records on which the engine would stop: which record a thread works on, how often it failed with
 * it, and when it is put aside. How a record is computed may not be here.
 */
@NullMarked
package io.kahkm.stream.quarantine;

import org.jspecify.annotations.NullMarked;
