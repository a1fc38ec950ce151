package io.kahkm.bench.peers;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.ReferenceChoice;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.Map;

/**
 * Our monitor, its model fitted with the defaults of {@code fit}, learning on, every forecast at
 * every reading, without certificates. Mutable, for one thread.
 */
final class OwnMonitor implements Peer {
  private static final double OMEGA = 4;
  private static final double BETA = 0.1;
  private static final int EPOCHS = 20;
  private static final double HOLDOUT = 0.2;

  private final StreamMonitor monitor;
  private int run;
  private String episode = "";
  private RowAssessment last = new RowAssessment();

  /** Makes them for the comparison. */
  static final class Kind implements PeerKind {
    static final String NAME = "KAHKM Streams";

    private static final int[] CLASSES = {8, 25};

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<String> choices() {
      return List.of(CLASSES[0] + " classes", CLASSES[1] + " classes");
    }

    @Override
    public List<String> scores() {
      return List.of("relations", "novelty");
    }

    @Override
    public boolean alarms() {
      return true;
    }

    @Override
    public Peer learned(PeerTask task, int choice) {
      return new OwnMonitor(task, CLASSES[choice]);
    }
  }

  private OwnMonitor(PeerTask task, int classes) {
    MapSettings map =
        new MapSettings(
            task.sensors(),
            classes,
            OMEGA,
            MapSettings.DEFAULT_TAU,
            MapSettings.Reconstruction.USUAL,
            new MapSettings.States(ScalingKind.STANDARD, task.delays(), 0));
    FitSettings settings =
        new FitSettings(
                map,
                new Partition.KMeansStart(0),
                ClosureMethod.NLMS,
                BETA,
                EPOCHS,
                HOLDOUT,
                FitSettings.DEFAULT_QUANTILE,
                task.horizons(),
                Map.of())
            .withReferences(ReferenceChoice.FEWEST);
    Model model = ModelFitter.fit(settings, Episodes.of(task.runs()), Progress.NONE).model();
    monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .pairing(Pairing.STATES)
                .horizons(task.horizons())
                .every(task.every())
                .learn(true)
                .beta(model.beta())
                .build(),
            model);
  }

  @Override
  public void startRun() {
    run++;
    episode = "run " + run;
  }

  @Override
  public void take(double[] reading) {
    last = monitor.advance(Observation.state(0, reading, episode, false));
  }

  @Override
  public boolean forecast(int horizon, double[] into) {
    if (last.issued().isEmpty()) {
      return false;
    }
    double[] state = last.issued().get(horizon).state();
    if (state == null) {
      throw new IllegalStateException("a model fitted with horizons has a readout for each");
    }
    System.arraycopy(state, 0, into, 0, into.length);
    return true;
  }

  @Override
  public double score(int which) {
    if (which == 0) {
      return last.alarms().relation();
    }
    return last.readiness() == Readiness.READY ? last.novelty() : Double.NaN;
  }

  @Override
  public boolean inAlarm() {
    return last.alarms().outsideMap() || last.alarms().relationBroken();
  }
}
