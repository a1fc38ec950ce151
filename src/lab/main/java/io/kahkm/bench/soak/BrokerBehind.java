package io.kahkm.bench.soak;

import io.kahkm.broker.BrokerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One of several brokers is so far behind the time that it takes all records for those of the
 * future and refuses them, and is set right again.
 */
final class BrokerBehind implements EngineFault {
  /** Farther than {@code message.timestamp.after.max.ms} lets records be ahead, an hour. */
  private static final Duration STEP = Duration.ofHours(-2);

  private static final Duration LATER = Duration.ofSeconds(30);

  private static final List<String> BOTH = List.of(InstanceFault.FIRST, InstanceFault.SECOND);

  private static final String AHEAD_LIMIT = "message.timestamp.after.max.ms";

  @Override
  public String label() {
    return "broker-behind";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    ClusterFault.awaitInStep(site);
    // After other faults one broker may lead nothing that is written, and refuse nothing.
    site.cluster().moveLeaders(1);
    long inFlight = site.inFlight();
    Set<String> input = Set.of(site.topology().input());
    // The senders of readings are not what is tried.
    site.cluster().configure(input, Map.of(AHEAD_LIMIT, Long.toString(Long.MAX_VALUE)));
    // By a clock behind the time no member of a group is ever late: its partitions would stay with
    // an instance that has stopped, and the other one would write nothing that is refused.
    BrokerProcess broker = ClusterFault.anyButCoordinator(site, random);
    String log;
    broker.setClockAhead(STEP);
    try {
      site.await(
          "an engine stops", () -> BOTH.stream().anyMatch(name -> !site.engine(name).alive()));
      log = whatItSaid(site);
      // The other one is told the same, or waits for the transaction of the first, which does not
      // end; so does one that is started now.
      for (String name : BOTH) {
        RunProcess later = site.engine(name).alive() ? site.engine(name) : site.start(name);
        if (later.awaitEnd(LATER).isEmpty()) {
          later.kill();
        }
      }
    } finally {
      broker.setClockAhead(Duration.ZERO);
    }
    // Transactions whose markers were refused are ended by the next coordinator.
    site.cluster().moveLeaders(1);
    ClusterFault.awaitInStep(site);
    Map<Integer, Long> marks = site.marks(Site.PARTITIONS);
    long start = System.nanoTime();
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    Duration recovery = InstanceFault.recovery(site, start, marks);
    Map<String, String> usual = new HashMap<>();
    usual.put(AHEAD_LIMIT, null);
    site.cluster().configure(input, usual);
    return new FaultObservation(inFlight, recovery, log);
  }

  /** What those printed that have stopped by themselves. */
  private static String whatItSaid(Site site) {
    return BOTH.stream()
        .map(site::engine)
        .filter(engine -> !engine.alive())
        .map(StateFault::requireGivingUp)
        .collect(Collectors.joining());
  }
}
