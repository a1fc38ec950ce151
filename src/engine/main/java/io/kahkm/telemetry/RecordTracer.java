package io.kahkm.telemetry;

import com.google.protobuf.ByteString;
import io.kahkm.engine.RecordStage;
import io.kahkm.engine.TraceParent;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Traces the way of some records through the engine: one span for each stage, with the encoding and
 * the updates of monitors below it. Which records, and under which ids, follows from where they
 * were read, or from their header {@code traceparent}: a record that is done again after a crash
 * has the same spans again. Thread-safe; a record is that of the thread that began it.
 */
final class RecordTracer {
  /** Spans that wait for the next push; further ones are dropped and counted. */
  private static final int MOST_WAITING = 8192;

  /** Spans below one stage: a record of many readings completes many rows. */
  private static final int MOST_BELOW = 128;

  private static final double MILLIS_PER_SECOND = 1e3;

  private final double share;
  private final InstantSource clock;
  private final BlockingQueue<Span> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Runnable dropped;
  private final ThreadLocal<Work> works = ThreadLocal.withInitial(Work::new);

  /** The record of one thread. */
  private static final class Work {
    /** Null while the record is not traced, and without one. */
    private Span.@Nullable Builder span;

    private final List<Span> below = new ArrayList<>();
    private long high;
    private long low;
    private long id;
    private long beganNanos;
    private long beganEpoch;

    /** Nanoseconds since 1970 of a reading of the clock of elapsed time. */
    private long epoch(long nanos) {
      return beganEpoch + nanos - beganNanos;
    }
  }

  /**
   * A tracer that has traced nothing yet.
   *
   * @param share share of the records without a trace of their own that are traced, 0 to 1
   * @param clock the time of the spans
   * @param dropped told of each span for which there is no room
   */
  RecordTracer(double share, InstantSource clock, Runnable dropped) {
    this.share = share;
    this.clock = clock;
    this.dropped = dropped;
  }

  /** A record begins, as {@link io.kahkm.engine.EngineListener#begins} says. */
  void begins(
      RecordStage stage,
      Record<byte[], byte[]> record,
      RecordMetadata place,
      RecordMetadata origin) {
    Work work = works.get();
    work.span = null;
    work.below.clear();
    long read = place(origin);
    TraceParent parent = TraceParent.of(record.headers());
    boolean sampled = parent != null && parent.sampled();
    if (!sampled && (mix(read) >>> 1) >= share * Long.MAX_VALUE) {
      return;
    }
    work.high = parent == null ? mix(read + 1) : parent.high();
    work.low = parent == null ? mix(read + 2) | 1 : parent.low();
    work.id = span(work, stage, place);
    work.beganNanos = System.nanoTime();
    long now = clock.millis();
    work.beganEpoch = TimeUnit.MILLISECONDS.toNanos(now);
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(id(work.high, work.low))
            .setSpanId(id(work.id))
            .setName(stage.label() + " " + place.topic())
            .setKind(Span.SpanKind.SPAN_KIND_CONSUMER)
            .setStartTimeUnixNano(work.beganEpoch)
            .addAttributes(OtlpMessage.text("messaging.system", "kafka"))
            .addAttributes(OtlpMessage.text("messaging.operation.type", "process"))
            .addAttributes(OtlpMessage.text("messaging.operation.name", stage.label()))
            .addAttributes(OtlpMessage.text("messaging.destination.name", place.topic()))
            .addAttributes(
                OtlpMessage.text(
                    "messaging.destination.partition.id", Integer.toString(place.partition())))
            .addAttributes(OtlpMessage.number("messaging.kafka.offset", place.offset()));
    if (!place.topic().equals(origin.topic())) {
      span.setParentSpanId(id(span(work, RecordStage.ROUTE, origin)));
    } else if (parent != null) {
      span.setParentSpanId(id(parent.span()));
    }
    if (record.timestamp() >= 0) {
      span.addAttributes(
          OtlpMessage.number(
              "kahkm.wait_seconds", Math.max(0, now - record.timestamp()) / MILLIS_PER_SECOND));
    }
    work.span = span;
  }

  /** The present record spent time in a part of its stage. */
  void part(String name, long fromNanos, long toNanos) {
    Work work = works.get();
    if (work.span == null || work.below.size() == MOST_BELOW) {
      return;
    }
    work.below.add(
        Span.newBuilder()
            .setTraceId(id(work.high, work.low))
            .setSpanId(id(mix(work.id + work.below.size() + 1) | 1))
            .setParentSpanId(id(work.id))
            .setName(name)
            .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
            .setStartTimeUnixNano(work.epoch(fromNanos))
            .setEndTimeUnixNano(work.epoch(toNanos))
            .build());
  }

  /** Says something of the thread's record, if it is traced; of several values the first stays. */
  void say(String attribute, String value) {
    Span.Builder span = works.get().span;
    if (span != null
        && span.getAttributesList().stream().noneMatch(said -> said.getKey().equals(attribute))) {
      span.addAttributes(OtlpMessage.text(attribute, value));
    }
  }

  /** The record ends; its spans wait for the next push. */
  void ends() {
    Work work = works.get();
    Span.Builder span = work.span;
    if (span == null) {
      return;
    }
    work.span = null;
    offer(span.setEndTimeUnixNano(work.epoch(System.nanoTime())).build());
    work.below.forEach(this::offer);
  }

  private void offer(Span span) {
    if (!waiting.offer(span)) {
      dropped.run();
    }
  }

  /** Takes what waits, in the order in which it ended. */
  List<Span> take() {
    List<Span> spans = new ArrayList<>();
    waiting.drainTo(spans);
    return spans;
  }

  /** Not 0, and for one trace, stage and place always the same. */
  private static long span(Work work, RecordStage stage, RecordMetadata place) {
    return mix(work.high ^ work.low ^ place(place) ^ hash(stage.label())) | 1;
  }

  private static long place(RecordMetadata metadata) {
    return mix(mix(hash(metadata.topic()) + metadata.partition()) + metadata.offset());
  }

  private static long hash(String text) {
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash + text.charAt(i));
    }
    return hash;
  }

  /** Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014), its mix of bits. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static ByteString id(long... parts) {
    ByteBuffer bytes = ByteBuffer.allocate(parts.length * Long.BYTES);
    for (long part : parts) {
      bytes.putLong(part);
    }
    return ByteString.copyFrom(bytes.flip());
  }
}
