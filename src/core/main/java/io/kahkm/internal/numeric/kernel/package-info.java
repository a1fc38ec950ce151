/**
 * The inner loops of the engine, found at start: vectorized where the JVM has the module {@code
 * jdk.incubator.vector}, else scalar, with the same bits. One interface per family of loops, handed
 * out by a provider; the vectorized provider is compiled apart (src/vectors) and known here by its
 * name only.
 *
 * <p>Loops over flat arrays and nothing else: what they mean belongs to the packages that call them
 * and may not be here.
 */
@NullMarked
package io.kahkm.internal.numeric.kernel;

import org.jspecify.annotations.NullMarked;
