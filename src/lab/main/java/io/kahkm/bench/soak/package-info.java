/**
 * The soak: engines and a broker as processes of their own under load, and faults injected into
 * them from a seed. What was published and stored is handed to the package below: a second
 * comparison may not be here, nor code of the engine that only tests would run.
 */
package io.kahkm.bench.soak;
