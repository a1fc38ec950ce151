package io.kahkm.bench.soak;

import static io.kahkm.bench.soak.InstanceFault.FIRST;
import static io.kahkm.bench.soak.InstanceFault.SECOND;
import static io.kahkm.bench.soak.InstanceFault.THIRD;

import io.kahkm.bench.soak.comparison.TwoMaps;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A map is put on trial, promoted and rolled back while instances die and partitions move between
 * instances that know different roles.
 */
final class PromotionFault implements EngineFault {
  @Override
  public String label() {
    return "promotion";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    site.ensure(FIRST, SECOND);
    SoakTopology alone = site.topology();
    SoakTopology trial = alone.withShadow(alone.seed() + 1);
    long inFlight = site.inFlight();
    // Which record is the first of the map on trial must be known to compare bits.
    Verified verified = drained(site);
    site.topology(trial);
    site.checker().beginTrial(site.config(trial), site.blueprint(trial.swapped()));
    goOn(site);

    InstanceFault.kill(site, random);
    site.reader().forgetArrivals();
    site.topology(trial.swapped());
    // The first one is promoted by a kill, and a third takes partitions from one that is not yet.
    site.engine(FIRST).kill();
    site.ensure(FIRST, SECOND);
    site.ensure(FIRST, SECOND, THIRD);
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    for (String name : new String[] {SECOND, THIRD}) {
      site.engine(name).stop();
    }
    site.ensure(FIRST, SECOND);
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    Duration silence = site.reader().longestSilence();
    String log = site.engine(FIRST).log();

    site.topology(trial);
    for (String name : new String[] {SECOND, FIRST}) {
      site.engine(name).stop();
      site.start(name);
      site.awaitWork(Set.of(FIRST, SECOND));
    }
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
    verified = verified.and(drained(site));
    Map<String, byte[]> secondStored = site.checker().trialSnapshots();
    verified = verified.and(site.stored(trial.swapped().alone(), secondStored));
    requireBoth(site.checker().twoMaps());
    site.checker().endTrial();
    site.topology(alone);
    goOn(site);
    requireGone(site, trial.swapped().alone(), secondStored.keySet());
    return new FaultObservation(inFlight, silence, log, verified);
  }

  /** Everything sent is committed and compared, and nothing more is sent. */
  private static Verified drained(Site site) throws IOException, InterruptedException {
    site.feeder().pause();
    return site.settlePaused();
  }

  /** Both instances work under the present topology, and the load goes on. */
  private static void goOn(Site site) throws IOException, InterruptedException {
    site.restart(FIRST, SECOND);
    site.feeder().resume();
    InstanceFault.awaitForecasts(site, Site.PARTITIONS);
  }

  private static void requireBoth(TwoMaps maps) {
    if (maps.ofFirst() == 0 || maps.ofSecond() == 0) {
      throw new IllegalStateException(
          "no change of roles: "
              + maps.ofFirst()
              + " results of the one map, "
              + maps.ofSecond()
              + " of the other");
    }
  }

  /** What is stored of a map that no file names any more goes. */
  private static void requireGone(Site site, SoakTopology ended, Set<String> streams)
      throws IOException, InterruptedException {
    TopologyConfig config = site.config(ended);
    MonitorBlueprint blueprint = site.blueprint(ended);
    site.await(
        "nothing is stored of the map on trial",
        () -> StoredCheck.isGone(site.cluster(), config, blueprint, streams));
  }
}
