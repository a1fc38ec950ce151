package io.kahkm.bench.soak;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.SequentialRun;
import io.kahkm.stream.SequentialRun.Output;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs every record that is fed through the sequential run, collects what was published, and
 * compares the two. Thread-safe.
 */
final class Checker {
  private final Map<Output, PublishedPair> outputs = new EnumMap<>(Output.class);
  private final StatisticsDrift drift = new StatisticsDrift();
  private SequentialRun run;

  Checker(TopologyConfig config, MonitorBlueprint blueprint) {
    for (Output output : Output.values()) {
      outputs.put(output, new PublishedPair());
    }
    run =
        new SequentialRun(
            config,
            blueprint,
            (output, stream, value) -> outputs.get(output).expected(stream, value));
  }

  /** Takes a record that is about to be sent. */
  synchronized void fed(String stream, byte[] value) {
    run.take(stream, value, 0).ifPresent(assessment -> drift.advanced(stream, assessment));
  }

  /** Takes a committed record of an output topic. */
  synchronized void published(Output output, String stream, byte[] value) {
    outputs.get(output).actual(stream, value);
  }

  /** Expected records that have not come yet, by number alone. */
  synchronized long outstanding() {
    return outputs.values().stream().mapToLong(PublishedPair::outstanding).sum();
  }

  /** Compares everything since the last time, tries the comparison itself, and begins anew. */
  synchronized Verified settle() {
    Verified verified = Verified.NOTHING;
    for (PublishedPair pair : outputs.values()) {
      verified = verified.and(pair.settle());
    }
    return verified;
  }

  /** Snapshot of every stream as it should be stored now. */
  synchronized Map<String, byte[]> snapshots() {
    Map<String, byte[]> snapshots = new TreeMap<>();
    for (Map.Entry<String, StreamMonitor> monitor : run.monitors().entrySet()) {
      snapshots.put(monitor.getKey(), monitor.getValue().snapshot());
    }
    return snapshots;
  }

  /** Goes on under a changed topology file. */
  synchronized void change(TopologyConfig config, MonitorBlueprint blueprint) {
    run = run.continued(config, blueprint);
  }

  /** Largest differences of the incremental statistics from a fresh computation. */
  synchronized StatisticsDrift.Largest drift() {
    return drift.against(run.monitors());
  }

  /** What is expected of one topic and what came, since the last comparison. */
  private static final class PublishedPair {
    private final Map<String, List<byte[]>> expected = new TreeMap<>();
    private final Map<String, List<byte[]>> actual = new TreeMap<>();
    private long outstanding;

    void expected(String stream, byte[] value) {
      expected.computeIfAbsent(stream, name -> new ArrayList<>()).add(value);
      outstanding++;
    }

    void actual(String stream, byte[] value) {
      actual.computeIfAbsent(stream, name -> new ArrayList<>()).add(value);
      outstanding--;
    }

    long outstanding() {
      return Math.max(0, outstanding);
    }

    Verified settle() {
      Verified verified =
          new Verified(
              Reconciliation.compare(actual, expected), NegativeControl.run(actual, expected));
      expected.clear();
      actual.clear();
      outstanding = 0;
      return verified;
    }
  }
}
