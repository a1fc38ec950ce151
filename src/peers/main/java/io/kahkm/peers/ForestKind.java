package io.kahkm.peers;

import com.amazon.randomcutforest.parkservices.AnomalyDescriptor;
import com.amazon.randomcutforest.parkservices.ThresholdedRandomCutForest;
import io.kahkm.bench.peers.Peer;
import io.kahkm.bench.peers.PeerKind;
import io.kahkm.bench.peers.PeerTask;
import java.util.List;

/**
 * The random cut forest of AWS with its thresholds and its extrapolation, all defaults: 50 trees of
 * 256 shingles, one thread, readings normalized by the forest itself. The length of the shingle has
 * no default. It cannot be told that a run ends.
 */
public final class ForestKind implements PeerKind {
  static final String NAME = "AWS random cut forest";
  static final int[] SHINGLES = {4, 8, 16};

  /** Without state; found as a service. */
  public ForestKind() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> choices() {
    return words();
  }

  static List<String> words() {
    return List.of("shingle " + SHINGLES[0], "shingle " + SHINGLES[1], "shingle " + SHINGLES[2]);
  }

  @Override
  public List<String> scores() {
    return List.of("anomaly score");
  }

  @Override
  public boolean alarms() {
    return true;
  }

  @Override
  public Peer learned(PeerTask task, int choice) {
    return task.teach(new Forest(task, SHINGLES[choice]));
  }

  private static final class Forest implements Peer {
    private final ThresholdedRandomCutForest forest;
    private final List<Integer> horizons;
    private AnomalyDescriptor last;
    private float[] forecast;
    private long taken;

    Forest(PeerTask task, int shingle) {
      horizons = task.horizons();
      forest =
          ThresholdedRandomCutForest.builder()
              .dimensions(task.sensors().size() * shingle)
              .shingleSize(shingle)
              .randomSeed(1)
              .build();
    }

    @Override
    public void startRun() {}

    @Override
    public void take(double[] reading) {
      last = forest.process(reading, taken++);
      forecast = null;
    }

    @Override
    public boolean forecast(int horizon, double[] into) {
      if (!forest.getForest().isOutputReady()) {
        return false;
      }
      if (forecast == null) {
        int longest = horizons.get(horizons.size() - 1);
        forecast = forest.extrapolate(longest).rangeVector.values;
      }
      copy(forecast, horizons.get(horizon), into);
      return true;
    }

    @Override
    public double score(int which) {
      return last.getRCFScore();
    }

    @Override
    public boolean inAlarm() {
      return last.getAnomalyGrade() > 0;
    }
  }

  /** The values of all sensors so many steps ahead, of forecasts step after step. */
  static void copy(float[] forecasts, int steps, double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] = forecasts[(steps - 1) * into.length + j];
    }
  }
}
