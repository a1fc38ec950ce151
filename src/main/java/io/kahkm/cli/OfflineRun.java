package io.kahkm.cli;

import io.kahkm.certificate.CertificateSettings;
import io.kahkm.closure.Projection;
import io.kahkm.kahm.Model;
import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.MonitorSettings;
import io.kahkm.monitor.Observation;
import io.kahkm.monitor.Pairing;
import io.kahkm.monitor.StreamMonitor;
import io.kahkm.numeric.Episodes;
import java.util.List;
import java.util.Optional;

/**
 * Feeds a file to the same state machine that runs live, with the closure frozen at the model's, so
 * that offline and live numbers are the same.
 */
final class OfflineRun {
  /** Receives what every row brought. */
  interface Visitor {
    /**
     * Called after every row.
     *
     * @param episode 0-based episode
     * @param step 0-based row of the episode
     * @param assessment valid only during the call
     */
    void visit(int episode, int step, Assessment assessment);
  }

  private OfflineRun() {}

  static void run(
      Model model,
      StateData data,
      int stride,
      List<Integer> horizons,
      Projection projection,
      Optional<CertificateSettings> certificates,
      Visitor visitor) {
    MonitorSettings settings =
        MonitorSettings.offline(
            data.pairs() ? Pairing.TRANSITIONS : Pairing.STATES,
            stride,
            horizons,
            projection,
            certificates);
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    Episodes episodes = data.episodes();
    long row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      if (data.pairs()) {
        Observation pair =
            Observation.transition(row++, episodes.state(e, 0), episodes.state(e, 1));
        visitor.visit(e, 0, monitor.advance(pair));
        continue;
      }
      String name = Integer.toString(e);
      for (int t = 0; t < episodes.length(e); t++) {
        boolean end = t + 1 == episodes.length(e);
        Observation state = Observation.state(row++, episodes.state(e, t), name, end);
        visitor.visit(e, t, monitor.advance(state));
      }
    }
  }
}
