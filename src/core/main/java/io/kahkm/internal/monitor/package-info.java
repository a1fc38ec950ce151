/**
 * The deterministic state machine of one stream: {@link io.kahkm.internal.monitor.StreamMonitor}
 * turns observations into forecasts, scores and certificates.
 *
 * <p>Offline commands, the live topology and replay after a crash all run this one object and get
 * the same bits. It knows no Kafka, clock, log or file; time comes with the observation.
 */
package io.kahkm.internal.monitor;
