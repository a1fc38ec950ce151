package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.RestartCause;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Runs of bounds that hold at every moment. A run freezes its closure and references at its first
 * unit and grows until something that the past alone decides ends it; the next one has its own
 * level. Bounds are evaluated at a schedule of units, and a record is published when the verdict
 * changes, when a run begins or ends, and after ceil(1.1^j) units.
 */
final class AnytimeWindow implements UnitWindow {
  /** Up to so many units a run is evaluated after each. */
  private static final int EVERY_UNIT = 64;

  /** From then on when the units have grown by this share of one. */
  private static final int GROWTH = 50;

  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private final LevelPlan plan;
  private WindowStatistics statistics;
  private final FrozenClosure frozen;
  private WindowChoices choices;
  private boolean started;
  private long index;
  private int run = 1;
  private RestartCause cause = RestartCause.START;
  private @Nullable RestartCause ending;
  private long from;
  private long evaluated;
  private long driftStep;
  private long driftUnits;
  private long publishStep;
  private long publishUnits;
  private double bestLower;
  private double bestUpper = Double.POSITIVE_INFINITY;
  private double bestCapped = Double.POSITIVE_INFINITY;
  private HorizonBests bests = HorizonBests.NONE;
  private @Nullable Verdict published;

  /** Whether the stream is outside the map, so that nothing counts. */
  private boolean outside;

  /** Whether the rest of the unit that is passing belongs to no run. */
  private boolean passing;

  AnytimeWindow(
      CertificateSettings settings, CertificateBasis basis, CertificateWorkspace workspace) {
    this.settings = settings;
    this.basis = basis;
    this.workspace = workspace;
    frozen = new FrozenClosure(settings, basis, workspace);
    plan = new LevelPlan(settings);
    choices =
        WindowChoices.all(settings, BoundChoices.anytime(Optional.empty()))
            .withReference(basis.closure());
    discard();
  }

  private WindowStatistics empty() {
    return new WindowStatistics(basis.classes(), 0, basis.margins(), workspace);
  }

  @Override
  public boolean needsFreeze() {
    return active() && !started;
  }

  @Override
  public void freeze(Matrix closure) {
    frozen.freeze(closure);
    started = true;
    from = Long.MIN_VALUE;
    frozen.attach(statistics, choices);
  }

  @Override
  public Matrix frozen() {
    return frozen.closure();
  }

  @Override
  public boolean active() {
    return !outside && !passing;
  }

  @Override
  public WindowStatistics open(long time) {
    if (from == Long.MIN_VALUE) {
      from = time;
    }
    return statistics;
  }

  @Override
  public WindowStatistics statistics() {
    return statistics;
  }

  @Override
  public Optional<Closed> unitEnded() {
    long units = statistics.units();
    boolean drift = units == driftUnits;
    boolean renewed = units == settings.refinements().renew();
    boolean due =
        units <= EVERY_UNIT
            || units - evaluated >= (evaluated + GROWTH - 1) / GROWTH
            || units == publishUnits
            || drift
            || renewed
            || ending != null;
    if (!due) {
      return Optional.empty();
    }
    OptionalDouble halves = OptionalDouble.empty();
    if (drift) {
      halves = OptionalDouble.of(level() / (driftStep * (driftStep + 1.0)));
      drift(plan.nextDrift(driftStep, units));
    }
    if (renewed && ending == null) {
      ending = RestartCause.RENEW;
    }
    evaluated = units;
    return Optional.of(closed(halves));
  }

  private void drift(long step) {
    driftStep = step;
    driftUnits = plan.driftUnits(step);
  }

  private void publish(long step) {
    publishStep = step;
    publishUnits = plan.publishUnits(step);
  }

  private double level() {
    return plan.ofRun(run);
  }

