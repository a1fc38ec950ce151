/**
 * Fits what {@link io.kahkm.internal.relation} holds frozen: relations between sensors from
 * recorded normal rows, and null distributions from values of rows that were left out.
 *
 * <p>Runs when a model is fitted, never per record; equal rows give equal bits. A clock, a file, a
 * log or an unseeded random number may not be here.
 */
@NullMarked
package io.kahkm.fitting.relation;

import org.jspecify.annotations.NullMarked;
