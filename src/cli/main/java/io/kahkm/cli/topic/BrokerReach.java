package io.kahkm.cli.topic;

import io.kahkm.cli.console.UsageException;
import io.kahkm.stream.client.EngineException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.common.config.ConfigException;

/**
 * Whether anything listens where brokers should be: Kafka's clients keep trying for half a minute
 * and fill the log meanwhile.
 */
public final class BrokerReach {
  private static final Duration LONGEST = Duration.ofSeconds(8);
  private static final int ATTEMPT_MILLIS = 2_000;
  private static final int PAUSE_MILLIS = 500;

  private BrokerReach() {}

  /**
   * Waits until one of the brokers takes a connection.
   *
   * @param bootstrap value of bootstrap.servers
   * @throws EngineException if none does within eight seconds; it names them and the way out
   * @throws UsageException if the value is missing or names no address
   */
  public static void require(String bootstrap) throws EngineException, InterruptedException {
    require(bootstrap, LONGEST);
  }

  /** The same with another time in which one must. */
  static void require(String bootstrap, Duration longest)
      throws EngineException, InterruptedException {
    if (bootstrap == null) {
      throw new UsageException(
          "kafka.bootstrap.servers is missing: name the brokers there or with --bootstrap");
    }
    long deadline = System.nanoTime() + longest.toNanos();
    IOException last;
    do {
      last = attempt(addresses(bootstrap));
      if (last == null) {
        return;
      }
      Thread.sleep(PAUSE_MILLIS);
    } while (System.nanoTime() < deadline);
    throw new EngineException(
        "no broker answers at "
            + bootstrap
            + " ("
            + last.getMessage()
            + "); start it, or name another with --bootstrap or kafka.bootstrap.servers",
        last);
  }

  private static List<InetSocketAddress> addresses(String bootstrap) {
    try {
      return ClientUtils.parseAndValidateAddresses(
          List.of(bootstrap.split("\\s*,\\s*")), "use_all_dns_ips");
    } catch (ConfigException e) {
      throw new UsageException("bootstrap.servers " + bootstrap + ": " + e.getMessage());
    }
  }

  /** Why no address took a connection, or null if one did. */
  private static IOException attempt(List<InetSocketAddress> addresses) {
    IOException failure = null;
    for (InetSocketAddress address : addresses) {
      try (Socket socket = new Socket()) {
        socket.connect(address, ATTEMPT_MILLIS);
        return null;
      } catch (IOException e) {
        failure = e;
      }
    }
    return failure;
  }
}
