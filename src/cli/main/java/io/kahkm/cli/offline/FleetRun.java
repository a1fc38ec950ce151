package io.kahkm.cli.offline;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Feeds a file of many streams to the monitors that run live, one per stream, and gathers their
 * units in the windows of the fleet. For one file and one thread.
 */
public final class FleetRun {
  private final Model model;
  private final MonitorSettings settings;
  private final Set<String> streams;
  private final Map<Long, FleetWindow> windows = new TreeMap<>();

  /** Feeds the whole file; a DataException says where it does not fit the fleet. */
  public FleetRun(
      Model model, StateData data, FleetSettings fleet, CertificateSettings certificates) {
    this.model = model;
    settings =
        MonitorSettings.builder()
            .pairing(data.pairs() ? Pairing.TRANSITIONS : Pairing.STATES)
            .timing(InputTiming.TIMED)
            .horizons(List.of(1))
            .certificates(Optional.of(certificates))
            .fleet(Optional.of(fleet))
            .timing(data.timing())
            .build();
    List<String> names = data.streams();
    if (names.size() > fleet.streams()) {
      throw new DataException(
          "stream "
              + names.get(fleet.streams())
              + " is one more than --streams "
              + fleet.streams());
    }
    streams = Set.copyOf(names);
    Map<String, StreamMonitor> monitors = new TreeMap<>();
    for (StateData.Row row : data.rows()) {
      String stream = names.get(row.stream());
      StreamMonitor monitor =
          monitors.computeIfAbsent(stream, name -> StreamMonitor.create(settings, model));
      gather(stream, monitor.advance(row.observation()).fleetSummaries());
    }
    monitors.forEach((stream, monitor) -> gather(stream, monitor.finish().fleetSummaries()));
    if (windows.isEmpty()) {
      throw new DataException("no stream has a transition that gives a pair of states");
    }
  }

  private void gather(String stream, List<FleetSummary> summaries) {
    for (FleetSummary summary : summaries) {
      FleetWindow window =
          windows.computeIfAbsent(
              summary.window(), k -> ModelCertificates.fleetWindow(settings, model, k));
      if (!window.has(stream)) {
        window.add(stream, summary.unit());
      }
    }
  }

  /** Closes all windows, in order of time. */
  public List<WindowCertificate> close() {
    return windows.values().stream().map(window -> window.close(streams)).toList();
  }
}
