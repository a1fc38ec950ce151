package io.kahkm.bench.soak;

import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;

/** How the clocks of those who send readings go, in the records' timestamps and in the readings. */
enum SenderClock {
  /** As they should. */
  RIGHT,
  /** Records carry no timestamp, as those of very old clients and of some converters: -1. */
  NONE {
    @Override
    ProducerRecord<byte[], byte[]> record(String topic, byte[] key, byte[] value) {
      return new Stamped(topic, key, value, -1);
    }
  },
  /** Every sender is twenty years ahead, and every fourth stream's readings with it. */
  AHEAD {
    @Override
    ProducerRecord<byte[], byte[]> record(String topic, byte[] key, byte[] value) {
      return new Stamped(topic, key, value, System.currentTimeMillis() + TWENTY_YEARS_MILLIS);
    }

    @Override
    long readingTime(String stream, long millis) {
      return Math.floorMod(stream.hashCode(), 4) == 0 ? millis + TWENTY_YEARS_MILLIS : millis;
    }
  };

  static final long TWENTY_YEARS_MILLIS = Duration.ofDays(7305).toMillis();

  /** A record as such a sender makes it. */
  ProducerRecord<byte[], byte[]> record(String topic, byte[] key, byte[] value) {
    return new ProducerRecord<>(topic, key, value);
  }

  /** The time in a reading that is of this time. */
  long readingTime(String stream, long millis) {
    return millis;
  }

  /** The producer takes no negative timestamp from a record but sends what it has. */
  private static final class Stamped extends ProducerRecord<byte[], byte[]> {
    private final long timestamp;

    Stamped(String topic, byte[] key, byte[] value, long timestamp) {
      super(topic, key, value);
      this.timestamp = timestamp;
    }

    @Override
    public Long timestamp() {
      return timestamp;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Stamped stamped
          && super.equals(other)
          && stamped.timestamp == timestamp;
    }

    @Override
    public int hashCode() {
      return 31 * super.hashCode() + Long.hashCode(timestamp);
    }
  }
}
