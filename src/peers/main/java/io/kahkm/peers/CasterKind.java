package io.kahkm.peers;

import com.amazon.randomcutforest.parkservices.ForecastDescriptor;
import com.amazon.randomcutforest.parkservices.RCFCaster;
import io.kahkm.bench.peers.Peer;
import io.kahkm.bench.peers.PeerKind;
import io.kahkm.bench.peers.PeerTask;
import java.util.List;

/**
 * The forecaster that AWS makes of its forest, all defaults. It forecasts every step up to the last
 * horizon at every reading and calibrates itself on them, asked or not: milliseconds each, so that
 * it takes part in small comparisons only.
 */
public final class CasterKind implements PeerKind {
  private static final long MOST_VALUES = 10_000;

  /** Without state; found as a service. */
  public CasterKind() {}

  @Override
  public String name() {
    return "AWS RCFCaster";
  }

  @Override
  public List<String> choices() {
    return ForestKind.words();
  }

  @Override
  public String choosesLike() {
    return ForestKind.NAME;
  }

  @Override
  public long mostValues() {
    return MOST_VALUES;
  }

  @Override
  public Peer learned(PeerTask task, int choice) {
    return task.teach(new Caster(task, ForestKind.SHINGLES[choice]));
  }

  private static final class Caster implements Peer {
    private final RCFCaster caster;
    private final List<Integer> horizons;
    private ForecastDescriptor last;
    private long taken;

    Caster(PeerTask task, int shingle) {
      horizons = task.horizons();
      caster =
          RCFCaster.builder()
              .dimensions(task.sensors().size() * shingle)
              .shingleSize(shingle)
              .forecastHorizon(horizons.get(horizons.size() - 1))
              .randomSeed(1)
              .build();
    }

    @Override
    public void startRun() {}

    @Override
    public void take(double[] reading) {
      last = caster.process(reading, taken++);
    }

    @Override
    public boolean forecast(int horizon, double[] into) {
      if (!caster.getForest().isOutputReady()) {
        return false;
      }
      ForestKind.copy(last.getTimedForecast().rangeVector.values, horizons.get(horizon), into);
      return true;
    }
  }
}
