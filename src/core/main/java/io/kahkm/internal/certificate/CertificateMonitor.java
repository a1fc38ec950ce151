package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Optional;

/**
 * The windows of one stream: a state machine, deterministic to the bit. Mutable, single owner, not
 * thread-safe.
 *
 * <p>Per transition: {@code if (needsFreeze()) freeze(closure)}, then {@link #residual}, then
 * {@link #pair}; where episodes are units, {@link #endUnit} when one ends. Time only labels
 * windows, it never closes one.
 */
public final class CertificateMonitor {
  private final CertificateSettings settings;
  private final Matrix classMeans;
  private final VariationLimits variation;
  private final boolean hasMargins;
  private final UnitWindow window;
  private CertificateRecord last;
  private int verdictRun;
  private boolean outsideMap;

  /**
   * Starts without any window, without margins.
   *
   * @param settings what was chosen beforehand
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param variation how little held-out normal data vary, by the size of windows
   */
  public CertificateMonitor(
      CertificateSettings settings, Matrix classMeans, VariationLimits variation) {
    this(settings, classMeans, variation, Optional.empty());
  }

  /**
   * Starts without any window.
   *
   * @param settings what was chosen beforehand
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param variation how little held-out normal data vary, by the size of windows
   * @param margins thresholds of the score margins; then every pair carries its scores
   * @throws IllegalArgumentException for {@link Sampling#FLEET}, whose units are whole streams, and
   *     for class means that are not square
   */
  public CertificateMonitor(
      CertificateSettings settings,
      Matrix classMeans,
      VariationLimits variation,
      Optional<MarginRule> margins) {
    if (settings.sampling() == Sampling.FLEET) {
      throw new IllegalArgumentException(
          "sampling is fleet, a window of one stream can only be of records or episodes");
    }
    if (classMeans.rows() != classMeans.columns()) {
      throw new IllegalArgumentException("classMeans is " + classMeans + ", must be square");
    }
    this.settings = settings;
    this.classMeans = classMeans;
    this.variation = variation;
    hasMargins = margins.isPresent();
    window =
        settings.policy() == WindowPolicy.ROLLING
            ? new RollingWindow(settings, classMeans.rows(), margins)
            : new PlainWindow(settings, classMeans.rows(), margins);
  }

  /**
   * Says whether the stream is outside the map from here on: a window that closes while it is has
   * no verdict but OUT_OF_MAP, however few of its pairs lie there.
   *
   * @param outside whether it is; not part of the stored state, the owner says it before every pair
   */
  public void outsideMap(boolean outside) {
    outsideMap = outside;
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
   * @param live the live closure B, C x C; copied
   */
  public void freeze(Matrix live) {
    if (live.rows() != classMeans.rows() || live.columns() != classMeans.rows()) {
      throw new IllegalArgumentException("live is " + live + ", the class means are " + classMeans);
    }
    window.freeze(Closure.of(live));
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
    if (window.frozen() == null) {
      throw new IllegalStateException("no closure is frozen");
    }
    return window.frozen().squaredError(phi, z);
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
  public Optional<CertificateRecord> pair(PairEvidence pair, long time) {
    if (!window.active()) {
      return Optional.empty();
    }
    if (needsFreeze()) {
      throw new IllegalStateException("a window starts, its closure must be frozen first");
    }
    if (settings.sampling() == Sampling.EPISODES) {
      window.open(time).addPair(pair);
      return Optional.empty();
    }
    window.open(time).addUnit(pair);
    return window.unitEnded().map(closed -> assess(closed, time));
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
  public Optional<CertificateRecord> endUnit(long time, boolean declaredEnd) {
    if (settings.sampling() != Sampling.EPISODES || !window.active()) {
      return Optional.empty();
    }
    WindowStatistics statistics = window.statistics();
    boolean counts = statistics.unitOpen();
    statistics.endUnit();
    return counts ? window.unitEnded().map(closed -> assess(closed, time)) : Optional.empty();
  }

  private CertificateRecord assess(UnitWindow.Closed closed, long time) {
    long units = closed.statistics().units();
    CertificateRecord record =
        Certificate.assess(
            closed.statistics(),
            settings,
            closed.closure(),
            classMeans,
            new Certificate.Window(
                closed.index(),
                closed.from(),
                time,
                closed.level(),
                0,
                0,
                settings.sampling() == Sampling.RECORDS
                    ? variation.ofPairs(units)
                    : variation.ofUnits(units, closed.statistics().pairs()),
                outsideMap));
    verdictRun = last != null && last.verdict() == record.verdict() ? verdictRun + 1 : 1;
    last = record;
    return record;
  }

  /**
   * The record of the last closed window.
   *
   * @return the record, empty before the first close
   */
  public Optional<CertificateRecord> last() {
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
    writer.putString(signature());
    writer.putInt(verdictRun);
    writer.putBoolean(last != null);
    if (last != null) {
      RecordState.write(last, writer);
    }
    window.write(writer);
  }

  /**
   * Restores the state that {@link #write} wrote into a monitor of the same settings; it then
   * continues bit for bit as the writer would have.
   *
   * @param reader advanced
   * @throws MalformedStateException if the bytes are no such state, or of other settings
   */
  public void read(StateReader reader) {
    String stored = reader.getString();
    if (!signature().equals(stored)) {
      throw new MalformedStateException(
          "state of certificates \"" + stored + "\" expected to be \"" + signature() + "\"");
    }
    verdictRun = reader.getInt(0, Integer.MAX_VALUE, "verdict run");
    last = reader.getBoolean() ? RecordState.read(reader, 0) : null;
    window.read(reader);
  }

  /** What of the settings shapes the state. */
  private String signature() {
    return settings.sampling().label()
        + " "
        + settings.policy().label()
        + " "
        + settings.schedule().label()
        + " "
        + settings.units()
        + " "
        + classMeans.rows()
        + (hasMargins ? " margins" : "");
  }
}
