package io.kahkm.telemetry;

import io.kahkm.certificate.CertificateRecord;
import io.kahkm.certificate.Verdict;
import io.kahkm.monitor.StreamStatus;
import java.util.Optional;

/**
 * What is known of one stream. Written by the stream thread that owns the partition, read by the
 * threads of the HTTP server.
 */
final class TrackedStream {
  /** What Kafka calls a missing timestamp. */
  private static final long NEVER = -1;

  private final String id;
  private final String label;
  private final int partition;
  private final long order;
  private volatile long heard;
  private volatile long recordTimestamp = NEVER;
  private volatile StreamStatus status;

  /**
   * A stream that was just met.
   *
   * @param order rank among the streams of the instance, in order of appearance
   * @param now wall clock in milliseconds: silence counts from here
   */
  TrackedStream(String id, int partition, long order, long now) {
    this.id = id;
    this.label = StreamLabel.of(id);
    this.partition = partition;
    this.order = order;
    this.heard = now;
  }

  void accepted(long timestamp, long now) {
    recordTimestamp = timestamp;
    heard = now;
  }

  void status(StreamStatus newStatus) {
    status = newStatus;
  }

  String id() {
    return id;
  }

  String label() {
    return label;
  }

  int partition() {
    return partition;
  }

  long order() {
    return order;
  }

  /** Wall clock of the last accepted record, or of the first sight of the stream; milliseconds. */
  long heard() {
    return heard;
  }

  boolean hasRecordTimestamp() {
    return recordTimestamp > NEVER;
  }

  /** Broker timestamp of the last accepted record, milliseconds. */
  long recordTimestamp() {
    return recordTimestamp;
  }

  Optional<StreamStatus> status() {
    return Optional.ofNullable(status);
  }

  Optional<Verdict> verdict() {
    return status().flatMap(StreamStatus::certificate).map(CertificateRecord::verdict);
  }

  /** Whether the stream wants attention, so that it comes before the others. */
  boolean inAlarm() {
    StreamStatus present = status;
    if (present == null) {
      return false;
    }
    return present.outsideMap()
        || switch (present
            .certificate()
            .map(CertificateRecord::verdict)
            .orElse(Verdict.UNDECIDED)) {
          case EXCLUDED, SUSPECT, OUT_OF_MAP -> true;
          case ATTAINABLE, UNDECIDED -> false;
        };
  }
}
