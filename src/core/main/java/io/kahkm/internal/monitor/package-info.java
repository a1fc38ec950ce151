/**
 * The deterministic state machine of one stream: {@link io.kahkm.internal.monitor.StreamMonitor}
 * turns observations into forecasts, scores and certificates. What it is given, parts of its
 * settings, and what it tells of itself have packages of their own below, which do not know it.
 *
 * <p>Offline commands, the live topology and replay after a crash all run this one object and get
 * the same bits. Time comes with the observation: Kafka, a clock, a log or a file may not be here.
 */
@NullMarked
package io.kahkm.internal.monitor;

import org.jspecify.annotations.NullMarked;
