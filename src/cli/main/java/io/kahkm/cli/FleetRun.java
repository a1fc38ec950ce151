package io.kahkm.cli;

import io.kahkm.internal.certificate.CertificateRecord;
import io.kahkm.internal.certificate.CertificateSettings;
import io.kahkm.internal.certificate.FleetSettings;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.Admission;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.monitor.Pairing;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Feeds a file of many streams to the monitors that run live, one per stream, and gathers their
 * units in the windows of the fleet. Mutable, for one file and one thread.
 */
final class FleetRun {
  private final Model model;
  private final InputOptions data;
  private final FleetSettings fleet;
  private final MonitorSettings settings;
  private final Map<String, Member> members = new TreeMap<>();
  private final Map<Long, FleetWindow> windows = new TreeMap<>();
  private int transitions;
  private int overlap;

  /** One stream and its last state. */
  private static final class Member {
    private final StreamMonitor monitor;
    private double[] last;

    Member(StreamMonitor monitor) {
      this.monitor = monitor;
    }
  }

  FleetRun(Model model, InputOptions data, FleetSettings fleet, CertificateSettings certificates) {
    this.model = model;
    this.data = data;
    this.fleet = fleet;
    settings =
        MonitorSettings.offlineFleet(
            data.next == null ? Pairing.STATES : Pairing.TRANSITIONS, certificates, fleet);
  }

  /** Reads the whole file. */
  FleetRun read() throws IOException {
    try (CsvSource source = CsvSource.open(data.input)) {
      int streamColumn = source.column(data.stream, "--stream");
      int timeColumn = source.column(data.time, "--time");
      int episodeColumn = data.episode == null ? -1 : source.column(data.episode, "--episode");
      int[] columns = source.columns(data.state, "--state");
      int[] nextColumns = data.next == null ? null : source.columns(data.next, "--next");
      TimeText time = new TimeText(data.timeUnit);
      while (source.next()) {
        if (time.read(source.text(timeColumn)) != TimeText.Result.READ) {
          throw new DataException(
              source.at(timeColumn)
                  + ": \""
                  + source.text(timeColumn)
                  + "\" is no time in "
                  + data.timeUnit.label());
        }
        double[] state = source.numbers(columns);
        String episode = episodeColumn < 0 ? null : source.text(episodeColumn);
        Observation observation =
            nextColumns == null
                ? Observation.state(time.nanos(), state, episode, false)
                : Observation.transition(time.nanos(), state, source.numbers(nextColumns));
        take(source, source.text(streamColumn), observation);
      }
    }
    members.forEach((stream, member) -> gather(stream, member.monitor.finish().fleetSummaries()));
    if (windows.isEmpty()) {
      throw new DataException(data.input + " holds no transition: a stream needs two rows");
    }
    return this;
  }

  private void take(CsvSource source, String stream, Observation observation) {
    if (stream.isEmpty()) {
      throw new DataException(source.at() + ": the name of the stream is empty");
    }
    Member member = members.get(stream);
    if (member == null) {
      if (members.size() == fleet.streams()) {
        throw new DataException(
            source.at() + ": stream " + stream + " is one more than --streams " + fleet.streams());
      }
      member = new Member(StreamMonitor.create(settings, model));
      members.put(stream, member);
    }
    if (member.monitor.admit(observation) != Admission.ACCEPTED) {
      throw new DataException(
          source.at() + ": the time is not after the one before of stream " + stream);
    }
    Assessment assessment = member.monitor.advance(observation);
    if (assessment.squaredError().isPresent()) {
      transitions++;
      boolean known =
          observation.next() == null
              ? model.fittingRows().contains(member.last, observation.state())
              : model.fittingRows().contains(observation.state(), observation.next());
      overlap += known ? 1 : 0;
    }
    member.last = observation.state();
    gather(stream, assessment.fleetSummaries());
  }

  private void gather(String stream, List<FleetSummary> summaries) {
    for (FleetSummary summary : summaries) {
      windows
          .computeIfAbsent(summary.window(), k -> ModelCertificates.fleetWindow(settings, model, k))
          .add(stream, summary.unit());
    }
  }

  /** Transitions read. */
  int transitions() {
    return transitions;
  }

  /** Those the model was fitted on. */
  int overlap() {
    return overlap;
  }

  /** Closes all windows, in order of time. */
  List<CertificateRecord> close() {
    return windows.values().stream().map(FleetWindow::close).toList();
  }
}
