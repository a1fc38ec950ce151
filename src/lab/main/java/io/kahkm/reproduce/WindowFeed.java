package io.kahkm.reproduce;

import io.kahkm.internal.certificate.CertificateBasis;
import io.kahkm.internal.certificate.CertificateMonitor;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetUnit;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the engine's window state machines side by side, one per settings, on the same pairs: {@link
 * CertificateMonitor} for records and episodes, {@link FleetUnit} and {@link FleetWindow} for
 * fleets. All settings share sampling, policy and units, so that they close together. Mutable, for
 * one thread.
 */
abstract class WindowFeed {
  /** Longest episode. */
  static final int LONGEST_EPISODE = 5;

  /** Nanoseconds between the pairs of a stream. */
  private static final long STEP = 1_000_000;

  /** Feeds units until the next window closes; returns a record per settings. */
  abstract List<WindowCertificate> next();

  /** A feed for settings; pairs of an episode, and of a fleet's stream, are those of the source. */
  static WindowFeed of(
      List<CertificateSettings> settings, KnownLaw known, UnitSource source, int fleetPairs) {
    return settings.get(0).sampling() == Sampling.FLEET
        ? new Fleet(settings, known, source, fleetPairs)
        : new Stream(settings, known, source);
  }

  private static final class Stream extends WindowFeed {
    private final List<CertificateMonitor> monitors = new ArrayList<>();
    private final boolean episodes;
    private final Matrix frozen;
    private final UnitSource source;
    private final PairEvidence pair;
    private long time;

    Stream(List<CertificateSettings> settings, KnownLaw known, UnitSource source) {
      this.source = source;
      frozen = known.frozen();
      episodes = settings.get(0).sampling() == Sampling.EPISODES;
      pair = new PairEvidence(known.law().classes());
      for (CertificateSettings each : settings) {
        monitors.add(new CertificateMonitor(each, CertificateBasis.of(frozen, frozen)));
      }
    }

    @Override
    List<WindowCertificate> next() {
      while (true) {
        List<WindowCertificate> records = unit();
        if (!records.isEmpty()) {
          return records;
        }
      }
    }

    private List<WindowCertificate> unit() {
      if (!episodes) {
        return pair();
      }
      source.restart();
      int length = source.length(LONGEST_EPISODE);
      for (int t = 0; t < length; t++) {
        pair();
      }
      List<WindowCertificate> records = new ArrayList<>();
      for (CertificateMonitor monitor : monitors) {
        monitor.endUnit(time, true).ifPresent(records::add);
      }
      return records;
    }

    private List<WindowCertificate> pair() {
      source.next(pair);
      time += STEP;
      for (CertificateMonitor monitor : monitors) {
        if (monitor.needsFreeze()) {
          monitor.freeze(frozen);
        }
      }
      // All monitors froze the same closure.
      pair.residual = monitors.get(0).residual(pair.coordinates, pair.successor);
      List<WindowCertificate> records = new ArrayList<>();
      for (CertificateMonitor monitor : monitors) {
        monitor.pair(pair, time).ifPresent(records::add);
      }
      return records;
    }
  }

  /** Every stream starts afresh in every window, so that windows are independent trials. */
  private static final class Fleet extends WindowFeed {
    private final List<CertificateSettings> settings;
    private final KnownLaw known;
    private final UnitSource source;
    private final FleetSettings fleet;
    private final List<FleetUnit> units = new ArrayList<>();
    private final PairEvidence pair;
    private long number;

    Fleet(List<CertificateSettings> settings, KnownLaw known, UnitSource source, int pairs) {
      this.settings = settings;
      this.known = known;
      this.source = source;
      int streams = settings.get(0).window().units();
      fleet = new FleetSettings(streams, STEP * (pairs + 1L), pairs, 0);
      pair = new PairEvidence(known.law().classes());
      for (int j = 0; j < streams; j++) {
        units.add(
            new FleetUnit(
                settings.get(0), fleet, CertificateBasis.of(known.frozen(), known.frozen())));
      }
    }

    @Override
    List<WindowCertificate> next() {
      List<FleetWindow> windows = new ArrayList<>();
      for (CertificateSettings each : settings) {
        windows.add(
            new FleetWindow(
                each, fleet, CertificateBasis.of(known.frozen(), known.frozen()), number));
      }
      for (int j = 0; j < units.size(); j++) {
        byte[] unit = unit(units.get(j)).unit();
        String stream = "stream-" + j;
        windows.forEach(window -> window.add(stream, unit));
      }
      number++;
      return windows.stream().map(FleetWindow::close).toList();
    }

    private FleetSummary unit(FleetUnit unit) {
      source.restart();
      long time = number * fleet.every();
      unit.advanceTo(time);
      Optional<FleetSummary> summary = Optional.empty();
      while (summary.isEmpty()) {
        source.next(pair);
        time += STEP;
        unit.advanceTo(time);
        summary = unit.pair(pair, time);
      }
      return summary.get();
    }
  }
}
