package io.kahkm.stream.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka gets a time that it can go on with; the engine gets what the record carries. */
class RecordTimestampsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final long HALF_AN_HOUR = 1_800_000;

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "1600000000000, true",
    "1700001800000, true",
    "1700001800001, false",
    "-1, false",
    "9223372036854775807, false"
  })
  void aTimeThatKafkaDoesNotTakeTravelsInAHeader(long carried, boolean kept) {
    assertThat(NOW + HALF_AN_HOUR).isEqualTo(1_700_001_800_000L);
    RecordHeaders headers = new RecordHeaders();
    headers.add(RecordTimestamps.HEADER, "77".getBytes(UTF_8)).add("other", new byte[0]);
    ConsumerRecord<Object, Object> record =
        new ConsumerRecord<>(
            "t",
            0,
            5,
            carried,
            TimestampType.CREATE_TIME,
            1,
            1,
            "k",
            "v",
            headers,
            Optional.empty());

    long extracted =
        new RecordTimestamps(InstantSource.fixed(Instant.ofEpochMilli(NOW))).extract(record, 3);

    assertThat(extracted).isEqualTo(kept ? carried : NOW);
    assertThat(headers.lastHeader(RecordTimestamps.HEADER) == null).isEqualTo(kept);
    assertThat(headers.lastHeader("other")).isNotNull();
    assertThat(RecordTimestamps.of(new Record<>(new byte[0], new byte[0], extracted, headers)))
        .isEqualTo(carried);
  }
}
