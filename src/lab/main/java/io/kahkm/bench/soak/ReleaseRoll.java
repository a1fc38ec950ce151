package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.KnownFields;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Two instances of an earlier release are replaced one after the other by this one, under an
 * application of their own and a model that the earlier release fitted. What either publishes is
 * held to the sequential run in the fields that the earlier release writes.
 *
 * @param previous class path of the earlier release, empty where none is given
 */
record ReleaseRoll(Optional<String> previous) implements EngineFault {
  private static final String ONE = "roll-a";
  private static final String OTHER = "roll-b";
  private static final int FITTED_READINGS = 100;

  /** Far from the seeds of other maps of a run. */
  private static final long SEED = 1_000;

  private static final double CAUGHT_UP_SECONDS = 2;

  @Override
  public String label() {
    return "release-roll";
  }

  @Override
  public boolean first() {
    return true;
  }

  @Override
  public Optional<String> obstacle() {
    return previous.isPresent()
        ? Optional.empty()
        : Optional.of("no earlier release is given, see --previous");
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    Program earlier = Program.run(previous.orElseThrow());
    SoakTopology topology =
        site.topology()
            .withMap(
                "soak-roll-" + Integer.toHexString(random.nextInt()),
                SEED + random.nextInt(1 << 20))
            .withoutIncidents();
    fit(site, earlier, site.modelFile(topology.seed()));
    site.createOutputs(topology);
    site.ensure();
    Map<String, RunProcess> running = new LinkedHashMap<>();
    try {
      for (String name : List.of(ONE, OTHER)) {
        running.put(name, site.launch(name, topology, earlier));
      }
      awaitWork(site, topology, running);
      site.await(
          "the earlier release has caught up",
          () -> site.inFlight(topology) < CAUGHT_UP_SECONDS * site.recordsPerSecond());
      KnownFields known = new KnownFields();
      site.cluster()
          .read(List.copyOf(topology.outputs().keySet()), record -> known.learn(record.value()));
      long inFlight = site.inFlight(topology);
      Duration longest = Duration.ZERO;
      for (String name : List.of(ONE, OTHER)) {
        Map<Integer, Long> marks = site.forecastEnds(topology);
        long start = System.nanoTime();
        running.get(name).stop();
        running.put(name, site.launch(name, topology, site.program()));
        site.awaitForecasts(topology, marks);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        longest = took.compareTo(longest) > 0 ? took : longest;
        awaitWork(site, topology, running);
      }
      site.feeder().pause();
      site.await("everything is taken", () -> site.inFlight(topology) == 0);
      Verified verified = WholeRun.of(site, topology).published(known::reduce);
      String log = running.get(OTHER).log();
      running.values().forEach(RunProcess::stop);
      site.feeder().resume();
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      return new FaultObservation(inFlight, longest, log, verified);
    } finally {
      running.values().forEach(RunProcess::close);
    }
  }

  /** The earlier release's own {@code fit}, on readings of the law that is fed. */
  private static void fit(Site site, Program earlier, Path model)
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(List.of("run,q,p"));
    for (SimulatedSensor sensor :
        SimulatedSensor.fleet(
            DynamicalSystems.named("vanderpol"),
            SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(Feeder.STREAMS, 1, Feeder.EPISODE_LENGTH, 0, SEED, List.of()),
            0,
            1)) {
      for (int i = 0; i < FITTED_READINGS; i++) {
        SimulatedReading reading = sensor.next();
        lines.add(
            sensor.stream()
                + "-"
                + reading.episode()
                + ","
                + reading.state().get(0)
                + ","
                + reading.state().get(1));
      }
    }
    Path recording = Files.write(site.directory().resolve("roll.csv"), lines);
    Program fit = new Program(earlier.classPath(), earlier.main(), List.of("fit"));
    List<String> arguments = new ArrayList<>(RunProcess.options());
    arguments.addAll(
        fit.arguments(
            "--input=" + recording,
            "--state=q,p",
            "--episode=run",
            "--classes=8",
            "--scaling=none",
            "--horizons=1,10",
            "--output=" + model));
    Command.java(arguments);
  }

  /** Waits until both are ready and hold all partitions between them. */
  private static void awaitWork(Site site, SoakTopology topology, Map<String, RunProcess> running)
      throws InterruptedException {
    site.await(
        "instances " + running.keySet() + " hold all partitions",
        () -> {
          Map<String, Set<Integer>> held =
              new TreeMap<>(site.cluster().assignment(topology.name(), topology.input()));
          Set<Integer> covered = new TreeSet<>();
          held.values().forEach(covered::addAll);
          boolean ready = held.keySet().equals(running.keySet()) && covered.equals(Site.PARTITIONS);
          for (RunProcess engine : running.values()) {
            if (!engine.alive()) {
              throw new IllegalStateException(
                  "engine " + engine.name() + " ended by itself:\n" + engine.lastWords());
            }
            ready = ready && engine.ready();
          }
          return ready;
        });
  }
}
