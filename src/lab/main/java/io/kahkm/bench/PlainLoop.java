package io.kahkm.bench;

import com.sun.management.ThreadMXBean;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.stream.MonitorBlueprint;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The monitors of all streams in a loop of one thread without Kafka: what the numeric parts cost
 * together, snapshots included.
 */
final class PlainLoop {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final MonitorBlueprint blueprint;
  private final MonitorWorkspace workspace;
  private final List<String> streams;
  private final List<Observation> observations;

  /**
   * Reads the records beforehand.
   *
   * @param blueprint what monitors are made of
   * @param records the records that an engine was given
   * @param count how many of them
   */
  PlainLoop(MonitorBlueprint blueprint, SimulatedRecords records, long count) {
    this(blueprint, new ArrayList<>(), new ArrayList<>());
    for (long i = 0; i < count; i++) {
      records.advance();
      streams.add(new String(records.key(), StandardCharsets.UTF_8));
      observations.add(records.observation());
    }
  }

  /**
   * The same records for other monitors.
   *
   * @param other what they are made of
   * @return a loop that shares the records
   */
  PlainLoop with(MonitorBlueprint other) {
    return new PlainLoop(other, streams, observations);
  }

  private PlainLoop(
      MonitorBlueprint blueprint, List<String> streams, List<Observation> observations) {
    this.blueprint = blueprint;
    workspace = new MonitorWorkspace(blueprint.model());
    this.streams = streams;
    this.observations = observations;
  }

  /**
   * What the loop costs per record of those after the warm-up.
   *
   * @param micros CPU time in microseconds
   * @param allocatedBytes bytes allocated
   * @param snapshotBytes bytes of snapshots made
   */
  record Cost(double micros, double allocatedBytes, double snapshotBytes) {}

  Cost run(int warmUp) {
    Map<String, Stream> monitors = new HashMap<>();
    for (String stream : streams) {
      if (!monitors.containsKey(stream)) {
        monitors.put(stream, new Stream(StreamMonitor.create(blueprint.settings(), workspace)));
      }
    }
    long snapshotBytes = 0;
    long cpu = 0;
    long allocated = 0;
    for (int i = 0; i < observations.size(); i++) {
      if (i == warmUp) {
        snapshotBytes = 0;
        cpu = THREADS.getCurrentThreadCpuTime();
        allocated = allocated();
      }
      snapshotBytes +=
          monitors.get(streams.get(i)).take(observations.get(i), blueprint.journalLength());
    }
    double measured = observations.size() - warmUp;
    return new Cost(
        (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / measured,
        (allocated() - allocated) / measured,
        snapshotBytes / measured);
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static final class Stream {
    private final StreamMonitor monitor;
    private int sinceSnapshot;

    Stream(StreamMonitor monitor) {
      this.monitor = monitor;
    }

    /** Bytes of the snapshot that was due, else 0. */
    int take(Observation observation, int journalLength) {
      monitor.advance(observation);
      sinceSnapshot++;
      if (sinceSnapshot < journalLength) {
        return 0;
      }
      sinceSnapshot = 0;
      return monitor.snapshot().length;
    }
  }
}
