/**
 * Forecasters and anomaly detectors of the JVM beside our monitor: the same rows, the same order,
 * one thread. What needs a library of another project may not be here; it is found as a service.
 */
package io.kahkm.bench.peers;
