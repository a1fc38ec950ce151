package io.kahkm.bench.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Faults of single engines. */
enum InstanceFault implements EngineFault {
  /** One of two is killed while the other holds copies of its stores. */
  KILL_STANDBY("kill-standby") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      standbys(site, 1);
      return kill(site, random);
    }
  },
  /** One of two is killed and the other has to restore its stores first. */
  KILL("kill") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      standbys(site, 0);
      return kill(site, random);
    }
  },
  /** Instances come and go as planned. */
  REBALANCE("rebalance") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(FIRST, SECOND);
      SoakTopology usual = site.topology();
      // Partitions move at once, and not when the newcomers have caught up some minutes later.
      site.topology(usual.withKafka(Map.of("acceptable.recovery.lag", "1000000000")));
      site.restart(FIRST, SECOND);
      awaitForecasts(site, Site.PARTITIONS);
      site.reader().forgetArrivals();
      long inFlight = site.inFlight();
      site.ensure(FIRST);
      site.ensure(FIRST, SECOND, THIRD);
      site.await(
          "all three hold partitions",
          () -> site.assignment().values().stream().filter(held -> !held.isEmpty()).count() == 3);
      awaitForecasts(site, Site.PARTITIONS);
      String log = site.engine(THIRD).log();
      site.ensure(SECOND);
      awaitForecasts(site, Site.PARTITIONS);
      Duration silence = site.reader().longestSilence();
      site.topology(usual);
      site.restart(FIRST, SECOND);
      return new FaultObservation(inFlight, silence, log);
    }
  },
  /** An instance that was taken for dead comes back in the middle of a transaction. */
  ZOMBIE("zombie") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(FIRST, SECOND);
      Site.Share share = site.victim(random);
      RunProcess victim = share.engine();
      long inFlight = site.inFlight();
      long start = System.nanoTime();
      victim.pause();
      TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
      Map<Integer, Long> marks = site.marks(share.partitions());
      Duration recovery = recovery(site, start, marks);
      TimeUnit.SECONDS.sleep(2);
      victim.resume();
      site.awaitWork(Set.of(FIRST, SECOND));
      return new FaultObservation(inFlight, recovery, victim.log());
    }
  },
  /** Both instances are replaced one after the other by the same program from another place. */
  UPGRADE("upgrade") {
    @Override
    public FaultObservation inject(Site site, Random random)
        throws IOException, InterruptedException {
      site.ensure(FIRST, SECOND);
      site.reader().forgetArrivals();
      long inFlight = site.inFlight();
      Program program = site.program();
      site.program(
          program.at(ProgramCopy.make(program.classPath(), site.directory().resolve("upgrade"))));
      for (String name : List.of(FIRST, SECOND)) {
        site.engine(name).stop();
        site.start(name);
        site.awaitWork(Set.of(FIRST, SECOND));
      }
      awaitForecasts(site, Site.PARTITIONS);
      return new FaultObservation(
          inFlight, site.reader().longestSilence(), site.engine(SECOND).log());
    }
  };

  static final String FIRST = "a";
  static final String SECOND = "b";
  static final String THIRD = "c";

  /** What a dead process had handed to the system arrives within this time. */
  private static final long SETTLING_MILLIS = 50;

  private final String label;

  InstanceFault(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  private static void standbys(Site site, int count) throws IOException, InterruptedException {
    String wanted = Integer.toString(count);
    if (!wanted.equals(site.topology().kafka().get("num.standby.replicas"))) {
      site.topology(site.topology().withKafka(Map.of("num.standby.replicas", wanted)));
      site.restart(FIRST, SECOND);
      awaitForecasts(site, Site.PARTITIONS);
    }
    site.ensure(FIRST, SECOND);
  }

  static FaultObservation kill(Site site, Random random) throws IOException, InterruptedException {
    // At any moment of a transaction.
    TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
    Site.Share share = site.victim(random);
    RunProcess victim = share.engine();
    long inFlight = site.inFlight();
    long start = System.nanoTime();
    victim.kill();
    TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
    Duration recovery = recovery(site, start, site.marks(share.partitions()));
    String log = site.engine(victim.name().equals(FIRST) ? SECOND : FIRST).log();
    site.ensure(FIRST, SECOND);
    return new FaultObservation(inFlight, recovery, log);
  }

  /** Time until every marked partition has gone on. */
  static Duration recovery(Site site, long start, Map<Integer, Long> marks)
      throws InterruptedException {
    OptionalLong recovered = site.reader().awaitBeyond(marks, Site.LONGEST);
    if (recovered.isEmpty()) {
      throw site.late("new forecasts of partitions " + site.reader().lacking(marks));
    }
    return Duration.ofNanos(recovered.getAsLong() - start);
  }

  /** Waits until every partition gives forecasts of now. */
  static void awaitForecasts(Site site, Set<Integer> partitions) throws InterruptedException {
    recovery(site, System.nanoTime(), site.marks(partitions));
  }
}