  private Closed closed(OptionalDouble halvesLevel) {
    AnytimeRun now =
        new AnytimeRun(
            run,
            cause,
            from,
            bestLower,
            bestUpper,
            settings.refinements().cap().isPresent()
                ? OptionalDouble.of(bestCapped)
                : OptionalDouble.empty());
    AssessmentContext context =
        new AssessmentContext(choices, halvesLevel, Optional.of(now), bests);
    return new Closed(statistics, frozen.closure(), index, from, level(), context);
  }

  @Override
  public boolean assessed(WindowCertificate record, WindowAssessor assessor) {
    AnytimeRun now = record.anytime().orElseThrow();
    bestLower = now.bestLower();
    bestUpper = now.bestUpper();
    bestCapped = now.bestCapped().orElse(Double.POSITIVE_INFINITY);
    bests = assessor.bests();
    boolean first = statistics.units() == 1;
    boolean scheduled = statistics.units() == publishUnits;
    if (scheduled) {
      publish(plan.nextPublish(publishStep, statistics.units()));
    }
    if (record.reason() == Reason.HALVES_DIFFER) {
      ending = RestartCause.DRIFT;
    }
    boolean changed = record.verdict() != published;
    boolean ends = ending != null;
    published = record.verdict();
    if (ends) {
      restart(assessor.nextRun());
    }
    boolean publishes = first || scheduled || changed || ends;
    index += publishes ? 1 : 0;
    return publishes;
  }

  /** Forgets the run; the next has its own level, closure and references. */
  private void restart(WindowChoices next) {
    run++;
    cause = Objects.requireNonNull(ending, "no run has ended");
    ending = null;
    choices = next;
    discard();
  }

  private void discard() {
    started = false;
    statistics = empty();
    evaluated = 0;
    drift(plan.nextDrift(0, 0));
    publish(plan.nextPublish(0, 0));
    bestLower = 0;
    bestUpper = Double.POSITIVE_INFINITY;
    bestCapped = Double.POSITIVE_INFINITY;
    bests = HorizonBests.NONE;
  }

  @Override
  public Optional<Closed> outside(boolean isOutside) {
    outside = isOutside;
    passing |= isOutside;
    if (!isOutside || !started) {
      return Optional.empty();
    }
    if (statistics.units() == 0) {
      // Nothing was said yet, and so nothing spent.
      discard();
      return Optional.empty();
    }
    ending = RestartCause.OUTSIDE_MAP;
    return Optional.of(closed(OptionalDouble.empty()));
  }

  @Override
  public void unitPassed() {
    passing = false;
  }

  @Override
  public void newClosure() {
    if (started && ending == null && statistics.units() > 0) {
      ending = RestartCause.NEW_CLOSURE;
    }
  }

  @Override
  public void newModel() {
    if (statistics.units() > 0) {
      ending = RestartCause.NEW_MODEL;
      restart(choices);
    } else {
      discard();
    }
  }

  @Override
  public void transfer(StateTransfer state, boolean compared) {
    index = state.longOf(index);
    run = state.intOf(run, 1, Integer.MAX_VALUE, "run");
    cause = Labels.find(RestartCause.class, state.textOf(cause.label()));
    String end = state.textOf(ending == null ? "" : ending.label());
    ending = end.isEmpty() ? null : Labels.find(RestartCause.class, end);
    from = state.longOf(from);
    evaluated = state.longOf(evaluated);
    drift(state.longOf(driftStep));
    publish(state.longOf(publishStep));
    bestLower = state.doubleOf(bestLower);
    bestUpper = state.doubleOf(bestUpper);
    bestCapped = state.doubleOf(bestCapped);
    bests = bests.transferred(state, compared);
    String verdict = state.textOf(published == null ? "" : published.label());
    published = verdict.isEmpty() ? null : Labels.find(Verdict.class, verdict);
    outside = state.booleanOf(outside);
    passing = state.booleanOf(passing);
    started = state.booleanOf(started);
    frozen.transfer(state);
    choices = choices.transferred(state, basis.classes(), compared);
    if (state.reads()) {
      statistics = empty();
      if (started) {
        frozen.attach(statistics, choices);
      }
    }
    statistics.transfer(state);
  }
}
