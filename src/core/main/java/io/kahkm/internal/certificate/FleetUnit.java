package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The units of one stream of a fleet, one per window. Mutable, single owner, not thread-safe;
 * deterministic to the bit.
 *
 * <p>For every record of the stream {@link #advanceTo}, then {@link #pair} if it completed a
 * transition. A unit is complete with its last pair, or when a record lies in a later window, or
 * where a file ends; nothing else, no clock, completes it. A window in which the stream had no pair
 * has no unit: the stream is missing there.
 *
 * <p>A record of an earlier window says that the stream's clock was set back. The open unit then
 * ends without being reported, because it was of a wrong time, and the stream goes on in the window
 * it was set back to, or in the next one if it had reported that one.
 */
public final class FleetUnit {
  private final FleetSettings fleet;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private final Residuals residuals;

  /** What the sharper bounds keep; null where they keep nothing. */
  private final @Nullable LossPlan plan;

  private WindowStatistics statistics;
  private boolean started;
  private long window;
  private int pairs;

  /** Window of the last unit that was reported. */
  private long reported = Long.MIN_VALUE;

  /**
   * Starts without any unit.
   *
   * @param settings what was chosen beforehand
   * @param fleet how streams become units
   * @param basis of the model, whose closure is B0, one for the whole fleet, fixed before any
   *     window
   */
  public FleetUnit(CertificateSettings settings, FleetSettings fleet, CertificateBasis basis) {
    this(settings, fleet, basis, new CertificateWorkspace());
  }

  /**
   * The same among streams of one thread that share what they need while they take a pair.
   *
   * @param settings what was chosen beforehand
   * @param fleet how streams become units
   * @param basis of the model, whose closure is B0, one for the whole fleet, fixed before any
   *     window
   * @param workspace of the same model
   */
  public FleetUnit(
      CertificateSettings settings,
      FleetSettings fleet,
      CertificateBasis basis,
      CertificateWorkspace workspace) {
    this.fleet = fleet;
    this.basis = basis;
    this.workspace = workspace;
    Closure.requireClosure(basis.closure());
    residuals = workspace.residuals(basis.classes());
    plan = basis.fleetPlan(settings, workspace).orElse(null);
    statistics = empty();
  }

  private WindowStatistics empty() {
    WindowStatistics empty = new WindowStatistics(basis.classes(), 0, basis.margins(), workspace);
    if (plan != null) {
      empty.attach(plan);
    }
    return empty;
  }

  /** Says that the next state of the stream does not follow the last one. */
  public void breakRun() {
    statistics.breakRun();
  }

  /**
   * Says that a record of the stream has arrived. One that lies in an earlier window than the
   * record before it ends the open unit unreported.
   *
   * @param time its event time, in nanoseconds
   * @return the unit of an earlier window, if this completes it
   */
  public Optional<FleetSummary> advanceTo(long time) {
    long number = fleet.windowOf(time);
    if (started && number == window) {
      return Optional.empty();
    }
    boolean setBack = started && number < window;
    if (setBack) {
      statistics = empty();
    }
    Optional<FleetSummary> summary =
        statistics.unitOpen() ? Optional.of(summarize(time)) : Optional.empty();
    started = true;
    window = number;
    pairs = setBack && reported >= number ? fleet.pairs() : 0;
    return summary;
  }

  /**
   * Adds a pair; those beyond the unit's length do not count.
   *
   * @param pair not retained; its residual is set to that of the frozen closure
   * @param time event time of the successor, passed to {@link #advanceTo} before
   * @return the unit, if this completes it
   */
  public Optional<FleetSummary> pair(PairEvidence pair, long time) {
    if (!started || fleet.windowOf(time) != window || pairs == fleet.pairs()) {
      return Optional.empty();
    }
    pair.residual = residuals.squared(basis.closure(), pair.coordinates, pair.successor);
    statistics.addPair(pair);
    pairs++;
    return pairs == fleet.pairs() ? Optional.of(summarize(time)) : Optional.empty();
  }

  /**
   * Says that no record of the stream will ever follow.
   *
   * @param time event time of its last record, in nanoseconds
   * @return the unit that was open, if there was one
   */
  public Optional<FleetSummary> finish(long time) {
    return statistics.unitOpen() ? Optional.of(summarize(time)) : Optional.empty();
  }

  private FleetSummary summarize(long time) {
    statistics.endUnit();
    StateWriter writer = new StateWriter();
    statistics.transfer(writer);
    statistics = empty();
    reported = window;
    return new FleetSummary(window, time, writer.toByteArray());
  }

  /**
   * Stores the state, or continues bit for bit from what was stored of one of the same settings and
   * closure.
   *
   * @param state written to, or read from
   * @param knowsReported whether the version kept the window that the stream reported last, as that
   *     of a monitor of version 3 did not
   * @throws io.kahkm.internal.numeric.MalformedStateException if what is read is no such state
   */
  public void transfer(StateTransfer state, boolean knowsReported) {
    started = state.booleanOf(started);
    window = state.longOf(window);
    pairs = state.intOf(pairs, 0, fleet.pairs(), "pairs of the unit");
    if (state.reads()) {
      statistics = empty();
    }
    statistics.transfer(state);
    reported = knowsReported ? state.longOf(reported) : Long.MIN_VALUE;
  }
}
