package io.kahkm.bench.soak;

import io.kahkm.bench.BenchReport;
import io.kahkm.internal.kahm.Model;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs engines under load, injects faults one after the other, and compares everything they publish
 * and store with the sequential run after each. For one thread; runs once.
 */
public final class Soak {
  /**
   * Kafka settings of engines that take over quickly; docs/evidence/faults.md says what each is
   * for.
   */
  static final Map<String, String> QUICK_TAKEOVER =
      Map.of(
          "num.stream.threads", "2",
          "num.standby.replicas", "1",
          "session.timeout.ms", "6000",
          "heartbeat.interval.ms", "2000",
          "transaction.timeout.ms", "5000");

  /** How often brokers look for transactions whose time is over. */
  static final String OVERDUE_SCAN = "transaction.abort.timed.out.transaction.cleanup.interval.ms";

  /** Brokers that find the transactions of a dead instance soon. */
  private static final Map<String, String> QUICK_SCAN = Map.of(OVERDUE_SCAN, "1000");

  private static final int KILLS = 20;
  private static final double RATE = 10;

  /** Of three tags a reading: as many records as rows come, and half of them again. */
  private static final double TAG_RATE = 5;

  /** Three brokers write everything three times, and share the machine with the engines. */
  private static final double CLUSTER_RATE = 5;

  private static final long CALM_SECONDS = 1;

  /** So that compaction shows within minutes; the engine's own choice is 16 MB. */
  private static final Map<String, String> CHANGELOG_SETTINGS = Map.of("segment.bytes", "1048576");

  private static final long SEGMENT_BYTES = 1 << 20;

  /** Key, sequence and framing of a journaled observation. */
  private static final long JOURNAL_ENTRY_BYTES = 150;

  private final SoakSettings settings;
  private final Function<TopologyConfig, Model> fitter;
  private final Consumer<String> progress;
  private final List<Trial> trials = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private final long start = System.nanoTime();

  /**
   * Prepares a soak; nothing is started.
   *
   * @param settings what is done
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   */
  Soak(SoakSettings settings, Function<TopologyConfig, Model> fitter, Consumer<String> progress) {
    this.settings = settings;
    this.fitter = fitter;
    this.progress = progress;
  }

  /**
   * Every fault in turn, at brokers that look for overdue transactions every ten seconds.
   *
   * @param seed of load and chance
   * @param previous class path of an earlier release, empty for none
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   * @return a soak of about twenty minutes
   */
  public static Soak everyFault(
      long seed,
      Optional<String> previous,
      Function<TopologyConfig, Model> fitter,
      Consumer<String> progress) {
    List<EngineFault> faults = new ArrayList<>();
    // They read the input from its beginning, which is short now.
    faults.addAll(List.of(new ModelUpgrade(), new ReleaseRoll(previous)));
    faults.addAll(Collections.nCopies(KILLS / 4, InstanceFault.KILL_STANDBY));
    faults.addAll(Collections.nCopies(2, InstanceFault.ZOMBIE));
    faults.addAll(Collections.nCopies(2, BrokerFault.TERM));
    faults.addAll(Collections.nCopies(2, BrokerFault.KILL));
    faults.addAll(List.of(BrokerFault.AWAY, BrokerFault.SLOW_DISK));
    faults.addAll(List.of(InstanceFault.REBALANCE, InstanceFault.UPGRADE));
    faults.addAll(Collections.nCopies(2, new PromotionFault()));
    faults.addAll(List.of(new PageAsked(), new Poisoned()));
    faults.addAll(List.of(StateFault.values()));
    faults.addAll(List.of(InputFault.values()));
    faults.add(new AuthorizationLost());
    faults.addAll(Collections.nCopies(3, InstanceFault.KILL));
    faults.add(new PartitionAdded());
    return new Soak(settings(Load.ROWS, faults, Optional.empty(), seed), fitter, progress);
  }

  /**
   * One of two instances is killed twenty times, at brokers that look for overdue transactions
   * every second: what the dead one had begun hides what its heir commits until they find it.
   *
   * @param seed of load and chance
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   * @return a soak of some minutes
   */
  public static Soak takeovers(
      long seed, Function<TopologyConfig, Model> fitter, Consumer<String> progress) {
    SoakSettings settings =
        new SoakSettings(
            Load.ROWS,
            Collections.nCopies(KILLS, InstanceFault.KILL_STANDBY),
            Optional.empty(),
            seed,
            RATE,
            BrokerPlan.one(QUICK_SCAN),
            QUICK_TAKEOVER);
    return new Soak(settings, fitter, progress);
  }

  /**
   * Elections, cuts, losses and wrong clocks of one of three brokers, and losses of engines on
   * them, under either version of Kafka's transactions.
   *
   * @param seed of load and chance
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   * @return two soaks of some minutes each, for the folders they are to run in
   */
  public static Map<String, Soak> onCluster(
      long seed, Function<TopologyConfig, Model> fitter, Consumer<String> progress) {
    Map<String, Soak> soaks = new LinkedHashMap<>();
    for (int version : List.of(2, 1)) {
      List<EngineFault> faults = new ArrayList<>(List.of(ClusterFault.values()));
      faults.add(new BrokerBehind());
      faults.addAll(Collections.nCopies(2, InstanceFault.KILL_STANDBY));
      faults.add(InstanceFault.ZOMBIE);
      if (version == 1) {
        faults.add(new TransactionUpgrade());
      }
      SoakSettings settings =
          new SoakSettings(
              Load.ROWS,
              faults,
              Optional.empty(),
              seed,
              CLUSTER_RATE,
              BrokerPlan.three(version, QUICK_SCAN),
              QUICK_TAKEOVER);
      soaks.put("cluster-" + version, new Soak(settings, fitter, progress));
    }
    return soaks;
  }

