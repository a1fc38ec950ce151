package io.kahkm.telemetry;

import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.meter.Meter;
import io.kahkm.telemetry.meter.Samples;
import io.kahkm.text.StreamNames;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the samples of a scrape from the present state of the streams. A series exists exactly
 * while its value does, so nothing has to be registered, moved or removed as streams come, go and
 * change places, and one scrape is consistent in itself.
 */
final class EngineCollector implements MultiCollector {
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
    EngineMeters.MAPS.put(maps, samples);
    EngineMeters.COUNTS.put(counters, samples);
    boolean trial = maps.anyShadow().isPresent();
    if (trial) {
      EngineMeters.ROLES.put(counters, samples);
    }
    Moment moment = new Moment(clock.millis(), silentAfter, endedAfter);
    EngineMeters.STREAMS.put(HeldStreams.of(streams, moment, certified), samples);
    TagMeters.METERS.put(tags, samples);
    alerts.collect(samples);
    fleet.get().ifPresent(certificate -> streamSamples.put(certificate, samples));
    for (TrackedStream stream : streams.first(limit, moment)) {
      samples.at(stream.name());
      streamSamples.put(stream, moment, samples);
      if (trial) {
        StreamSamples.putRoles(stream, moment, samples);
      }
    }
    return samples.snapshots();
  }

  @Override
  public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
    return MeterNames.all().stream()
        .filter(meter -> meter.type() != Meter.Type.HISTOGRAM)
        .map(meter -> Samples.descriptor(meter, names))
        .toList();
  }
}
