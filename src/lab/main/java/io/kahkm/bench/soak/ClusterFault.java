package io.kahkm.bench.soak;

import io.kahkm.broker.BrokerCluster;
import io.kahkm.broker.BrokerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Faults of a cluster of several brokers, which goes on without one of them. */
enum ClusterFault implements EngineFault {
  /** Every partition gets another leader, again and again. */
  ELECTIONS("leader-elections") {
    @Override
    void strike(Site site, Random random) throws InterruptedException {
      int replicas = site.brokers().nodes().size();
      for (int i = 0; i < ELECTION_ROUNDS; i++) {
        site.cluster().moveLeaders(1 + random.nextInt(replicas - 1));
        TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(2_000));
      }
    }
  },
  /** All brokers are restarted in order, one after the other. */
  ROLL("broker-roll") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      for (BrokerProcess broker : site.brokers().nodes()) {
        broker.stop();
        broker.start();
        awaitInStep(site);
      }
    }
  },
  /** One broker dies and comes back. */
  LOST("broker-lost") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      BrokerProcess broker = any(site, random);
      broker.kill();
      TimeUnit.SECONDS.sleep(LOST_SECONDS);
      broker.start();
    }
  },
  /** Two of three die and come back: nothing can be written or elected meanwhile. */
  MAJORITY_LOST("majority-lost") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      List<BrokerProcess> most = new ArrayList<>(site.brokers().nodes());
      most.remove(random.nextInt(most.size()));
      most.forEach(BrokerProcess::kill);
      TimeUnit.SECONDS.sleep(LOST_SECONDS);
      site.brokers().start(most);
    }
  },
  /** One broker takes no part for less time than after which others take over its partitions. */
  STALLED("broker-stalled") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      pause(site, random, STALLED_SECONDS);
    }
  },
  /** One broker takes no part until others have its partitions, and then believes to lead them. */
  FROZEN("broker-frozen") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      pause(site, random, AWAY_SECONDS);
    }
  },
  /** No packet reaches one broker or leaves it. */
  CUT("broker-cut") {
    @Override
    public Optional<String> obstacle() {
      return BrokerCluster.obstacleToCuts();
    }

    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      int node = number(site, random);
      site.brokers().cut(node);
      TimeUnit.SECONDS.sleep(AWAY_SECONDS);
      site.brokers().join(node);
    }
  },
  /** Engines reach all brokers, of which one and the others do not reach each other. */
  PARTED("broker-parted") {
    @Override
    public Optional<String> obstacle() {
      return BrokerCluster.obstacleToCuts();
    }

    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      int node = number(site, random);
      site.brokers().part(node);
      TimeUnit.SECONDS.sleep(AWAY_SECONDS);
      site.brokers().join(node);
    }
  },
  /** The clock of one broker is set forward and back, again and again. */
  CLOCK("broker-clock") {
    @Override
    void strike(Site site, Random random) throws IOException, InterruptedException {
      BrokerProcess broker = any(site, random);
      for (int i = 0; i < CLOCK_ROUNDS; i++) {
        broker.setClockAhead(CLOCK_STEP.multipliedBy(i % 3 - 1));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(1_500));
      }
      broker.setClockAhead(Duration.ZERO);
    }
  };

  private static final int ELECTION_ROUNDS = 10;
  private static final long LOST_SECONDS = 12;

  /** Longer than a transaction may last, shorter than the session of a broker, 9 s. */
  private static final long STALLED_SECONDS = 7;

  /** Longer than the session of a broker, and than a transaction after it. */
  private static final long AWAY_SECONDS = 20;

  private static final int CLOCK_ROUNDS = 21;

  /** Longer than all that brokers time in minutes, shorter than what they refuse, an hour. */
  private static final Duration CLOCK_STEP = Duration.ofMinutes(45);

  private final String label;

  ClusterFault(String label) {
    this.label = label;
  }

  /** Does it and takes it back. */
  abstract void strike(Site site, Random random) throws IOException, InterruptedException;

  @Override
  public String label() {
    return label;
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    return struck(site, random, () -> strike(site, random));
  }

  /** Something that happens to a cluster under load, and is over when it returns. */
  @FunctionalInterface
  interface Strike {
    void run() throws IOException, InterruptedException;
  }

  /** Waits until all is well, lets it happen, and waits until all is well again. */
  static FaultObservation struck(Site site, Random random, Strike strike)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    awaitInStep(site);
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    site.reader().forgetArrivals();
    // A silence is seen between two forecasts: of each partition one has to come before it.
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
    long inFlight = site.inFlight();
    strike.run();
    awaitInStep(site);
    site.awaitWork(Set.of(InstanceFault.FIRST, InstanceFault.SECOND));
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    return new FaultObservation(
        inFlight,
        site.reader().longestSilence(),
        site.engine(InstanceFault.FIRST).log() + site.engine(InstanceFault.SECOND).log());
  }

  static void awaitInStep(Site site) throws InterruptedException {
    site.await("all replicas are in step", () -> site.cluster().inStep());
  }

  /** Number of one of the brokers. */
  private static int number(Site site, Random random) {
    return 1 + random.nextInt(site.brokers().nodes().size());
  }

  /** One of the brokers that do not keep the engines' group. */
  static BrokerProcess anyButCoordinator(Site site, Random random) throws InterruptedException {
    List<BrokerProcess> nodes = site.brokers().nodes();
    int other = 1 + random.nextInt(nodes.size() - 1);
    int coordinator = site.cluster().coordinator(site.topology().name()) - 1;
    return nodes.get((coordinator + other) % nodes.size());
  }

  /** One of the brokers. */
  static BrokerProcess any(Site site, Random random) {
    return site.brokers().nodes().get(number(site, random) - 1);
  }

  private static void pause(Site site, Random random, long seconds)
      throws IOException, InterruptedException {
    long pid = any(site, random).process().orElseThrow().pid();
    Command.pause(pid);
    TimeUnit.SECONDS.sleep(seconds);
    Command.resume(pid);
  }
}
