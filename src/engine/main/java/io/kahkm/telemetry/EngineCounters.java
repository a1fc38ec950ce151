package io.kahkm.telemetry;

import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineHealth;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.RestartCause;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is counted over all streams of an instance. Thread-safe. */
public final class EngineCounters {
  private static final String ANSWERED = "answered";
  private static final String SUCCEEDED = "succeeded";
  private static final String FAILED = "failed";
  private static final String DROPPED = "dropped";

  private final InstantSource clock;
  private long registryAwaySince;
  private volatile @Nullable EngineHealth engine;
  private final LongAdder transitions = new LongAdder();
  private final LongAdder lateUnits = new LongAdder();
  private final LongAdder shadowFailures = new LongAdder();
  private final LongAdder promotions = new LongAdder();
  private final LongAdder unknownModes = new LongAdder();
  private final LongAdder historyFailures = new LongAdder();
  private final LabelledCounts taken = new LabelledCounts(roles());
  private final LabelledCounts outside = new LabelledCounts(roles());
  private final LabelledCounts peers = new LabelledCounts(Stream.of(ANSWERED, FAILED));
  private final LabelledCounts pushes = new LabelledCounts(Stream.of(SUCCEEDED, FAILED));
  private final LabelledCounts spans = new LabelledCounts(Stream.of(SUCCEEDED, FAILED, DROPPED));
  private final LabelledCounts rejected =
      new LabelledCounts(Arrays.stream(RejectReason.values()).map(RejectReason::label));
  private final LabelledCounts refused =
      new LabelledCounts(Arrays.stream(Refusal.values()).map(Refusal::label));
  private final LabelledCounts restarts =
      new LabelledCounts(
          Arrays.stream(RestartCause.values())
              .filter(cause -> cause != RestartCause.START)
              .map(RestartCause::label));

  /**
   * Nothing counted yet.
   *
   * @param clock wall clock
   */
  EngineCounters(InstantSource clock) {
    this.clock = clock;
  }

  private static Stream<String> roles() {
    return Arrays.stream(MapRole.values()).map(MapRole::label);
  }

  /** The schema registry answered or did not; the first of several failures in a row counts. */
  synchronized void registryAnswered(boolean answered) {
    if (answered) {
      registryAwaySince = 0;
    } else if (registryAwaySince == 0) {
      registryAwaySince = Math.max(1, clock.millis());
    }
  }

  /** How long the schema registry has not answered, milliseconds; 0 while it does. */
  synchronized long registryAway() {
    return registryAwaySince == 0 ? 0 : Math.max(0, clock.millis() - registryAwaySince);
  }

  /** The engine whose readiness is told. */
  void watch(EngineHealth newEngine) {
    engine = newEngine;
  }

  boolean ready() {
    EngineHealth watched = engine;
    return watched != null && watched.ready();
  }

  /** Takes note of a record, which is the first of a run that began anew or not. */
  void certificate(WindowCertificate record) {
    record
        .anytime()
        .filter(run -> record.counts().units() == 1 && run.restart() > 1)
        .ifPresent(run -> restarts.add(run.cause().label()));
  }

  Map<String, Long> restarts() {
    return restarts.sums();
  }

  /** A monitor of a map took a record, which lay outside of it or not. */
  void taken(MapRole role, boolean outsideMap) {
    taken.add(role.label());
    if (outsideMap) {
      outside.add(role.label());
    }
  }

  /** Records that monitors of a map took, by {@link MapRole#label}. */
  public Map<String, Long> taken() {
    return taken.sums();
  }

  /** Those of them that were unlike the recording, by {@link MapRole#label}. */
  public Map<String, Long> outside() {
    return outside.sums();
  }

  /** The map on trial passed over a record. */
  void shadowFailed() {
    shadowFailures.increment();
  }

  /** Records on which the map on trial failed. */
  public long shadowFailures() {
    return shadowFailures.sum();
  }

  void unknownMode() {
    unknownModes.increment();
  }

  long unknownModes() {
    return unknownModes.sum();
  }

  void promoted() {
    promotions.increment();
  }

  long promotions() {
    return promotions.sum();
  }

  /** Histories of a partition could not be stored or restored. */
  void historyFailed() {
    historyFailures.increment();
  }

  long historyFailures() {
    return historyFailures.sum();
  }

  /** Another instance was asked. */
  void asked(boolean failed) {
    peers.add(failed ? FAILED : ANSWERED);
  }

  Map<String, Long> asked() {
    return peers.sums();
  }

  /** Metrics were pushed to a collector, which took them or not. */
  void pushed(boolean succeeded) {
    pushes.add(succeeded ? SUCCEEDED : FAILED);
  }

  Map<String, Long> pushed() {
    return pushes.sums();
  }

  /** Spans were pushed to a collector, which took them or not. */
  void spansPushed(int pushed, boolean succeeded) {
    spans.add(succeeded ? SUCCEEDED : FAILED, pushed);
  }

  /** There was no room for a span until the next push. */
  void spanDropped() {
    spans.add(DROPPED);
  }

  Map<String, Long> spans() {
    return spans.sums();
  }

  void refused(Refusal refusal) {
    refused.add(refusal.label());
  }

  Map<String, Long> refused() {
    return refused.sums();
  }

  void transition() {
    transitions.increment();
  }

  long transitions() {
    return transitions.sum();
  }

  void lateUnit() {
    lateUnits.increment();
  }

  long lateUnits() {
    return lateUnits.sum();
  }

  void rejected(String reason) {
    rejected.add(reason);
  }

  /**
   * Records that were rejected since the start.
   *
   * @return by the label of the reason
   */
  public Map<String, Long> rejected() {
    return rejected.sums();
  }
}
