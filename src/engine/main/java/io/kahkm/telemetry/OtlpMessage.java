package io.kahkm.telemetry;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.metrics.v1.Summary;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a scrape would read, as a message of the OpenTelemetry protocol: the same names, help texts,
 * labels and values, so that rules and dashboards serve both ways. Every point also carries the
 * label {@code application}, which a scrape gets from Prometheus' configuration.
 *
 * <p>Names keep their {@code _total} and {@code _info}: whoever turns the message into Prometheus'
 * series adds {@code _total} only where it is missing.
 */
final class OtlpMessage {
  private static final String SERVICE = "kahkm";

  private final Resource resource;
  private final InstrumentationScope scope;
  private final KeyValue application;
  private final long startNanos;

  /**
   * Begins with what is the same in every message.
   *
   * @param application the application id
   * @param instance what tells this instance from the others, as {@code host:port}
   * @param startMillis when counting began, milliseconds since 1970
   */
  OtlpMessage(String application, String instance, long startMillis) {
    // Prometheus makes the labels job and instance of name and instance.id; the rules expect kahkm.
    resource =
        Resource.newBuilder()
            .addAttributes(text("service.name", SERVICE))
            .addAttributes(text("service.instance.id", instance))
            .addAttributes(text("service.version", BuildInfo.current().version()))
            .build();
    scope = InstrumentationScope.newBuilder().setName(SERVICE).build();
    this.application = text("application", application);
    startNanos = TimeUnit.MILLISECONDS.toNanos(startMillis);
  }

  /** An attribute with a text. */
  static KeyValue text(String name, String value) {
    return KeyValue.newBuilder()
        .setKey(name)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /** An attribute with a whole number. */
  static KeyValue number(String name, long value) {
    return KeyValue.newBuilder()
        .setKey(name)
        .setValue(AnyValue.newBuilder().setIntValue(value))
        .build();
  }

  /** An attribute with a number. */
  static KeyValue number(String name, double value) {
    return KeyValue.newBuilder()
        .setKey(name)
        .setValue(AnyValue.newBuilder().setDoubleValue(value))
        .build();
  }

  /** The message with spans, from the same resource. */
  ExportTraceServiceRequest of(List<Span> spans) {
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder()
                .setResource(resource)
                .addScopeSpans(ScopeSpans.newBuilder().setScope(scope).addAllSpans(spans)))
        .build();
  }

  /**
   * The message.
   *
   * @param snapshots what a scrape would read
   * @param nowMillis when, milliseconds since 1970
   * @return the request to the collector
   */
  ExportMetricsServiceRequest of(MetricSnapshots snapshots, long nowMillis) {
    long now = TimeUnit.MILLISECONDS.toNanos(nowMillis);
    ScopeMetrics.Builder metrics = ScopeMetrics.newBuilder().setScope(scope);
    for (MetricSnapshot snapshot : snapshots) {
      metrics.addMetrics(metric(snapshot, now));
    }
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder().setResource(resource).addScopeMetrics(metrics))
        .build();
  }

  private Metric metric(MetricSnapshot snapshot, long now) {
    String name = snapshot.getMetadata().getPrometheusName();
    Metric.Builder metric = Metric.newBuilder();
    String help = snapshot.getMetadata().getHelp();
    if (help != null) {
      metric.setDescription(help);
    }
    if (snapshot instanceof CounterSnapshot counter) {
      Sum.Builder sum =
          Sum.newBuilder()
              .setIsMonotonic(true)
              .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
      counter
          .getDataPoints()
          .forEach(p -> sum.addDataPoints(number(p.getLabels(), p.getValue(), now)));
      return metric.setName(name + "_total").setSum(sum).build();
    }
    if (snapshot instanceof HistogramSnapshot histogram) {
      Histogram.Builder all =
          Histogram.newBuilder()
              .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
      histogram.getDataPoints().forEach(point -> all.addDataPoints(histogram(point, now)));
      return metric.setName(name).setHistogram(all).build();
    }
    if (snapshot instanceof SummarySnapshot summary) {
      Summary.Builder all = Summary.newBuilder();
      summary.getDataPoints().forEach(point -> all.addDataPoints(summary(point, now)));
      return metric.setName(name).setSummary(all).build();
    }
    Gauge.Builder gauge = Gauge.newBuilder();
    if (snapshot instanceof GaugeSnapshot values) {
      values
          .getDataPoints()
          .forEach(p -> gauge.addDataPoints(number(p.getLabels(), p.getValue(), now)));
    } else if (snapshot instanceof UnknownSnapshot values) {
      values
          .getDataPoints()
          .forEach(p -> gauge.addDataPoints(number(p.getLabels(), p.getValue(), now)));
    } else if (snapshot instanceof InfoSnapshot info) {
      info.getDataPoints().forEach(p -> gauge.addDataPoints(number(p.getLabels(), 1, now)));
      name += "_info";
    } else {
      throw new IllegalStateException("metric " + name + " is of a type that nothing here makes");
    }
    return metric.setName(name).setGauge(gauge).build();
  }

  private List<KeyValue> attributes(Labels labels) {
    List<KeyValue> attributes = new ArrayList<>(labels.size() + 1);
    attributes.add(application);
    for (int i = 0; i < labels.size(); i++) {
      attributes.add(text(labels.getPrometheusName(i), labels.getValue(i)));
    }
    return attributes;
  }

  private NumberDataPoint number(Labels labels, double value, long now) {
    return NumberDataPoint.newBuilder()
        .addAllAttributes(attributes(labels))
        .setStartTimeUnixNano(startNanos)
        .setTimeUnixNano(now)
        .setAsDouble(value)
        .build();
  }

  private HistogramDataPoint histogram(
      HistogramSnapshot.HistogramDataPointSnapshot point, long now) {
    HistogramDataPoint.Builder builder =
        HistogramDataPoint.newBuilder()
            .addAllAttributes(attributes(point.getLabels()))
            .setStartTimeUnixNano(startNanos)
            .setTimeUnixNano(now)
            .setSum(point.getSum());
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    long count = 0;
    for (int i = 0; i < buckets.size(); i++) {
      // The last bound is infinite and goes without saying.
      if (i < buckets.size() - 1) {
        builder.addExplicitBounds(buckets.getUpperBound(i));
      }
      builder.addBucketCounts(buckets.getCount(i));
      count += buckets.getCount(i);
    }
    return builder.setCount(count).build();
  }

  private SummaryDataPoint summary(SummarySnapshot.SummaryDataPointSnapshot point, long now) {
    SummaryDataPoint.Builder builder =
        SummaryDataPoint.newBuilder()
            .addAllAttributes(attributes(point.getLabels()))
            .setStartTimeUnixNano(startNanos)
            .setTimeUnixNano(now)
            .setCount(point.hasCount() ? point.getCount() : 0)
            .setSum(point.hasSum() ? point.getSum() : 0);
    for (Quantile quantile : point.getQuantiles()) {
      builder.addQuantileValues(
          SummaryDataPoint.ValueAtQuantile.newBuilder()
              .setQuantile(quantile.getQuantile())
              .setValue(quantile.getValue()));
    }
    return builder.build();
  }
}
