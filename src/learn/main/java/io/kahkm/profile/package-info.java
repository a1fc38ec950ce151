/**
 * What can be told from recorded readings before anything is fitted: ranges, constants, steps,
 * which sensors say the same, how far back the next reading depends, and which map sizes so many
 * rows can carry. Pure numerics on arrays: I/O, a clock, and names of columns may not be here.
 */
@NullMarked
package io.kahkm.profile;

import org.jspecify.annotations.NullMarked;
