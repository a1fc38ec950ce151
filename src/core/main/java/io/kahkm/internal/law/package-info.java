/**
 * Laws of pairs whose best linear closure is known, to hold certificates against. Measured data may
 * not be here.
 */
package io.kahkm.internal.law;
