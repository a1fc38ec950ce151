package io.kahkm.stream;

import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.status.MonitorProbe;

/**
 * How the monitor of a stream is treated, by what its map is to the stream: the one that publishes,
 * or the one on trial.
 *
 * @param settings of the monitor; the one on trial judges the forecasts of the other one besides
 * @param probe told of the stages of each record
 */
record StreamRole(MonitorSettings settings, MonitorProbe probe) {}
