/**
 * What a topology file says, as records that are checked once, where they are made: sections of the
 * file, their defaults and ranges, and the words that it may use. Files, YAML and environment
 * variables may not be here: those who read and write them know these records, and not the other
 * way round.
 */
@NullMarked
package io.kahkm.config;

import org.jspecify.annotations.NullMarked;
