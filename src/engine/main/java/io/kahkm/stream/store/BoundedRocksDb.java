package io.kahkm.stream.store;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the memory of all stores of the process together: one block cache that also holds indexes
 * and filters, and one write buffer budget charged to it. Without this every store of every
 * partition takes 50 MB and more of its own. Kafka Streams creates one object per store.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
  private static final long CACHE_BYTES = 96L * 1024 * 1024;
  private static final long WRITE_BUFFER_BYTES = 32L * 1024 * 1024;
  private static final long BLOCK_BYTES = 4L * 1024;
  private static final int WRITE_BUFFERS_PER_STORE = 2;

  /** Lives as long as the process: Kafka Streams closes stores, never these. */
  private static final class Shared {
    static final Cache CACHE = new LRUCache(CACHE_BYTES);
    static final WriteBufferManager WRITE_BUFFERS =
        new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

    private Shared() {}
  }

  /** Creates the setter; called by Kafka Streams. */
  public BoundedRocksDb() {}

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(Shared.CACHE);
    table.setBlockSize(BLOCK_BYTES);
    table.setCacheIndexAndFilterBlocks(true);
    options.setWriteBufferManager(Shared.WRITE_BUFFERS);
    options.setMaxWriteBufferNumber(WRITE_BUFFERS_PER_STORE);
    options.setTableFormatConfig(table);
  }

  @Override
  public void close(String storeName, Options options) {}
}
