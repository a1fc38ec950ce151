package io.kahkm.bench.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Faults of the broker and of its disk. */
enum BrokerFault implements EngineFault {
  /** The broker is restarted in order. */
  TERM("broker-restart") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      return restart(site, site.broker()::stop, RESTART_SECONDS);
    }
  },
  /** The broker dies and comes back on its files. */
  KILL("broker-kill") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      return restart(site, site.broker()::kill, RESTART_SECONDS);
    }
  },
  /** The broker is away for longer than transactions may last. */
  AWAY("broker-away") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      return restart(site, site.broker()::kill, AWAY_SECONDS);
    }
  },
  /** Every write is flushed, and log files are as small as they may be. */
  SLOW_DISK("slow-disk") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      Set<String> topics = new TreeSet<>(site.topology().outputs().keySet());
      topics.add(site.topology().input());
      Map<String, String> usual = new HashMap<>();
      SLOW.keySet().forEach(name -> usual.put(name, null));
      site.cluster().configure(topics, SLOW);
      try {
        TimeUnit.SECONDS.sleep(SLOW_SECONDS);
        return InstanceFault.kill(site, random);
      } finally {
        site.cluster().configure(topics, usual);
      }
    }
  };

  /** Long enough for the engines to notice and say so. */
  private static final long RESTART_SECONDS = 12;

  private static final long AWAY_SECONDS = 25;
  private static final long SLOW_SECONDS = 10;
  private static final Map<String, String> SLOW =
      Map.of("flush.messages", "1", "segment.bytes", "1048576");

  private final String label;

  BrokerFault(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  private static FaultObservation restart(Site site, Runnable end, long awaySeconds)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    long inFlight = site.inFlight();
    end.run();
    TimeUnit.SECONDS.sleep(awaySeconds);
    site.broker().start();
    long start = System.nanoTime();
    Duration recovery = InstanceFault.recovery(site, start, site.marks(Site.PARTITIONS));
    return new FaultObservation(inFlight, recovery, site.engine(InstanceFault.FIRST).log());
  }
}
