package io.kahkm.bench.soak;

import io.kahkm.internal.monitor.IncompatibleStateException;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StoredMonitors;
import io.kahkm.topology.TopologyConfig;
import java.util.Set;

/**
 * Looks whether anything is stored of a map.
 *
 * @param config a topology file whose main map it is
 * @param blueprint the file resolved
 */
record StoredProbe(TopologyConfig config, MonitorBlueprint blueprint) {
  /** Whether the changelogs hold no monitor of these streams, and know other maps alone. */
  boolean none(ClusterView cluster, Set<String> streams) throws InterruptedException {
    StoredMonitors stored = new StoredMonitors(config, blueprint);
    cluster.read(
        StoredMonitors.changelogs(config),
        record -> stored.put(record.topic(), record.key(), record.value()));
    try {
      return streams.stream().allMatch(stream -> stored.snapshot(stream).isEmpty());
    } catch (IncompatibleStateException ofOthers) {
      return true;
    }
  }
}
