/**
 * The deterministic state machine of one stream: {@link io.kahkm.internal.monitor.StreamMonitor}
 * turns observations into forecasts, scores and certificates.
 *
 * <p>Offline commands, the live topology and replay after a crash all run this one object and get
 * the same bits. Time comes with the observation: Kafka, a clock, a log or a file may not be here.
 */
@NullMarked
package io.kahkm.internal.monitor;

import org.jspecify.annotations.NullMarked;