  /**
   * Kills, restarts of the broker and rebalances while rows are made of tags: once of tags that
   * come under the key of their stream, once of tags under keys of their own.
   *
   * @param seed of load and chance
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   * @return two soaks of some minutes each, for the folders they are to run in
   */
  public static Map<String, Soak> ofTags(
      long seed, Function<TopologyConfig, Model> fitter, Consumer<String> progress) {
    Map<String, Soak> soaks = new LinkedHashMap<>();
    for (Load load : List.of(Load.TAGS, Load.TAGS_BY_KEY)) {
      List<EngineFault> faults = new ArrayList<>();
      faults.addAll(Collections.nCopies(KILLS / 2, InstanceFault.KILL_STANDBY));
      faults.addAll(Collections.nCopies(2, BrokerFault.TERM));
      faults.addAll(List.of(BrokerFault.KILL, InstanceFault.REBALANCE));
      soaks.put(
          load.monitor(),
          new Soak(settings(load, faults, Optional.empty(), seed), fitter, progress));
    }
    return soaks;
  }

  /**
   * Faults at random for some time.
   *
   * @param duration how long faults are injected
   * @param seed of load and chance
   * @param previous class path of an earlier release, empty for none
   * @param fitter makes the model of a topology file that says what it is fitted from
   * @param progress told a line at every step
   * @return a soak that ends soon after the duration
   */
  public static Soak during(
      Duration duration,
      long seed,
      Optional<String> previous,
      Function<TopologyConfig, Model> fitter,
      Consumer<String> progress) {
    List<EngineFault> faults = new ArrayList<>();
    faults.addAll(List.of(InstanceFault.values()));
    faults.addAll(List.of(BrokerFault.values()));
    faults.addAll(List.of(StateFault.values()));
    faults.addAll(List.of(InputFault.values()));
    faults.addAll(List.of(new PromotionFault(), new PageAsked(), new Poisoned()));
    faults.add(new ReleaseRoll(previous));
    faults.addAll(List.of(new AuthorizationLost(), new PartitionAdded()));
    return new Soak(settings(Load.ROWS, faults, Optional.of(duration), seed), fitter, progress);
  }

  private static SoakSettings settings(
      Load load, List<EngineFault> faults, Optional<Duration> duration, long seed) {
    return new SoakSettings(
        load,
        faults,
        duration,
        seed,
        load.ofTags() ? TAG_RATE : RATE,
        BrokerPlan.one(AuthorizationLost.BROKER_SETTINGS),
        QUICK_TAKEOVER);
  }

  /**
   * Runs.
   *
   * @param directory empty, for everything that is written; left as it is
   * @return tables, of which one that did not pass says what went wrong, and pictures
   * @throws IOException if broker or engines cannot be run at all
   * @throws InterruptedException if interrupted; everything is ended then
   */
  public BenchReport run(Path directory) throws IOException, InterruptedException {
    SoakSettings possible = settings.withFaults(possible());
    Random random = new Random(settings.seed());
    SoakTopology topology =
        new SoakTopology(
            settings.load().monitor(),
            1,
            OptionalLong.empty(),
            0.1,
            0.05,
            settings.load(),
            SoakTopology.INPUT,
            true,
            settings.clientSettings());
    try (Site site =
        new Site(
            directory, topology, settings.rate(), settings.seed(), settings.brokers(), fitter)) {
      say("two instances start");
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      site.cluster().configure(new TreeSet<>(site.changelogs()), CHANGELOG_SETTINGS);
      site.feeder().resume();
      InstanceFault.awaitForecasts(site, Site.PARTITIONS);
      try (MemorySeries memory = new MemorySeries(site)) {
        Iterator<EngineFault> plan = possible.plan(random);
        boolean comparable = true;
        while (comparable && plan.hasNext()) {
          Trial trial = attempt(plan.next(), site, random);
          trials.add(trial);
          say(trial.line());
          comparable = trial.comparable();
        }
        return new SoakReport(
                settings,
                trials,
                leftOut,
                site.checker().drift(),
                memory.samples(),
                changelogLimit(site))
            .report();
      }
    }
  }

  private List<EngineFault> possible() throws InterruptedException {
    List<EngineFault> possible = new ArrayList<>();
    for (EngineFault fault : settings.faults()) {
      Optional<String> obstacle = fault.obstacle();
      if (obstacle.isEmpty()) {
        possible.add(fault);
      } else {
        leftOut.add(fault.label() + " was not tried: " + obstacle.get());
      }
    }
    return possible;
  }

  /** What is live three times over, and two segments of every partition. */
  private static long changelogLimit(Site site) throws IOException {
    long live = 0;
    int journal = site.blueprint(site.topology()).journalLength();
    for (byte[] snapshot : site.checker().snapshots().values()) {
      live += snapshot.length + journal * JOURNAL_ENTRY_BYTES;
    }
    int logs = SoakTopology.PARTITIONS * site.changelogs().size();
    return 3 * live + 2L * logs * SEGMENT_BYTES;
  }

  private Trial attempt(EngineFault fault, Site site, Random random)
      throws IOException, InterruptedException {
    say(fault.label() + ": " + fault.description().how());
    try {
      FaultObservation incident = fault.inject(site, random);
      TimeUnit.SECONDS.sleep(CALM_SECONDS);
      return Trial.of(fault, incident, site.settle().and(incident.verified()));
    } catch (IllegalStateException | IOException broken) {
      return Trial.failed(fault, broken.getMessage());
    }
  }

  private void say(String line) {
    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
    progress.accept(String.format(Locale.ROOT, "%3d:%02d %s", seconds / 60, seconds % 60, line));
  }
}
