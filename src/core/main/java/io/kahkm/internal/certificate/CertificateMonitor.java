package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one stream: a state machine, deterministic to the bit. Mutable, single owner, not
 * thread-safe.
 *
 * <p>Per transition: {@code if (needsFreeze()) freeze(closure)}, then {@link #residual}, then
 * {@link #pair}; where episodes are units, {@link #endUnit} when one ends. Time only labels
 * windows, it never closes one.
 */
public final class CertificateMonitor {
  /** Between what shapes the state and what it belongs to; earlier versions wrote neither. */
  private static final String BASIS = "; basis ";

  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private final UnitWindow window;

  /** Transitions that still belong to an open unit of records with horizons. */
  private int following;

  private @Nullable WindowCertificate last;
  private int verdictRun;
  private boolean outsideMap;

  /**
   * Starts without any window.
   *
   * @param settings what was chosen beforehand
   * @param basis what certificates take from the model
   * @throws IllegalArgumentException for {@link Sampling#FLEET}, whose units are whole streams
   */
  public CertificateMonitor(CertificateSettings settings, CertificateBasis basis) {
    this(settings, basis, new CertificateWorkspace());
  }

  /**
   * The same among streams of one thread that share what they need while they take a pair.
   *
   * @param settings what was chosen beforehand
   * @param basis what certificates take from the model
   * @param workspace of the same model
   * @throws IllegalArgumentException for {@link Sampling#FLEET}, whose units are whole streams
   */
  public CertificateMonitor(
      CertificateSettings settings, CertificateBasis basis, CertificateWorkspace workspace) {
    if (settings.sampling() == Sampling.FLEET) {
      throw new IllegalArgumentException(
          "sampling is fleet, a window of one stream can only be of records or episodes");
    }
    this.settings = settings;
    this.basis = basis;
    this.workspace = workspace;
    window =
        switch (settings.window().policy()) {
          case ROLLING -> new RollingWindow(settings, basis, workspace);
          case ANYTIME -> new AnytimeWindow(settings, basis, workspace);
          case FIXED, TUMBLING, CUMULATIVE -> new PlainWindow(settings, basis, workspace);
        };
  }

  /**
   * The regularized minima of the windows of {@link WindowPolicy#FIXED} that have closed, the pilot
   * first, which a second pass over the same data may take as its references.
   *
   * @return the references of each window; none under another policy
   */
  public List<References> minima() {
    return window instanceof PlainWindow plain ? plain.minima() : List.of();
  }

  /**
   * Sets the references of the windows of {@link WindowPolicy#FIXED}, before the first pair.
   *
   * @param references of each window, from an earlier pass
   * @throws IllegalStateException under another policy
   */
  public void references(List<References> references) {
    if (settings.window().policy() != WindowPolicy.FIXED) {
      throw new IllegalStateException(
          "policy is "
              + settings.window().policy().label()
              + ", references are set where it is fixed");
    }
    ((PlainWindow) window).references(references);
  }

  /**
   * Says whether the stream is outside the map from here on: a window that closes while it is has
   * no verdict but OUT_OF_MAP, however few of its pairs lie there.
   *
   * @param outside whether it is; not part of the stored state, the owner says it before every pair
   */
  public void outsideMap(boolean outside) {
    outsideMap = outside;
    if (!outside) {
      window.outside(false);
    }
  }

  /**
   * Says that the live closure was rolled back or replaced, which ends a run of bounds that hold at
   * every moment.
   */
  public void newClosure() {
    window.newClosure();
  }

  /**
   * Whether the next pair starts a window, so that {@link #freeze} must be called before it.
   *
   * @return whether a closure must be frozen now
   */
  public boolean needsFreeze() {
    return window.needsFreeze();
  }

  /**
   * Freezes the closure of the window that starts now.
   *
   * @param live the live closure B, C x C; retained
   */
  public void freeze(Matrix live) {
    if (live.rows() != basis.classes() || live.columns() != basis.classes()) {
      throw new IllegalArgumentException(
          "live is " + live + ", the class means are " + basis.classMeans());
    }
    Closure.requireClosure(live);
    window.freeze(live);
  }

  /**
   * Freezes the closure of the window that starts now.
   *
   * @param live the live closure; copied, not modified
   */
  public void freeze(Closure live) {
    freeze(live.matrix());
  }

  /**
   * Squared residual of the frozen closure.
   *
   * @param phi current coordinates, length C; not modified
   * @param z successor coordinates, length C; not modified
   * @return |z - B0' phi|^2
   * @throws IllegalStateException if no closure was ever frozen
   */
  public double residual(double[] phi, double[] z) {
    return workspace.residuals(basis.classes()).squared(window.frozen(), phi, z);
  }

  /**
   * Adds a pair to the open unit; where pairs are units this may close a window. Pairs after the
   * end of a {@link WindowPolicy#FIXED} window are ignored.
   *
   * @param pair not retained, not modified; with the residual of {@link #residual}
   * @param time event time of the successor, in nanoseconds
   * @return the record of a window that closed
   * @throws IllegalStateException if a closure must be frozen first
   */
  public Optional<WindowCertificate> pair(PairEvidence pair, long time) {
    boolean records = settings.sampling() == Sampling.RECORDS;
    Optional<WindowCertificate> ended = leaveMap(time);
    if (!window.active()) {
      if (records) {
        window.unitPassed();
      }
      return ended;
    }
    if (needsFreeze()) {
      throw new IllegalStateException("a window starts, its closure must be frozen first");
    }
    WindowStatistics statistics = window.open(time);
    if (records && largestHorizon() <= 1) {
      statistics.addUnit(pair);
      return unitEnded(time);
    }
    statistics.addPair(pair);
    following = records ? largestHorizon() - 1 : 0;
    return Optional.empty();
  }

  private int largestHorizon() {
    return settings.refinements().horizons().map(HorizonSettings::largest).orElse(0);
  }

  private Optional<WindowCertificate> leaveMap(long time) {
    Optional<UnitWindow.Closed> ended = outsideMap ? window.outside(true) : Optional.empty();
    if (ended.isPresent() || !window.active()) {
      following = 0;
    }
    // Nothing is created for the pairs that close no window.
    return ended.isPresent() ? assess(ended.orElseThrow(), time) : Optional.empty();
  }

  private Optional<WindowCertificate> unitEnded(long time) {
    Optional<UnitWindow.Closed> closed = window.unitEnded();
    return closed.flatMap(window -> assess(window, time));
  }

  /**
   * Takes note of a transition between counted pairs, which continues the run of states: pairs of
   * other horizons may end with it. Where pairs are units this may close a window.
   *
   * @param pair its coordinates and successor; not retained, not modified
   * @param time event time of the successor, in nanoseconds
   * @return the record of a window that closed
   */
  public Optional<WindowCertificate> follow(PairEvidence pair, long time) {
    boolean records = settings.sampling() == Sampling.RECORDS;
    if (largestHorizon() == 0 || (records && following == 0)) {
      return Optional.empty();
    }
    Optional<WindowCertificate> ended = leaveMap(time);
    if (!window.active() || needsFreeze()) {
      return ended;
    }
    Objects.requireNonNull(window.statistics().losses()).follow(pair.coordinates, pair.successor);
    if (records) {
      following--;
      if (following == 0) {
        window.statistics().endUnit();
        return unitEnded(time);
      }
    }
    return ended;
  }

  /**
   * Says that the next state does not follow the last one, though perhaps within the same unit.
   *
   * @param time event time of the last state, in nanoseconds
   * @return the record of a window that this closes, where pairs are units
   */
  public Optional<WindowCertificate> breakRun(long time) {
    if (following == 0) {
      window.statistics().breakRun();
      return Optional.empty();
    }
    following = 0;
    window.statistics().endUnit();
    return unitEnded(time);
  }

  /**
   * Ends the open episode; this may close a window. Does nothing where pairs are units. An episode
   * without a pair is skipped and counted.
   *
   * @param time event time of the end, in nanoseconds
   * @param declaredEnd whether the stream declared the end, rather than a gap or the length limit;
   *     both end the unit alike
   * @return the record of a window that closed
   */
  public Optional<WindowCertificate> endUnit(long time, boolean declaredEnd) {
    if (settings.sampling() != Sampling.EPISODES) {
      return Optional.empty();
    }
    if (!window.active()) {
      window.unitPassed();
      return Optional.empty();
    }
    WindowStatistics statistics = window.statistics();
    boolean counts = statistics.unitOpen();
    statistics.endUnit();
    return counts ? unitEnded(time) : Optional.empty();
  }

  private Optional<WindowCertificate> assess(UnitWindow.Closed closed, long time) {
    long units = closed.statistics().units();
    CertificateAssessor.Window place =
        new CertificateAssessor.Window(
            closed.index(),
            closed.from(),
            time,
            closed.level(),
            0,
            0,
            settings.sampling() == Sampling.RECORDS
                ? basis.variation().ofPairs(units)
                : basis.variation().ofUnits(units, closed.statistics().pairs()),
            outsideMap);
    WindowAssessor assessor =
        new WindowAssessor(
            closed.statistics(),
            settings,
            closed.closure(),
            basis.classMeans(),
            place,
            closed.context());
    WindowCertificate record = assessor.certificate(certifiedHorizon());
    if (!window.assessed(record, assessor)) {
      return Optional.empty();
    }
    verdictRun = last != null && last.verdict() == record.verdict() ? verdictRun + 1 : 1;
    last = record;
    return Optional.of(record);
  }

  private int certifiedHorizon() {
    return last == null ? 0 : last.horizons().map(horizons -> horizons.claims().ok()).orElse(0);
  }

  /**
   * The record of the last closed window.
   *
   * @return the record, empty before the first close
   */
  public Optional<WindowCertificate> last() {
    return Optional.ofNullable(last);
  }

  /**
   * How many windows in a row had the last verdict.
   *
   * @return 0 before the first close
   */
  public int verdictRun() {
    return verdictRun;
  }

  /**
   * Units of the window that is open now, or of the open pane of a rolling one.
   *
   * @return units ended so far
   */
  public long openUnits() {
    return window.statistics().units();
  }

  /**
   * Writes the whole state.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putString(signature() + BASIS + workspace.digest(basis));
    writer.putInt(verdictRun);
    if (settings.isRefined()) {
      writer.putInt(following);
    }
    writer.putBoolean(last != null);
    if (last != null) {
      new CertificateState(settings.isRefined()).write(last, writer);
    }
    window.transfer(writer, true);
  }

  /**
   * Restores the state that {@link #write} wrote into a monitor of the same settings; it then
   * continues bit for bit as the writer would have. Under another model of the same map, with other
   * class means, another closure or another metric, the open window is dropped instead and the next
   * one starts: its sums would mean nothing beside the new tensors.
   *
   * @param reader advanced
   * @return whether the open window continues
   * @throws MalformedStateException if the bytes are no such state, or of other settings
   */
  public boolean read(StateReader reader) {
    String stored = reader.getText();
    int end = stored.indexOf(BASIS);
    boolean named = end >= 0;
    if (!signature().equals(named ? stored.substring(0, end) : stored)) {
      throw new MalformedStateException(
          "state of certificates \"" + stored + "\" expected to be \"" + signature() + "\"");
    }
    verdictRun = reader.getInt(0, Integer.MAX_VALUE, "verdict run");
    following =
        settings.isRefined()
            ? reader.getInt(0, HorizonSettings.LARGEST, "transitions of the open unit")
            : 0;
    last = reader.getBoolean() ? new CertificateState(settings.isRefined()).read(reader, 0) : null;
    window.transfer(reader, named);
    if (named && !workspace.digest(basis).equals(stored.substring(end + BASIS.length()))) {
      window.newModel();
      following = 0;
      return false;
    }
    return true;
  }

  /** What of the settings shapes the state. */
  private String signature() {
    return settings.sampling().label()
        + " "
        + settings.window().policy().label()
        + " "
        + settings.window().schedule().label()
        + " "
        + settings.window().units()
        + " "
        + basis.classes()
        + (basis.margins().isPresent() ? " margins" : "");
  }
}
