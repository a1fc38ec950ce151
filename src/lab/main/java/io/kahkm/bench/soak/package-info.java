/**
 * The soak: engines and a broker as processes of their own under load, faults injected into them
 * from a seed, and a checker that computes every stream sequentially and compares what was
 * published and stored bit for bit.
 */
package io.kahkm.bench.soak;
