package io.kahkm.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded broker as a process of its own, started by {@link BrokerProcess}. It prints one line
 * when it serves requests, sets its clock when a line tells it to, and ends in order on SIGTERM and
 * when its standard input ends, as it does when the parent has gone in whatever way.
 */
final class BrokerMain {
  /** Begins the line that says the broker serves requests; both ports follow. */
  static final String READY = "ready";

  /** Begins a line that sets the clock; the milliseconds that it is to be ahead follow. */
  static final String CLOCK = "clock ";

  /** An orderly stop waits for clients and files; a parent that has gone waits for nothing. */
  private static final long LONGEST_STOP_SECONDS = 20;

  private static final Logger LOGGER = LoggerFactory.getLogger(BrokerMain.class);

  private BrokerMain() {}

  /**
   * Runs until told to stop.
   *
   * @param arguments directory, port for clients, port of the controller (0 0: any free ones), then
   *     broker properties as {@code name=value}
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream parent = System.out;
    // The parent reads one line and no more: whatever else is printed belongs to the log.
    System.setOut(System.err);
    Path directory = Path.of(arguments[0]);
    BrokerPorts ports =
        new BrokerPorts(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    Map<String, String> overrides = new HashMap<>();
    for (int i = 3; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      overrides.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    BrokerClock clock = new BrokerClock();
    EmbeddedBroker broker = null;
    try {
      broker =
          ports.clients() == 0
              ? EmbeddedBroker.start(directory, overrides)
              : EmbeddedBroker.start(directory, ports, overrides, clock);
    } catch (IOException | RuntimeException failure) {
      LOGGER.error("the broker did not start", failure);
      // Threads of the half started broker would keep the process, and the parent waiting.
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "kahkm-broker-stop"));
    parent.println(READY + " " + broker.ports().clients() + " " + broker.ports().controller());
    parent.flush();
    obey(clock);
    haltAfter(LONGEST_STOP_SECONDS);
    System.exit(0);
  }

  /** Sets the clock as it is told, until the input ends. */
  private static void obey(BrokerClock clock) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (line.startsWith(CLOCK)) {
        clock.ahead(Duration.ofMillis(Long.parseLong(line.substring(CLOCK.length()))));
      }
    }
  }

  private static void haltAfter(long seconds) {
    Thread guard =
        new Thread(
            () -> {
              try {
                TimeUnit.SECONDS.sleep(seconds);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "kahkm-broker-halt");
    guard.setDaemon(true);
    guard.start();
  }
}
