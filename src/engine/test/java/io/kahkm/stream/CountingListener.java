package io.kahkm.stream;

import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what the engine tells it. */
class CountingListener implements EngineListener {
  final AtomicLong accepted = new AtomicLong();
  final Map<String, Integer> rejected = new ConcurrentSkipListMap<>();
  final Map<String, StreamStatus> statuses = new ConcurrentHashMap<>();
  final Set<Integer> partitions = ConcurrentHashMap.newKeySet();
  final Queue<String> lateUnits = new ConcurrentLinkedQueue<>();
  final Queue<FleetStore.Closed> closed = new ConcurrentLinkedQueue<>();
  final Queue<FleetStore.Closed> joined = new ConcurrentLinkedQueue<>();

  @Override
  public void accepted(
      int partition, String stream, RowAssessment assessment, long recordTimestamp) {
    accepted.incrementAndGet();
  }

  @Override
  public void rejected(int partition, RejectCause cause) {
    rejected.merge(cause.label(), 1, Integer::sum);
  }

  @Override
  public void status(int partition, String stream, StreamStatus status) {
    statuses.put(stream, status);
  }

  @Override
  public void lateUnit(String stream) {
    lateUnits.add(stream);
  }

  @Override
  public void fleetClosed(WindowCertificate certificate, int verdictRun) {
    closed.add(new FleetStore.Closed(certificate, verdictRun));
  }

  @Override
  public void fleetJoined(WindowCertificate certificate, int verdictRun) {
    joined.add(new FleetStore.Closed(certificate, verdictRun));
  }

  @Override
  public void left(int partition) {
    partitions.remove(partition);
  }

  @Override
  public void joined(int partition) {
    partitions.add(partition);
  }
}
