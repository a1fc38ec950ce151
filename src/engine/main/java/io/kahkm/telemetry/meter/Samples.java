package io.kahkm.telemetry.meter;

import io.kahkm.text.StreamName;
import io.kahkm.text.StreamNames;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The values of one scrape, collected meter by meter. One owner. */
public final class Samples {
  private static final String STREAM = "stream";
  private static final String SITE = "site";

  /** Labels that say where a stream is, and parts of its name. */
  private static final List<String> PLACES = List.of(SITE, "area");

  private final Map<Meter, List<Sample>> samples = new LinkedHashMap<>();

  private final List<String> places;
  private List<String> place;

  private record Sample(Labels labels, double value) {}

  /**
   * No samples yet.
   *
   * @param names say which labels meters of streams have beside their own
   */
  public Samples(StreamNames names) {
    places = places(names);
    place = values(StreamName.NONE);
  }

  private static List<String> places(StreamNames names) {
    return PLACES.stream().filter(names::has).toList();
  }

  /** The labels of a meter in the order of {@link #put}, then those of where a stream is. */
  private static List<String> labels(Meter meter, StreamNames names) {
    return meter.labels().contains(STREAM)
        ? Stream.concat(meter.labels().stream(), places(names).stream()).toList()
        : meter.labels();
  }

  /**
   * From here on samples of streams are of one with this name.
   *
   * @param name where the stream is
   */
  public void at(StreamName name) {
    place = values(name);
  }

  private List<String> values(StreamName name) {
    return places.stream()
        .map(label -> StreamLabel.of(label.equals(SITE) ? name.site() : name.area()))
        .toList();
  }

  /**
   * Adds a sample; a value that is not a number stands for none. An infinite one, such as the error
   * of a forecast that diverged, becomes the largest double: alerts compare it, averages survive
   * it.
   */
  void put(Meter meter, double value, String[] first, String[] more) {
    if (Double.isNaN(value)) {
      return;
    }
    double finite = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
    List<String> labelValues = Stream.of(first, more).flatMap(Stream::of).toList();
    if (labelValues.size() != meter.labels().size()) {
      throw new IllegalArgumentException(
          meter.name() + " takes " + meter.labels() + ", got " + labelValues.size() + " values");
    }
    Labels labels = Labels.of(meter.labels(), labelValues);
    if (!places.isEmpty() && meter.labels().contains(STREAM)) {
      labels = labels.merge(Labels.of(places, place));
    }
    samples.computeIfAbsent(meter, unused -> new ArrayList<>()).add(new Sample(labels, finite));
  }

  /**
   * What was put.
   *
   * @return one snapshot for each meter with a sample
   */
  public MetricSnapshots snapshots() {
    List<MetricSnapshot> snapshots = new ArrayList<>();
    samples.forEach((meter, values) -> snapshots.add(snapshot(meter, values)));
    return new MetricSnapshots(snapshots);
  }

  private static MetricSnapshot snapshot(Meter meter, List<Sample> values) {
    MetricMetadata metadata = metadata(meter);
    return switch (meter.type()) {
      case GAUGE ->
          new GaugeSnapshot(
              metadata,
              values.stream()
                  .map(v -> new GaugeDataPointSnapshot(v.value, v.labels, null))
                  .toList());
      case COUNTER ->
          new CounterSnapshot(
              metadata,
              values.stream()
                  .map(v -> new CounterDataPointSnapshot(v.value, v.labels, null, 0))
                  .toList());
      case INFO ->
          new InfoSnapshot(
              metadata, values.stream().map(v -> new InfoDataPointSnapshot(v.labels)).toList());
      case HISTOGRAM -> throw new IllegalArgumentException(meter.name() + " is no single value");
    };
  }

  private static MetricMetadata metadata(Meter meter) {
    return new MetricMetadata(meter.registryName(), meter.help());
  }

  /**
   * How the registry knows a meter.
   *
   * @param meter the meter, no histogram
   * @param names say which labels meters of streams have beside their own
   * @return name, help, type and labels
   */
  public static MetricFamilyDescriptor descriptor(Meter meter, StreamNames names) {
    return MetricFamilyDescriptor.of(registryType(meter), metadata(meter), labels(meter, names));
  }

  /**
   * A number as people write it in a query.
   *
   * @param value the number
   * @return whole numbers without a fraction
   */
  public static String number(double value) {
    String text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static MetricType registryType(Meter meter) {
    return switch (meter.type()) {
      case COUNTER -> MetricType.COUNTER;
      case INFO -> MetricType.INFO;
      case GAUGE -> MetricType.GAUGE;
      case HISTOGRAM -> MetricType.HISTOGRAM;
    };
  }
}
