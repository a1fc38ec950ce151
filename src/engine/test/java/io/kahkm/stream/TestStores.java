package io.kahkm.stream;

import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StreamPlaces;
import java.util.OptionalInt;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stores of a task, journals included. */
public final class TestStores {
  private TestStores() {}

  /** A store by its name; of a journal what is written. */
  static KeyValueStore<Bytes, byte[]> of(TopologyTestDriver driver, String name) {
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(name);
    return store == null ? journal(driver, name).written() : store;
  }

  static JournalStore journal(TopologyTestDriver driver, String name) {
    return (JournalStore) driver.getStateStore(name);
  }

  /** Whether a stream would be one more than so many. */
  public static boolean exceeds(StreamPlaces.Store store, byte[] key, int most) {
    return new StreamPlaces(OptionalInt.of(most), more -> {}, () -> false).isOneTooMany(store, key);
  }
}
