package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaitingRecordsTest {
  private static final TopicPartition ONE = new TopicPartition("in", 0);
  private static final TopicPartition TWO = new TopicPartition("in", 1);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Set<Long> unreadable = new HashSet<>();
  private final WaitingRecords waiting =
      new WaitingRecords(
          new WaitingRecords.Position() {
            @Override
            public Set<TopicPartition> assigned() {
              return consumer.assignment();
            }

            @Override
            public void pause(Collection<TopicPartition> partitions) {
              consumer.pause(partitions);
            }

            @Override
            public void resume(Collection<TopicPartition> partitions) {
              consumer.resume(partitions);
            }

            @Override
            public void seek(TopicPartition partition, long offset) {
              consumer.seek(partition, offset);
            }
          },
          record -> record.partition() == 1 || !unreadable.contains(record.offset()));

  @BeforeEach
  void assign() {
    consumer.assign(List.of(ONE, TWO));
    consumer.updateBeginningOffsets(new HashMap<>(Map.of(ONE, 0L, TWO, 0L)));
  }

  private void add(TopicPartition partition, int from, int to) {
    for (int offset = from; offset < to; offset++) {
      consumer.addRecord(
          new ConsumerRecord<>(
              partition.topic(), partition.partition(), offset, new byte[1], new byte[1]));
    }
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    waiting.wake();
    return waiting.hold(consumer.poll(Duration.ZERO));
  }

  private static List<Long> offsets(
      ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
    return records.records(partition).stream().map(ConsumerRecord::offset).toList();
  }

  @Test
  void aRecordThatCannotBeReadStaysWithAllBehindItWhileOthersContinue() {
    add(ONE, 0, 4);
    add(TWO, 0, 4);
    unreadable.add(2L);

    ConsumerRecords<byte[], byte[]> first = poll();
    assertThat(offsets(first, ONE)).containsExactly(0L, 1L);
    assertThat(offsets(first, TWO)).containsExactly(0L, 1L, 2L, 3L);
    assertThat(first.nextOffsets().get(ONE).offset()).isEqualTo(2);
    assertThat(first.nextOffsets().get(TWO).offset()).isEqualTo(4);
    assertThat(consumer.paused()).containsExactly(ONE);

    add(TWO, 4, 6);
    ConsumerRecords<byte[], byte[]> second = poll();
    assertThat(offsets(second, ONE)).isEmpty();
    assertThat(offsets(second, TWO)).containsExactly(4L, 5L);

    unreadable.clear();
    add(ONE, 2, 5);
    assertThat(offsets(poll(), ONE)).containsExactly(2L, 3L, 4L);
    assertThat(consumer.paused()).isEmpty();
  }

  @Test
  void aPartitionRunsWhenNeitherWantsItPaused() {
    add(ONE, 0, 2);
    unreadable.add(0L);
    assertThat(poll().isEmpty()).isTrue();
    waiting.resume(List.of(ONE, TWO));
    assertThat(consumer.paused()).as("it waits").containsExactly(ONE);

    waiting.pause(List.of(ONE, TWO));
    unreadable.clear();
    poll();
    assertThat(consumer.paused()).as("its owner paused it").containsExactlyInAnyOrder(ONE, TWO);
    waiting.resume(List.of(ONE, TWO));
    assertThat(consumer.paused()).isEmpty();
    add(ONE, 0, 2);
    assertThat(offsets(poll(), ONE)).containsExactly(0L, 1L);
  }

  @Test
  void whatIsRevokedWaitsNoMore() {
    add(ONE, 0, 2);
    unreadable.add(0L);
    poll();
    consumer.assign(List.of(TWO));
    poll();
    consumer.assign(List.of(ONE, TWO));
    waiting.resume(List.of(ONE));
    assertThat(consumer.paused()).isEmpty();
  }
}
