package io.kahkm.broker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.utils.Time;

/**
 * Takes a broker that died off the books of its controller before it starts again.
 *
 * <p>A node whose broker did not stop in order begins with the metadata of its former self: it
 * leads all partitions, transactions of its transaction log among them, and ends those that are
 * due. When the controller then notices that the former self is gone, no partition has a leader for
 * a moment, since there is no other replica. Markers that are to be written just then are dropped,
 * as if the partitions had been deleted (seen in 4.3.1; the broker logs "Couldn't find leader
 * endpoint"), the transaction counts as complete, and nobody ever reads beyond it. A broker that
 * stopped in order has no leader in the metadata and does not do this. So the controller starts
 * alone first and forgets the broker.
 */
final class CrashedBroker {
  /** A broker leaves this file when it stops in order and removes it when it starts. */
  private static final String STOPPED_IN_ORDER = ".kafka_cleanshutdown";

  private static final int ANSWER_SECONDS = 30;
  private static final int RETRY_MILLIS = 200;

  private CrashedBroker() {}

  /** Whether this directory, which has been formatted, was left by a broker that died. */
  static boolean left(Path directory) {
    return !Files.exists(directory.resolve(STOPPED_IN_ORDER));
  }

  /**
   * Runs the controller alone until it has forgotten the broker.
   *
   * @param node its number
   * @param controller properties of the controller alone
   * @param address where it listens
   * @throws IllegalStateException if the controller does not start or does not answer
   */
  static void forget(int node, Properties controller, String address) {
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(controller, false), Time.SYSTEM);
    try {
      server.startup();
      try (Admin admin = Admin.create(Map.of("bootstrap.controllers", address))) {
        unregister(admin, node);
      }
    } catch (ExecutionException failure) {
      // One that died before it was ever registered.
      if (!(failure.getCause() instanceof BrokerIdNotRegisteredException)) {
        throw new IllegalStateException("the controller refuses", failure.getCause());
      }
    } catch (TimeoutException failure) {
      throw new IllegalStateException("the controller does not answer", failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", failure);
    } catch (RuntimeException failure) {
      throw new IllegalStateException("the controller did not start", failure);
    } finally {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  /** A controller that has just been elected may refuse for a moment, as if it were another one. */
  private static void unregister(Admin admin, int node)
      throws ExecutionException, TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
    while (true) {
      try {
        admin.unregisterBroker(node).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
        return;
      } catch (ExecutionException failure) {
        if (!(failure.getCause() instanceof NotControllerException)
            || System.nanoTime() > deadline) {
          throw failure;
        }
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
    }
  }
}
