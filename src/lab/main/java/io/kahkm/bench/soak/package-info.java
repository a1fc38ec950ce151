/**
 * The soak: engines and a broker as processes of their own under load, faults injected into them
 * from a seed, and a checker that computes every stream sequentially and compares what was
 * published and stored bit for bit. Code of the engine that only tests would run may not be here.
 */
package io.kahkm.bench.soak;
