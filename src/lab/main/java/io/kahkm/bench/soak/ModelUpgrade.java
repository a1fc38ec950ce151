package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Verified;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A new map takes over as the runbook says. */
final class ModelUpgrade implements EngineFault {
  private static final String INSTANCE = "next";
  private static final double CAUGHT_UP_SECONDS = 2;

  @Override
  public String label() {
    return "model-upgrade";
  }

  @Override
  public boolean first() {
    return true;
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
    SoakTopology old = site.topology();
    SoakTopology next =
        old.withMap("soak-next-" + Integer.toHexString(random.nextInt()), old.seed() + 1);
    site.createOutputs(next);
    try (RunProcess engine = site.launch(INSTANCE, next)) {
      awaitCertificates(site, next, site.checker().snapshots().keySet());
      long inFlight = site.inFlight();
      Map<Integer, Long> marks = site.forecastEnds(next);
      long start = System.nanoTime();
      site.ensure();
      site.awaitForecasts(next, marks);
      Duration recovery = Duration.ofNanos(System.nanoTime() - start);
      site.feeder().pause();
      site.await("the new map has taken everything", () -> site.inFlight(next) == 0);
      Verified verified = verify(site, next);
      String log = engine.log();
      site.feeder().resume();
      site.ensure(InstanceFault.FIRST, InstanceFault.SECOND);
      return new FaultObservation(inFlight, recovery, log, verified);
    }
  }

  /** Waits until the new map keeps pace and has closed a window of every stream. */
  private static void awaitCertificates(Site site, SoakTopology next, Set<String> streams)
      throws InterruptedException {
    site.await(
        "the new map has caught up",
        () -> site.inFlight(next) < CAUGHT_UP_SECONDS * site.recordsPerSecond());
    site.await(
        "every stream has a certificate of the new map",
        () -> {
          TimeUnit.SECONDS.sleep(1);
          Set<String> certified = new TreeSet<>();
          site.cluster()
              .read(
                  List.of(next.name() + ".certificates"),
                  record -> certified.add(new String(record.key(), StandardCharsets.UTF_8)));
          return certified.containsAll(streams);
        });
  }

  /** Computes the whole input under the new map and compares everything it published and stored. */
  private static Verified verify(Site site, SoakTopology next)
      throws IOException, InterruptedException {
    WholeRun whole = WholeRun.of(site, next);
    return whole
        .published(value -> value)
        .and(
            StoredCheck.run(
                site.cluster(), site.config(next), site.blueprint(next), whole.snapshots()));
  }
}
