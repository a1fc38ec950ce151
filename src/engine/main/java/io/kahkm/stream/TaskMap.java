package io.kahkm.stream;

/**
 * One map of a task.
 *
 * @param fingerprint of the map
 * @param store its monitors
 * @param visit of those that were stored before the partition came here
 * @param published makes its records where it publishes
 * @param trial treats its monitors where it is on trial
 */
record TaskMap(
    String fingerprint,
    MonitorStore store,
    StoredVisit visit,
    PublishedRecords published,
    ShadowMonitors trial) {}
