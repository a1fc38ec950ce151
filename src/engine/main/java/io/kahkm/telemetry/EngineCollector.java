package io.kahkm.telemetry;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.text.StreamNames;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Writes the samples of a scrape from the present state of the streams. A series exists exactly
 * while its value does, so nothing has to be registered, moved or removed as streams come, go and
 * change places, and one scrape is consistent in itself.
 */
final class EngineCollector implements MultiCollector {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final StreamTable streams;
  private final EngineCounters counters;
  private final TagMeters tags;
  private final AlertCounts alerts;
  private final StreamSamples streamSamples;
  private final Supplier<Optional<FleetCertificate>> fleet;
  private final ServedMaps maps;
  private final boolean certified;
  private final int limit;
  private final Duration silentAfter;
  private final Duration endedAfter;
  private final StreamNames names;
  private final InstantSource clock;

  EngineCollector(
      StreamTable streams,
      EngineCounters counters,
      TagMeters tags,
      AlertCounts alerts,
      StreamSamples streamSamples,
      Supplier<Optional<FleetCertificate>> fleet,
      ServedMaps maps,
      boolean certified,
      TelemetrySettings settings,
      InstantSource clock) {
    this.streams = streams;
    this.counters = counters;
    this.tags = tags;
    this.alerts = alerts;
    this.streamSamples = streamSamples;
    this.fleet = fleet;
    this.maps = maps;
    this.certified = certified;
    this.limit = settings.streams();
    this.silentAfter = settings.silentAfter();
    endedAfter = settings.endedAfter();
    names = settings.names();
    this.clock = clock;
  }

  @Override
  public MetricSnapshots collect() {
    Samples samples = new Samples(names);
    BuildInfo build = BuildInfo.current();
    samples.put(
        MeterNames.BUILD_INFO, 1, build.version(), build.revision(), Kernels.provider().name());
    maps.each().forEach(mode -> map(mode.main(), MapRole.MAIN, samples));
    boolean trial = maps.anyShadow().isPresent();
    if (trial) {
      roles(samples);
    }
    alarm("novelty", maps.weakest(MapIdentity::novelty), samples);
    alarm("relations", maps.weakest(MapIdentity::relations), samples);
    alarm("sensors", maps.weakest(MapIdentity::faults), samples);
    samples.put(MeterNames.TRANSITIONS, (double) counters.transitions());
    counters
        .restarts()
        .forEach((cause, n) -> samples.put(CertificateMeters.CERTIFICATE_RESTARTS, n, cause));
    samples.put(MeterNames.UNKNOWN_MODE_RECORDS, (double) counters.unknownModes());
    samples.put(MeterNames.FLEET_LATE_UNITS, (double) counters.lateUnits());
    counters.rejected().forEach((reason, n) -> samples.put(MeterNames.REJECTED_RECORDS, n, reason));
    counters.refused().forEach((reason, n) -> samples.put(MeterNames.HTTP_REFUSED, n, reason));
    counters
        .asked()
        .forEach((outcome, n) -> samples.put(MeterNames.HTTP_PEER_REQUESTS, n, outcome));
    samples.put(MeterNames.HISTORY_FAILURES, (double) counters.historyFailures());
    counters.pushed().forEach((outcome, n) -> samples.put(MeterNames.OTLP_PUSHES, n, outcome));
    counters.spans().forEach((outcome, n) -> samples.put(MeterNames.OTLP_SPANS, n, outcome));
    samples.put(MeterNames.READY, counters.ready() ? 1 : 0);
    samples.put(
        MeterNames.REGISTRY_AWAY, counters.registryAway(clock.millis()) / MILLIS_PER_SECOND);
    Moment moment = new Moment(clock.millis(), silentAfter, endedAfter);
    tags.collect(samples, clock.millis());
    alerts.collect(samples);
    streamCounts(moment, samples);
    fleet.get().ifPresent(certificate -> streamSamples.put(certificate, samples));
    for (TrackedStream stream : streams.first(limit, moment)) {
      samples.at(stream.name());
      streamSamples.put(stream, moment, samples);
      if (trial) {
        RoleSamples.put(stream, moment, samples);
      }
    }
    return samples.snapshots();
  }

  private static void map(MapIdentity map, MapRole role, Samples samples) {
    samples.put(
        MeterNames.MAP_INFO,
        1,
        map.fingerprint(),
        Integer.toString(map.classes()),
        StreamSamples.kappa(map.omega()),
        role.label());
  }

  private void roles(Samples samples) {
    maps.each().forEach(mode -> mode.shadow().ifPresent(map -> map(map, MapRole.SHADOW, samples)));
    for (MapRole role : MapRole.values()) {
      samples.put(RoleMeters.ROLE_RECORDS, (double) counters.taken(role), role.label());
      samples.put(RoleMeters.ROLE_OUTSIDE_RECORDS, (double) counters.outside(role), role.label());
    }
    samples.put(RoleMeters.SHADOW_FAILURES, (double) counters.shadowFailures());
    samples.put(RoleMeters.PROMOTIONS, (double) counters.promotions());
  }

  private static void alarm(String channel, AlarmState current, Samples samples) {
    for (AlarmState state : AlarmState.values()) {
      samples.put(MeterNames.ALARM_STATE, state == current ? 1 : 0, channel, state.label());
    }
  }

  private void streamCounts(Moment moment, Samples samples) {
    Map<StreamState, Integer> states = new EnumMap<>(StreamState.class);
    Map<String, Integer> verdicts = new TreeMap<>();
    int silent = 0;
    for (TrackedStream stream : streams.all()) {
      states.merge(stream.condition(moment).state(), 1, Integer::sum);
      String verdict = stream.verdict(moment).map(Verdict::label).orElse(MeterNames.NO_VERDICT);
      verdicts.merge(verdict, 1, Integer::sum);
      if (stream.silence(moment) == Silence.SILENT) {
        silent++;
      }
    }
    for (StreamState state : StreamState.values()) {
      samples.put(MeterNames.STREAMS, states.getOrDefault(state, 0), state.label());
    }
    samples.put(MeterNames.STREAMS_SILENT, silent);
    samples.put(MeterNames.FORGETTING_HELD, streams.forgettingHeld());
    if (certified) {
      for (String verdict : MeterNames.VERDICTS) {
        samples.put(MeterNames.CERTIFICATE_STREAMS, verdicts.getOrDefault(verdict, 0), verdict);
      }
    }
  }

  @Override
  public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
    return MeterNames.all().stream()
        .filter(meter -> meter.type() != MeterNames.Type.HISTOGRAM)
        .map(
            meter ->
                MetricFamilyDescriptor.of(
                    Samples.registryType(meter),
                    Samples.metadata(meter),
                    Samples.labels(meter, names)))
        .toList();
  }
}
