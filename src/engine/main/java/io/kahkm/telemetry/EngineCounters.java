package io.kahkm.telemetry;

import io.kahkm.engine.EngineHealth;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.RestartCause;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What is counted over all streams of an instance. Thread-safe. */
final class EngineCounters {
  private long registryAwaySince;
  private volatile @Nullable EngineHealth engine;
  private final LongAdder transitions = new LongAdder();
  private final LongAdder lateUnits = new LongAdder();
  private final LongAdder shadowFailures = new LongAdder();
  private final LongAdder promotions = new LongAdder();
  private final LongAdder unknownModes = new LongAdder();
  private final LongAdder historyFailures = new LongAdder();
  private final Map<MapRole, LongAdder> taken = new EnumMap<>(MapRole.class);
  private final Map<MapRole, LongAdder> outside = new EnumMap<>(MapRole.class);
  private final LongAdder peersAnswered = new LongAdder();
  private final LongAdder peersFailed = new LongAdder();
  private final LongAdder pushesSucceeded = new LongAdder();
  private final LongAdder pushesFailed = new LongAdder();
  private final LongAdder spansSucceeded = new LongAdder();
  private final LongAdder spansFailed = new LongAdder();
  private final LongAdder spansDropped = new LongAdder();
  private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();
  private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
  private final Map<RestartCause, LongAdder> restarts = new EnumMap<>(RestartCause.class);

  /** Starts every known reason at 0: a counter that appears with its first event hides it. */
  EngineCounters() {
    MeterNames.REJECT_REASONS.forEach(reason -> rejected.put(reason, new LongAdder()));
    for (Refusal refusal : Refusal.values()) {
      refused.put(refusal, new LongAdder());
    }
    for (RestartCause cause : RestartCause.values()) {
      restarts.put(cause, new LongAdder());
    }
    restarts.remove(RestartCause.START);
    for (MapRole role : MapRole.values()) {
      taken.put(role, new LongAdder());
      outside.put(role, new LongAdder());
    }
  }

  /** The schema registry answered or did not; the first of several failures in a row counts. */
  synchronized void registryAnswered(boolean answered, long now) {
    if (answered) {
      registryAwaySince = 0;
    } else if (registryAwaySince == 0) {
      registryAwaySince = Math.max(1, now);
    }
  }

  /** How long the schema registry has not answered, milliseconds; 0 while it does. */
  synchronized long registryAway(long now) {
    return registryAwaySince == 0 ? 0 : Math.max(0, now - registryAwaySince);
  }

  /** The engine whose readiness is told. */
  void watch(EngineHealth newEngine) {
    engine = newEngine;
  }

  boolean ready() {
    EngineHealth watched = engine;
    return watched != null && watched.ready();
  }

  private static <K> LongAdder of(Map<K, LongAdder> counters, K key) {
    return Objects.requireNonNull(counters.get(key));
  }

  /** Takes note of a record, which is the first of a run that began anew or not. */
  void certificate(WindowCertificate record) {
    record
        .anytime()
        .filter(run -> record.counts().units() == 1 && run.restart() > 1)
        .ifPresent(run -> of(restarts, run.cause()).increment());
  }

  Map<String, Long> restarts() {
    Map<String, Long> counts = new TreeMap<>();
    restarts.forEach((cause, count) -> counts.put(cause.label(), count.sum()));
    return counts;
  }

  /** A monitor of a map took a record, which lay outside of it or not. */
  void taken(MapRole role, boolean outsideMap) {
    of(taken, role).increment();
    if (outsideMap) {
      of(outside, role).increment();
    }
  }

  long taken(MapRole role) {
    return of(taken, role).sum();
  }

  long outside(MapRole role) {
    return of(outside, role).sum();
  }

  /** The map on trial passed over a record. */
  void shadowFailed() {
    shadowFailures.increment();
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

  long shadowFailures() {
    return shadowFailures.sum();
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
    (failed ? peersFailed : peersAnswered).increment();
  }

  Map<String, Long> asked() {
    return Map.of("answered", peersAnswered.sum(), "failed", peersFailed.sum());
  }

  /** Metrics were pushed to a collector, which took them or not. */
  void pushed(boolean succeeded) {
    (succeeded ? pushesSucceeded : pushesFailed).increment();
  }

  /** Spans were pushed to a collector, which took them or not. */
  void spansPushed(int spans, boolean succeeded) {
    (succeeded ? spansSucceeded : spansFailed).add(spans);
  }

  /** There was no room for a span until the next push. */
  void spanDropped() {
    spansDropped.increment();
  }

  Map<String, Long> spans() {
    return Map.of(
        "succeeded",
        spansSucceeded.sum(),
        "failed",
        spansFailed.sum(),
        "dropped",
        spansDropped.sum());
  }

  Map<String, Long> pushed() {
    return Map.of("succeeded", pushesSucceeded.sum(), "failed", pushesFailed.sum());
  }

  void refused(Refusal refusal) {
    of(refused, refusal).increment();
  }

  Map<String, Long> refused() {
    Map<String, Long> counts = new TreeMap<>();
    refused.forEach((refusal, count) -> counts.put(refusal.label(), count.sum()));
    return counts;
  }

  void transition() {
    transitions.increment();
  }

  void lateUnit() {
    lateUnits.increment();
  }

  long lateUnits() {
    return lateUnits.sum();
  }

  void rejected(String reason) {
    rejected.computeIfAbsent(reason, unused -> new LongAdder()).increment();
  }

  long transitions() {
    return transitions.sum();
  }

  Map<String, Long> rejected() {
    Map<String, Long> counts = new TreeMap<>();
    rejected.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
