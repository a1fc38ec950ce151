/**
 * Laws of pairs whose best linear closure is known, to hold certificates against. Measured data may
 * not be here.
 */
@NullMarked
package io.kahkm.internal.law;

import org.jspecify.annotations.NullMarked;
