package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.kahkm.engine.RecordStage;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.Test;

/** Spans of records: their times, their identities, and which records have any. */
class RecordTracerTest {
  private static final RecordStage STAGE = RecordStage.GATHER;

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private int dropped;

  private record Place(String topic, int partition, long offset) implements RecordMetadata {}

  private RecordTracer tracer(double share) {
    return new RecordTracer(share, clock, () -> dropped++);
  }

  private static Record<byte[], byte[]> record(long timestamp) {
    return new Record<>(null, null, timestamp);
  }

  private static void trace(RecordTracer tracer, RecordMetadata place, long timestamp) {
    tracer.begins(STAGE, record(timestamp), place, place);
    tracer.ends();
  }

  private static Optional<Double> waited(Span span) {
    return span.getAttributesList().stream()
        .filter(one -> one.getKey().equals("kahkm.wait_seconds"))
        .map(KeyValue::getValue)
        .map(value -> value.getDoubleValue())
        .findFirst();
  }

  @Test
  void aSpanBeginsNowAndItsPartsLieWhereTheyWere() {
    RecordTracer tracer = tracer(1);
    Place place = new Place("plant.states", 3, 41);
    tracer.begins(STAGE, record(Scenario.START - 2_500), place, place);
    long part = System.nanoTime();
    tracer.part("decode", part, part + 1_000);
    tracer.part("encode", part + 1_000, part + 5_000);
    tracer.ends();

    List<Span> spans = tracer.take();
    assertThat(spans).hasSize(3);
    Span whole = spans.get(0);
    long begin = Scenario.START * 1_000_000;
    assertThat(whole.getStartTimeUnixNano()).isEqualTo(begin);
    assertThat(whole.getEndTimeUnixNano()).isBetween(begin, begin + 60_000_000_000L);
    assertThat(waited(whole)).contains(2.5);
    assertThat(spans.get(1).getStartTimeUnixNano()).isBetween(begin, whole.getEndTimeUnixNano());
    for (int i = 1; i < 3; i++) {
      Span below = spans.get(i);
      assertThat(below.getParentSpanId()).isEqualTo(whole.getSpanId());
      assertThat(below.getTraceId()).isEqualTo(whole.getTraceId());
      assertThat(below.getEndTimeUnixNano() - below.getStartTimeUnixNano())
          .isEqualTo(i == 1 ? 1_000 : 4_000);
    }
    assertThat(spans.get(2).getStartTimeUnixNano()).isEqualTo(spans.get(1).getEndTimeUnixNano());
    assertThat(tracer.take()).isEmpty();
  }

  @Test
  void aRecordFromTheFutureDidNotWait() {
    RecordTracer tracer = tracer(1);
    trace(tracer, new Place("a", 0, 1), 0);
    trace(tracer, new Place("a", 0, 2), Scenario.START + 10_000);

    List<Span> spans = tracer.take();
    assertThat(waited(spans.get(0))).contains(Scenario.START / 1e3);
    assertThat(waited(spans.get(1))).contains(0.0);
  }

  /** Places that follow each other must not be traced or left out together. */
  @Test
  void theShareHoldsOfEveryTopicAndPartitionAndNoTwoTracesAreOne() {
    RecordTracer tracer = tracer(0.25);
    Set<ByteString> traces = new HashSet<>();
    Set<ByteString> ids = new HashSet<>();
    int all = 0;
    for (String topic : List.of("a", "b", "ab", "ba")) {
      for (int partition = 0; partition < 4; partition++) {
        List<Boolean> traced = new ArrayList<>();
        for (long offset = 0; offset < 2_000; offset++) {
          trace(tracer, new Place(topic, partition, offset), 0);
          List<Span> spans = tracer.take();
          traced.add(!spans.isEmpty());
          for (Span span : spans) {
            traces.add(span.getTraceId());
            ids.add(span.getSpanId());
            assertThat(span.getTraceId().size()).isEqualTo(16);
            assertThat(span.getSpanId().size()).isEqualTo(8);
          }
        }
        long count = traced.stream().filter(one -> one).count();
        // Five standard deviations of a binomial count are 97.
        assertThat((double) count).as(topic + partition).isCloseTo(500, within(97.0));
        long twice = 0;
        for (int i = 1; i < traced.size(); i++) {
          twice += traced.get(i) && traced.get(i - 1) ? 1 : 0;
        }
        assertThat((double) twice).as("two in a row").isCloseTo(125, within(60.0));
        all += (int) count;
      }
    }
    assertThat(traces).hasSize(all);
    assertThat(ids).hasSize(all);
  }

  @Test
  void nothingIsTracedWithoutAShareAndAllWithTheWhole() {
    RecordTracer none = tracer(0);
    RecordTracer every = tracer(1);
    for (long offset = 0; offset < 1_000; offset++) {
      trace(none, new Place("a", 0, offset), 0);
      trace(every, new Place("a", 0, offset), 0);
    }

    assertThat(none.take()).isEmpty();
    assertThat(every.take()).hasSize(1_000);
  }

  @Test
  void spansForWhichThereIsNoRoomAreCounted() {
    RecordTracer tracer = tracer(1);
    int taken = 0;
    for (long offset = 0; offset < 9_000; offset++) {
      trace(tracer, new Place("a", 0, offset), 0);
      taken++;
    }

    int kept = tracer.take().size();
    assertThat(kept).isLessThan(taken);
    assertThat(dropped).isEqualTo(taken - kept);
  }

  @Test
  void theNextRecordHasNoneOfTheOneBefore() {
    RecordTracer tracer = tracer(1);
    Place place = new Place("plant.states", 3, 41);
    tracer.begins(STAGE, record(0), place, place);
    tracer.part("decode", System.nanoTime(), System.nanoTime());
    tracer.say("kahkm.stream", "pump");
    tracer.say("kahkm.stream", "mill");
    tracer.ends();
    assertThat(tracer.take())
        .hasSize(2)
        .first()
        .satisfies(span -> assertThat(said(span)).isEqualTo(List.of("pump")));

    trace(tracer, new Place("plant.states", 3, 42), 0);
    assertThat(tracer.take()).singleElement().satisfies(span -> assertThat(said(span)).isEmpty());
  }

  private static List<String> said(Span span) {
    return span.getAttributesList().stream()
        .filter(one -> one.getKey().equals("kahkm.stream"))
        .map(one -> one.getValue().getStringValue())
        .toList();
  }
}
