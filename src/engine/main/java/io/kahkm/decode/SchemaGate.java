package io.kahkm.decode;

import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.decode.registry.SchemaRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says whether a record can be read without waiting for its schema, and fetches schemas meanwhile
 * on threads of its own: whoever reads records leaves those that cannot be read yet where they are.
 * A registry that does not answer is asked again every half second.
 *
 * <p>Safe for use by several threads.
 */
public final class SchemaGate {
  private static final Logger LOGGER = LoggerFactory.getLogger(SchemaGate.class);

  /** Requests at the same time. */
  private static final int THREADS = 4;

  /** Ids that wait for an answer; others are asked for when there is room. */
  private static final int MOST_ASKED = 64;

  private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();
  private static final long LOG_NANOS = Duration.ofMinutes(1).toNanos();

  private final SchemaRegistry registry;
  private final int idBytes;
  private final Consumer<Boolean> answers;
  private final LongSupplier clock;
  private final Set<SchemaRegistry.Key> asked = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor threads;

  /** When the registry was found unavailable last; 0 while it answers. */
  private long failedAt;

  /** Since when it has not answered. */
  private long failingSince;

  private long loggedAt;

  /**
   * A gate that has asked for nothing.
   *
   * @param registry where schemas come from; shared with those who read the records
   * @param idBytes bytes of the schema's id before a value, 4 or 8
   * @param answers told after each request whether the registry answered, from any thread
   */
  public SchemaGate(SchemaRegistry registry, int idBytes, Consumer<Boolean> answers) {
    this(registry, idBytes, answers, System::nanoTime);
  }

  /** The same with a clock of its own, in nanoseconds since any moment. */
  SchemaGate(SchemaRegistry registry, int idBytes, Consumer<Boolean> answers, LongSupplier clock) {
    this.clock = clock;
    this.registry = registry;
    this.idBytes = idBytes;
    this.answers = answers;
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "schema-registry");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Whether a record can be read now. If not, its schema is being asked for.
   *
   * @param record of the input; not modified
   * @return true too for records that cannot be read at all
   */
  public boolean opens(InputRecord record) {
    SchemaRegistry.Key key = key(record);
    if (key == null || registry.isAnswered(key)) {
      return true;
    }
    if (asked.size() < MOST_ASKED && !rests() && asked.add(key)) {
      threads.execute(() -> ask(key));
    }
    return false;
  }

  private SchemaRegistry.@Nullable Key key(InputRecord record) {
    byte[] value = record.value();
    if (value == null || value.length == 0 || value.length > InputJson.LONGEST_VALUE) {
      return null;
    }
    try {
      byte[] payload = value;
      if (CloudEvents.isStructured(record)) {
        FlatTree tree = new FlatTree();
        tree.parse(value, 0);
        payload = CloudEvents.bytes(tree);
      }
      WireFormat wire = WireFormat.of(record, payload, idBytes);
      return new SchemaRegistry.Key(wire.kind(), wire.id());
    } catch (Unreadable unreadable) {
      return null;
    }
  }

  private synchronized boolean rests() {
    return failedAt != 0 && clock.getAsLong() - failedAt < PAUSE_NANOS;
  }

  private void ask(SchemaRegistry.Key key) {
    try {
      registry.ask(key);
      answered();
    } catch (RegistryUnavailableException unavailable) {
      failed(unavailable);
    } catch (RuntimeException | Error wrong) {
      LOGGER.error("Asking the schema registry failed; keep this log for the developers", wrong);
      failed(new RegistryUnavailableException(wrong.toString(), wrong));
    } finally {
      asked.remove(key);
    }
  }

  private void answered() {
    synchronized (this) {
      if (failedAt != 0) {
        LOGGER.info(
            "The schema registry {} answers again after {} s; waiting records continue. No action"
                + " needed.",
            registry.address(),
            Duration.ofNanos(clock.getAsLong() - failingSince).toSeconds());
        failedAt = 0;
      }
    }
    answers.accept(true);
  }

  private void failed(RegistryUnavailableException unavailable) {
    synchronized (this) {
      long now = clock.getAsLong();
      if (failedAt == 0) {
        failingSince = now;
        loggedAt = now - LOG_NANOS;
      }
      failedAt = now;
      if (now - loggedAt >= LOG_NANOS) {
        loggedAt = now;
        LOGGER.warn(
            "The schema registry does not answer: {}. Partitions whose next record needs it wait,"
                + " nothing is lost, and it is asked again twice a second. If this lasts, see"
                + " KahkmRegistryUnavailable in the runbook.",
            unavailable.getMessage());
      }
    }
    answers.accept(false);
  }
}
