package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.NegativeControl;
import io.kahkm.bench.soak.comparison.Tally;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StoredMonitors;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/** Compares what the changelogs hold with what should be stored, or sees that nothing is. */
final class StoredCheck {
  private StoredCheck() {}

  /** Compares every stored monitor with the one of the sequential run, bit for bit. */
  static Verified run(
      ClusterView cluster,
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Map<String, byte[]> expected)
      throws InterruptedException {
    StoredMonitors stored = new StoredMonitors(config, blueprint);
    StoredMonitors spoiled = new StoredMonitors(config, blueprint);
    Map<Integer, byte[]> lastKeys = new TreeMap<>();
    String journal = StoredMonitors.changelogs(config).get(0);
    cluster.read(
        StoredMonitors.changelogs(config),
        record -> {
          stored.put(record.topic(), record.key(), record.value());
          spoiled.put(record.topic(), record.key(), record.value());
          if (record.topic().equals(journal)) {
            lastKeys.put(record.partition(), record.key());
          }
        });
    Tally tally = compare(stored, expected);
    // The negative control: of every partition the last journaled observation is gone. It changes
    // nothing where all of them, in step as they are, were stored whole with it.
    lastKeys.values().forEach(key -> spoiled.put(journal, key, null));
    boolean matters =
        tally.clean()
            && lastKeys.values().stream().anyMatch(key -> stored.needsJournal(stream(key)));
    int planted = matters ? 1 : 0;
    int noticed = planted == 1 && compare(spoiled, expected).wrong() > 0 ? 1 : 0;
    return new Verified(tally, new NegativeControl(planted, noticed));
  }

  /** Whether the changelogs hold no monitor of these streams, or know other maps alone. */
  static boolean isGone(
      ClusterView cluster, TopologyConfig config, MonitorBlueprint blueprint, Set<String> streams)
      throws InterruptedException {
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

  private static String stream(byte[] journalKey) {
    return new String(StoreKeys.stream(Bytes.wrap(journalKey)), StandardCharsets.UTF_8);
  }

  private static Tally compare(StoredMonitors stored, Map<String, byte[]> expected) {
    Tally tally = Tally.NOTHING;
    for (Map.Entry<String, byte[]> stream : expected.entrySet()) {
      Optional<byte[]> found = stored.snapshot(stream.getKey());
      boolean lost = found.isEmpty();
      boolean wrong = !lost && !Arrays.equals(found.get(), stream.getValue());
      tally =
          tally.and(
              new Tally(
                  1,
                  lost ? 1 : 0,
                  0,
                  wrong ? 1 : 0,
                  lost || wrong
                      ? List.of(
                          stream.getKey() + ": stored monitor " + (lost ? "is gone" : "differs"))
                      : List.of()));
    }
    return tally;
  }
}
