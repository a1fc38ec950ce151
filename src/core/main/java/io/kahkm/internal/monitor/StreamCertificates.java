package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.CertificateMonitor;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetUnit;
import io.kahkm.internal.certificate.References;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which pairs of a stream form which unit: of its own certificates, or of its fleet's windows.
 * Without certificates it does nothing. Mutable, one owner.
 */
final class StreamCertificates {
  private final MonitorSettings settings;
  private final LiveClosure live;
  private final @Nullable CertificateMonitor certificates;
  private final @Nullable FleetUnit fleetUnit;
  private boolean unitOpen;
  private long pairsInUnit;

  StreamCertificates(MonitorSettings settings, MonitorWorkspace workspace, LiveClosure live) {
    this.settings = settings;
    this.live = live;
    certificates =
        ModelCertificates.ofStream(settings, workspace.model(), workspace.certificates)
            .orElse(null);
    fleetUnit =
        ModelCertificates.fleetUnit(settings, workspace.model(), workspace.certificates)
            .orElse(null);
  }

  /** Event time goes on, which may end the unit of a fleet's window. */
  void advanceTo(long time, RowAssessment assessment) {
    if (fleetUnit != null) {
      report(fleetUnit.advanceTo(time), assessment);
    }
  }

  /** An episode starts; only a declared start opens a unit. */
  void startEpisode(boolean declaredStart) {
    pairsInUnit = 0;
    unitOpen = declaredStart;
  }

  /** A pair stands for itself. */
  void startPair() {
    unitOpen = true;
  }

  /** Takes note of whether the stream is said to be outside the map. */
  void outsideMap(boolean outside) {
    if (certificates != null) {
      certificates.outsideMap(outside);
    }
  }

  /** Counts a pair; the assessment gets what it closes. */
  void pair(PairEvidence evidence, long time, RowAssessment assessment) {
    if (unitOpen && certificates != null) {
      certify(certificates, evidence, time, assessment);
    }
    if (fleetUnit != null) {
      report(fleetUnit.pair(evidence, time), assessment);
    }
  }

  /**
   * Certifies every stride-th pair. The closure is frozen at the first pair after a window's last
   * one, counted or not, and before it is learned: with a stride the pairs until the new window's
   * first one are nearer to it than the operator vouches for, the last of them shares a state with
   * it, and the frozen closure must have learned none of them.
   */
  private void certify(
      CertificateMonitor certificates, PairEvidence evidence, long time, RowAssessment assessment) {
    boolean counted = pairsInUnit % settings.episodes().stride() == 0;
    pairsInUnit++;
    if (certificates.needsFreeze()) {
      certificates.freeze(live.get().matrix());
    }
    if (counted) {
      evidence.residual = certificates.residual(evidence.coordinates, evidence.successor);
      publish(certificates.pair(evidence, time), assessment);
    } else {
      publish(certificates.follow(evidence, time), assessment);
    }
    if (settings.episodes().longest() > 0 && pairsInUnit >= settings.episodes().longest()) {
      endUnit(time, false, assessment);
    }
  }

  /** The next state does not follow the last one; the assessment gets what this closes. */
  void breakRun(long time, RowAssessment assessment) {
    if (unitOpen && certificates != null) {
      publish(certificates.breakRun(time), assessment);
    }
    if (fleetUnit != null) {
      fleetUnit.breakRun();
    }
  }

  /** The live closure was rolled back. */
  void newClosure() {
    if (certificates != null) {
      certificates.newClosure();
    }
  }

  /** Ends the unit; the assessment gets the certificate of a window that this closes. */
  void endUnit(long time, boolean declaredEnd, RowAssessment assessment) {
    if (unitOpen && certificates != null) {
      publish(certificates.breakRun(time), assessment);
      publish(certificates.endUnit(time, declaredEnd), assessment);
    }
    unitOpen = false;
  }

  /** No record follows: the unit of a fleet's window is complete. */
  void finish(long time, RowAssessment assessment) {
    if (fleetUnit != null) {
      report(fleetUnit.finish(time), assessment);
    }
  }

  private void publish(Optional<WindowCertificate> record, RowAssessment assessment) {
    if (record.isPresent()) {
      assessment.certificates.add(record.get());
      assessment.closureEigenvalues = live.measure();
    }
  }

  private void report(Optional<FleetSummary> summary, RowAssessment assessment) {
    if (summary.isPresent()) {
      assessment.fleetSummaries.add(summary.get());
      assessment.closureEigenvalues = live.measure();
    }
  }

  /** The minima of the windows that have closed, for a second pass. */
  List<References> minima() {
    return certificates == null ? List.of() : certificates.minima();
  }

  /** Sets the references that a first pass has found. */
  void references(List<References> references) {
    Objects.requireNonNull(certificates, "no certificates are declared").references(references);
  }

  Optional<WindowCertificate> last() {
    return certificates == null ? Optional.empty() : certificates.last();
  }

  int verdictRun() {
    return certificates == null ? 0 : certificates.verdictRun();
  }

  void write(StateWriter writer) {
    writer.putBoolean(unitOpen);
    writer.putLong(pairsInUnit);
    if (certificates != null) {
      certificates.write(writer);
    }
    if (fleetUnit != null) {
      fleetUnit.transfer(writer, true);
    }
  }

  void read(StateReader reader, int version) {
    unitOpen = reader.getBoolean();
    pairsInUnit = reader.getLong();
    if (certificates != null) {
      // The rest of a unit whose window was dropped belongs to no window.
      boolean continues = certificates.read(reader);
      unitOpen = unitOpen && continues;
    }
    if (fleetUnit != null) {
      fleetUnit.transfer(reader, version > SnapshotOrigin.RELEASED);
    }
  }
}
