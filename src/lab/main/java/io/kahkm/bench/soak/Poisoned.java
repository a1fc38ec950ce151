package io.kahkm.bench.soak;

import static io.kahkm.bench.soak.InstanceFault.FIRST;
import static io.kahkm.bench.soak.InstanceFault.SECOND;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A record comes on which the engine throws, whatever instance reads it; instances that end are
 * started again, as whatever watches over them does.
 */
final class Poisoned implements EngineFault {
  private static final String ASIDE = "The engine failed again on the record";

  /** Stops that a record may cause in all, on whatever instances. */
  private static final int MOST_STOPS = 2;

  /** So that no other record of this run has the timestamp, and no topic deletes it for its age. */
  private static final Duration BACK = Duration.ofHours(1);

  @Override
  public String label() {
    return "poisoned";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    Program sound = site.program();
    long timestamp = System.currentTimeMillis() - BACK.toMillis();
    site.program(
        new Program(
            sound.classPath(), DefectiveRun.class.getName(), List.of(Long.toString(timestamp))));
    site.restart(FIRST, SECOND);
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    long inFlight = site.inFlight();
    long start = System.nanoTime();
    site.feeder().poison(timestamp);
    StringBuilder log = new StringBuilder();
    int[] stops = new int[1];
    site.await(
        "the record is quarantined",
        () -> {
          boolean aside = false;
          for (String name : List.of(FIRST, SECOND)) {
            RunProcess engine = site.engine(name);
            aside |= engine.log().contains(ASIDE);
            if (!engine.alive()) {
              stops[0]++;
              log.append(engine.log());
              start(site, name);
            }
          }
          // The last one that stopped may still be closing when another puts the record aside.
          return aside && stops[0] >= MOST_STOPS;
        });
    Duration recovery = InstanceFault.recovery(site, start, site.marks(Site.PARTITIONS));
    site.awaitWork(Set.of(FIRST, SECOND));
    for (String name : List.of(FIRST, SECOND)) {
      log.append(site.engine(name).log());
    }
    if (stops[0] != MOST_STOPS) {
      throw new IllegalStateException(
          stops[0] + " stops on one record, " + MOST_STOPS + " expected:\n" + log);
    }
    site.program(sound);
    site.restart(FIRST, SECOND);
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    return new FaultObservation(inFlight, recovery, log.toString());
  }

  private static void start(Site site, String name) {
    try {
      site.start(name);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
