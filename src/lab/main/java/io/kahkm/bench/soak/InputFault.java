package io.kahkm.bench.soak;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Faults of what arrives. Both engines restart in the middle, since what stops one stops it twice.
 */
enum InputFault implements EngineFault {
  /** Records without a timestamp. */
  NO_TIMESTAMP("no-timestamp", SenderClock.NONE),
  /** Clocks that are twenty years ahead, and are set right again. */
  CLOCK_AHEAD("clock-ahead", SenderClock.AHEAD);

  private static final long SECONDS = 5;

  /** A topic refuses records so far ahead unless it is told to take them. */
  private static final String AHEAD_LIMIT = "message.timestamp.after.max.ms";

  private final String label;
  private final SenderClock clock;

  InputFault(String label, SenderClock clock) {
    this.label = label;
    this.clock = clock;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    site.reader().forgetArrivals();
    long inFlight = site.inFlight();
    Set<String> input = Set.of(site.topology().input());
    site.cluster().configure(input, Map.of(AHEAD_LIMIT, Long.toString(Long.MAX_VALUE)));
    site.feeder().clock(clock);
    try {
      TimeUnit.SECONDS.sleep(SECONDS);
      requireAlive(site);
      site.restart(InstanceFault.FIRST, InstanceFault.SECOND);
      TimeUnit.SECONDS.sleep(SECONDS);
      requireAlive(site);
    } finally {
      site.feeder().clock(SenderClock.RIGHT);
    }
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    Map<String, String> usual = new HashMap<>();
    usual.put(AHEAD_LIMIT, null);
    site.cluster().configure(input, usual);
    return new FaultObservation(
        inFlight, site.reader().longestSilence(), site.engine(InstanceFault.FIRST).log());
  }

  private static void requireAlive(Site site) {
    for (String name : new String[] {InstanceFault.FIRST, InstanceFault.SECOND}) {
      if (!site.engine(name).alive()) {
        throw new IllegalStateException(
            "engine " + name + " stopped:\n" + site.engine(name).lastWords());
      }
    }
  }
}
