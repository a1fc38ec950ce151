package io.kahkm.telemetry;

import io.kahkm.telemetry.meter.Meter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.jspecify.annotations.Nullable;

/** How long records take: the stages of their work, and from their timestamp on. Thread-safe. */
final class RecordTimes {
  private static final double MILLISECONDS_PER_SECOND = 1e3;

  /** From a small map in cache to several hundred classes; seconds. */
  private static final double[] STAGE_BUCKETS = {
    1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 1e-2, 5e-2
  };

  /** From one commit interval to a backlog worth a page; seconds. */
  private static final double[] LATENCY_BUCKETS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300
  };

  private final Histogram endToEnd;
  private final ThreadLocal<StageTimer> timers;

  /**
   * Registers the histograms.
   *
   * @param tracer told of the stages too; null where no records are traced
   */
  RecordTimes(PrometheusRegistry registry, @Nullable RecordTracer tracer) {
    Histogram encode = histogram(MeterNames.ENCODE_SECONDS, STAGE_BUCKETS, registry);
    Histogram update = histogram(MeterNames.UPDATE_SECONDS, STAGE_BUCKETS, registry);
    endToEnd = histogram(MeterNames.END_TO_END_LATENCY_SECONDS, LATENCY_BUCKETS, registry);
    timers = ThreadLocal.withInitial(() -> new StageTimer(encode, update, tracer));
  }

  /** Classic buckets for the text formats and rules, native ones for who scrapes Protobuf. */
  private static Histogram histogram(Meter meter, double[] buckets, PrometheusRegistry registry) {
    Histogram.Builder builder = Histogram.builder().name(meter.name()).help(meter.help());
    builder.withoutExemplars();
    return builder.classicUpperBounds(buckets).register(registry);
  }

  /** Times the stages of the calling thread's records. */
  StageTimer ofThread() {
    return timers.get();
  }

  /** A record was taken now; one without a timestamp carries -1. */
  void taken(long recordTimestamp, long now) {
    if (recordTimestamp >= 0) {
      endToEnd.observe(Math.max(0, now - recordTimestamp) / MILLISECONDS_PER_SECOND);
    }
  }
}
