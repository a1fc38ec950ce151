package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.fleet.FleetPresence;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One window of a fleet: takes the units of its streams in any order and merges them in order of
 * stream id, so that the record does not depend on arrival. The live engine and offline
 * certification both use it and agree to the bit. Mutable, single owner, not thread-safe.
 *
 * <p>The certificate concerns one matrix shared by the fleet; the level is the same for every
 * window.
 */
public final class FleetWindow {
  /** Stream name of the certificates of a fleet. */
  public static final String FLEET = "fleet";

  private final CertificateSettings settings;
  private final FleetSettings fleet;
  private final CertificateBasis basis;
  private final long number;
  private final Map<String, Supplier<byte[]>> units = new TreeMap<>();

  /**
   * Opens a window.
   *
   * @param settings what was chosen beforehand: sampling fleet, tumbling windows at the level of
   *     each, as many units as the fleet has streams
   * @param fleet how streams become units
   * @param basis as given to {@link FleetUnit}
   * @param number k of the window [kW, (k+1)W)
   * @throws IllegalArgumentException if the settings are not those of a fleet
   */
  public FleetWindow(
      CertificateSettings settings, FleetSettings fleet, CertificateBasis basis, long number) {
    requireFleet(settings, fleet);
    this.settings = settings;
    this.fleet = fleet;
    this.basis = basis;
    this.number = number;
  }

  private static void requireFleet(CertificateSettings settings, FleetSettings fleet) {
    if (settings.sampling() != Sampling.FLEET
        || settings.window().policy() != WindowPolicy.TUMBLING
        || settings.window().budget() != Budget.EACH) {
      throw new IllegalArgumentException(
          "a fleet has sampling fleet, policy tumbling and budget each, not "
              + settings.sampling().label()
              + ", "
              + settings.window().policy().label()
              + " and "
              + settings.window().budget().label());
    }
    if (settings.window().units() != fleet.streams()) {
      throw new IllegalArgumentException(
          "units is "
              + settings.window().units()
              + ", the fleet has "
              + fleet.streams()
              + " streams");
    }
  }

  /**
   * Adds the unit of a stream.
   *
   * @param stream stream id
   * @param unit bytes of {@link FleetSummary#unit}; retained, not modified
   * @throws IllegalArgumentException if the stream has a unit already
   */
  public void add(String stream, byte[] unit) {
    add(stream, () -> unit);
  }

  /**
   * Adds the unit of a stream, whose bytes are asked for once, when the window closes.
   *
   * @param stream stream id
   * @param unit gives the bytes of {@link FleetSummary#unit}
   * @throws IllegalArgumentException if the stream has a unit already
   */
  public void add(String stream, Supplier<byte[]> unit) {
    if (units.putIfAbsent(stream, unit) != null) {
      throw new IllegalArgumentException("stream " + stream + " has a unit in this window already");
    }
  }

  /**
   * Whether a stream has its unit in this window. A stream whose clock was set back may report a
   * window again; the first unit counts.
   *
   * @param stream stream id
   * @return true if {@link #add} would refuse another one
   */
  public boolean has(String stream) {
    return units.containsKey(stream);
  }

  /**
   * Assesses the units added so far, of a fleet of which nobody else is known.
   *
   * @return the record
   * @throws IllegalArgumentException if there is no unit
   * @throws MalformedStateException if bytes are no unit
   */
  public WindowCertificate close() {
    return close(units.keySet());
  }

  /**
   * Assesses the units added so far; those of serving streams beyond them are missing. A retired
   * stream that has a unit here serves. With more serving streams than are declared the window is
   * SUSPECT.
   *
   * @param known ids of all streams that ever reported; those of this window need not be among them
   * @return the record
   * @throws IllegalArgumentException if there is no unit
   * @throws MalformedStateException if bytes are no unit
   */
  public WindowCertificate close(Set<String> known) {
    return close(known, fleet.retired());
  }

  /**
   * The same where more streams left than are declared to have.
   *
   * @param known ids of all streams that ever reported; those of this window need not be among them
   * @param left ids of those that left the fleet
   * @return the record
   * @throws IllegalArgumentException if there is no unit
   * @throws MalformedStateException if bytes are no unit
   */
  public WindowCertificate close(Set<String> known, Set<String> left) {
    Set<String> named = new HashSet<>(known);
    named.addAll(units.keySet());
    FleetPresence presence = FleetPresence.of(fleet, named, left, units::containsKey);
    @Nullable LossPlan plan = basis.fleetPlan(settings, new CertificateWorkspace()).orElse(null);
    WindowStatistics window = empty(units.size(), plan);
    units.forEach((stream, bytes) -> window.merge(unit(stream, bytes.get(), plan)));
    return CertificateAssessor.assess(
        window,
        settings,
        basis.closure(),
        basis.classMeans(),
        new CertificateAssessor.Window(
            number,
            fleet.startOf(number),
            fleet.startOf(number + 1),
            new LevelPlan(settings).ofWindow(number),
            Math.max(0, presence.due() - units.size()),
            presence.undeclared(),
            basis.variation().ofUnits(units.size(), window.pairs()),
            false));
  }

  private WindowStatistics empty(int planned, @Nullable LossPlan plan) {
    WindowStatistics empty = new WindowStatistics(basis.classes(), planned, basis.margins());
    if (plan != null) {
      empty.attach(plan);
    }
    return empty;
  }

  private WindowStatistics unit(String stream, byte[] bytes, @Nullable LossPlan plan) {
    WindowStatistics unit = empty(0, plan);
    StateReader reader = new StateReader(bytes);
    unit.transfer(reader);
    reader.finish();
    if (unit.units() != 1 || unit.unitOpen()) {
      throw new MalformedStateException(
          "the summary of stream " + stream + " holds " + unit.units() + " complete units, not 1");
    }
    return unit;
  }

  /**
   * Appends the certificate of a window, to be kept until the next.
   *
   * @param settings what was chosen beforehand
   * @param certificate of a fleet
   * @param writer appended to
   */
  public static void write(
      CertificateSettings settings, WindowCertificate certificate, StateWriter writer) {
    writer.putInt(certificate.counts().missing());
    new CertificateState(settings.isRefined()).write(certificate, writer);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param settings what was chosen beforehand
   * @param reader positioned at it
   * @return the certificate, to the bit
   * @throws MalformedStateException if the bytes are none
   */
  public static WindowCertificate read(CertificateSettings settings, StateReader reader) {
    int missing = reader.getInt(0, Integer.MAX_VALUE, "missing streams");
    return new CertificateState(settings.isRefined()).read(reader, missing);
  }
}
