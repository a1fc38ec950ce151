/**
 * Fits what {@link io.kahkm.internal.relation} holds frozen: relations between sensors from
 * recorded normal rows, and null distributions from values of rows that were left out.
 *
 * <p>Runs when a model is fitted, never per record. No clock, file, log or unseeded random number;
 * equal rows give equal bits.
 */
package io.kahkm.fitting.relation;
