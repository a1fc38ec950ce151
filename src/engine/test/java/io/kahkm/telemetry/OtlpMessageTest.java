package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each kind of metric as it is pushed: its numbers, and from when to when it counts. */
class OtlpMessageTest {
  private static final long START = 1_000_000_000L;
  private static final long NOW = 2_000_000_000L;

  private final OtlpMessage message = new OtlpMessage("plant", "pump:9464", 1_000);

  private List<Metric> pushed(MetricSnapshots snapshots) {
    return message.of(snapshots, 2_000).getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
  }

  @Test
  void numbersCountFromTheStartOfTheProcess() {
    MetricSnapshots snapshots =
        new MetricSnapshots(
            new CounterSnapshot(
                new MetricMetadata("records"),
                List.of(new CounterSnapshot.CounterDataPointSnapshot(3, Labels.EMPTY, null, 0))),
            new HistogramSnapshot(
                new MetricMetadata("seconds"),
                List.of(
                    new HistogramSnapshot.HistogramDataPointSnapshot(
                        ClassicHistogramBuckets.of(
                            new double[] {1, 10, Double.POSITIVE_INFINITY}, new long[] {2, 1, 1}),
                        26.25,
                        Labels.EMPTY,
                        Exemplars.EMPTY,
                        0))),
            new GaugeSnapshot(
                new MetricMetadata("streams"),
                List.of(new GaugeSnapshot.GaugeDataPointSnapshot(7, Labels.EMPTY, null))));
    List<Metric> metrics = pushed(snapshots);

    assertThat(metrics)
        .extracting(Metric::getName)
        .containsExactly("records_total", "seconds", "streams");
    NumberDataPoint counter = metrics.get(0).getSum().getDataPoints(0);
    assertThat(counter.getAsDouble()).isEqualTo(3);
    assertThat(counter.getStartTimeUnixNano()).isEqualTo(START);
    assertThat(counter.getTimeUnixNano()).isEqualTo(NOW);
    HistogramDataPoint histogram = metrics.get(1).getHistogram().getDataPoints(0);
    assertThat(histogram.getStartTimeUnixNano()).isEqualTo(START);
    assertThat(histogram.getTimeUnixNano()).isEqualTo(NOW);
    assertThat(histogram.getExplicitBoundsList()).containsExactly(1.0, 10.0);
    assertThat(histogram.getBucketCountsList()).containsExactly(2L, 1L, 1L);
    assertThat(histogram.getCount()).isEqualTo(4);
    assertThat(histogram.getSum()).isEqualTo(26.25);
    assertThat(metrics.get(2).getGauge().getDataPoints(0).getAsDouble()).isEqualTo(7);
  }

  @Test
  void aSummaryHasTheValueOfEachQuantile() {
    SummarySnapshot pauses =
        new SummarySnapshot(
            new MetricMetadata("pause"),
            List.of(
                new SummarySnapshot.SummaryDataPointSnapshot(
                    4,
                    12.5,
                    Quantiles.of(new Quantile(0.5, 2.5), new Quantile(0.9, 6)),
                    Labels.of("gc", "minor"),
                    null,
                    0)));
    SummaryDataPoint point =
        pushed(new MetricSnapshots(pauses)).get(0).getSummary().getDataPoints(0);

    assertThat(point.getStartTimeUnixNano()).isEqualTo(START);
    assertThat(point.getTimeUnixNano()).isEqualTo(NOW);
    assertThat(point.getCount()).isEqualTo(4);
    assertThat(point.getSum()).isEqualTo(12.5);
    assertThat(point.getQuantileValuesList())
        .extracting(SummaryDataPoint.ValueAtQuantile::getQuantile)
        .containsExactly(0.5, 0.9);
    assertThat(point.getQuantileValuesList())
        .extracting(SummaryDataPoint.ValueAtQuantile::getValue)
        .containsExactly(2.5, 6.0);
    assertThat(point.getAttributesList())
        .extracting(attribute -> attribute.getValue().getStringValue())
        .containsExactly("plant", "minor");
  }
}
