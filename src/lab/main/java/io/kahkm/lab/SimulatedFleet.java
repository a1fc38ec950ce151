package io.kahkm.lab;

import io.kahkm.cli.Pace;
import io.kahkm.cli.TopicWriter;
import io.kahkm.internal.monitor.Pairing;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.topology.SimulateConfig;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds a demo's input topic with the topology file's simulated sensors, on a thread of its own.
 */
final class SimulatedFleet implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(SimulatedFleet.class);
  private static final double MILLIS_PER_SECOND = 1000;
  private static final long JOIN_MILLIS = 5_000;

  private final TopologyConfig config;
  private final SimulateConfig simulate;
  private final String bootstrap;
  private final AtomicLong sent = new AtomicLong();
  private final Thread thread = new Thread(this::produce, "kahkm-simulated-sensors");
  private volatile boolean stopping;
  private volatile IOException failure;

  private SimulatedFleet(TopologyConfig config, String bootstrap) {
    this.config = config;
    this.bootstrap = bootstrap;
    simulate = config.simulate().orElseThrow();
    thread.setDaemon(true);
  }

  static SimulatedFleet start(TopologyConfig config, String bootstrap) {
    SimulatedFleet fleet = new SimulatedFleet(config, bootstrap);
    fleet.thread.start();
    return fleet;
  }

  /** Readings written so far. */
  long sent() {
    return sent.get();
  }

  /** Throws what stopped the sensors, if anything did. */
  void requireRunning() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private void produce() {
    DynamicalSystem system = DynamicalSystems.named(simulate.system());
    long stepMillis =
        config
            .input()
            .step()
            .map(Duration::toMillis)
            .orElse(Math.round(system.timeStep() * MILLIS_PER_SECOND));
    SimulatedSensor.Mode mode =
        config.input().pairing() == Pairing.TRANSITIONS
            ? SimulatedSensor.Mode.PAIRS
            : SimulatedSensor.Mode.EPISODES;
    List<SimulatedSensor> sensors =
        SimulatedSensor.fleet(
            system, mode, simulate.settings(), System.currentTimeMillis(), stepMillis);
    try (TopicWriter writer = new TopicWriter(bootstrap, config.input().topic())) {
      Pace pace = new Pace(simulate.settings().rate());
      while (!stopping) {
        pace.await();
        for (SimulatedSensor sensor : sensors) {
          writer.send(sensor.stream(), SimulateCommand.message(system.sensors(), sensor.next()));
          sent.incrementAndGet();
        }
      }
      writer.flush();
    } catch (IOException e) {
      failure = e;
      LOGGER.error("the simulated sensors stopped: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends nothing more and waits until everything sent was acknowledged. */
  void stop() throws InterruptedException {
    stopping = true;
    thread.join(JOIN_MILLIS);
  }

  @Override
  public void close() {
    stopping = true;
  }
}
