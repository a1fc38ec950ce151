package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fixed, tumbling and cumulative windows: one set of statistics and one frozen closure. */
final class PlainWindow implements UnitWindow {
  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private final LevelPlan plan;
  private WindowChoices choices;

  /** References of the pilot and of the window after it, found in an earlier pass. */
  private List<References> own = List.of();

  /** The minima of those windows of this pass that have closed. */
  private final List<References> minima = new ArrayList<>();

  private WindowStatistics statistics;
  private final FrozenClosure frozen;
  private long index;
  private long from;
  private boolean started;
  private long step;

  PlainWindow(
      CertificateSettings settings, CertificateBasis basis, CertificateWorkspace workspace) {
    this.settings = settings;
    this.basis = basis;
    this.workspace = workspace;
    frozen = new FrozenClosure(settings, basis, workspace);
    choices = WindowChoices.first(settings);
    if (cumulative()) {
      choices = choices.withReference(basis.closure());
    }
    plan = new LevelPlan(settings);
    statistics = empty();
    step = cumulative() ? plan.nextStep(0, 0) : 0;
  }

  private boolean cumulative() {
    return settings.window().policy() == WindowPolicy.CUMULATIVE;
  }

  private WindowStatistics empty() {
    return new WindowStatistics(
        basis.classes(), cumulative() ? 0 : units(), basis.margins(), workspace);
  }

  /** Units of the open window: those of a pilot come first. */
  private int units() {
    int pilot = settings.refinements().pilot();
    return index < firstPublished() ? pilot : settings.window().units() - pilot;
  }

  private int firstPublished() {
    return settings.refinements().pilot() > 0 ? 1 : 0;
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
    attach();
  }

  /** The minima of the windows that have closed. */
  List<References> minima() {
    return List.copyOf(minima);
  }

  /** Sets the references of the windows. */
  void references(List<References> references) {
    own = List.copyOf(references);
  }

  private void attach() {
    if (index < own.size()) {
      choices = choices.with(own.get((int) index));
    }
    frozen.attach(statistics, choices);
  }

  @Override
  public Matrix frozen() {
    return frozen.closure();
  }

  @Override
  public boolean active() {
    return settings.window().policy() != WindowPolicy.FIXED || index <= firstPublished();
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
    if (cumulative()) {
      return atCheckpoint();
    }
    if (statistics.units() < units()) {
      return Optional.empty();
    }
    Closed closed = closed(plan.ofWindow(index));
    index++;
    started = false;
    statistics = empty();
    return Optional.of(closed);
  }

  private Optional<Closed> atCheckpoint() {
    long units = statistics.units();
    if (units < plan.unitsAt(step)) {
      return Optional.empty();
    }
    Closed closed = closed(plan.ofCheckpoint(step));
    index++;
    step = plan.nextStep(step, units);
    return Optional.of(closed);
  }

  private Closed closed(double level) {
    return new Closed(
        statistics, frozen.closure(), index, from, level, AssessmentContext.once(choices, level));
  }

  /** Windows without a common pair learn from each other, unless the stream had left the map. */
  @Override
  public boolean assessed(WindowCertificate record, WindowAssessor assessor) {
    boolean disjoint =
        settings.window().policy() == WindowPolicy.TUMBLING
            || record.extent().index() < firstPublished();
    if (settings.window().policy() == WindowPolicy.FIXED) {
      minima.add(assessor.nextRun().references());
    }
    if (disjoint && record.verdict() != Verdict.OUT_OF_MAP) {
      choices = assessor.next(units(), plan.ofWindow(index));
    }
    return record.extent().index() >= firstPublished();
  }

  @Override
  public void newModel() {
    started = false;
    statistics = empty();
  }

  @Override
  public void transfer(StateTransfer state, boolean compared) {
    index = state.longOf(index);
    from = state.longOf(from);
    step = state.countOf(step, "checkpoint step");
    started = state.booleanOf(started);
    if (state.reads()) {
      statistics = empty();
    }
    if (settings.isRefined()) {
      choices = choices.transferred(state, basis.classes(), compared);
      frozen.transfer(state);
      if (state.reads() && started) {
        attach();
      }
      statistics.transfer(state);
    } else {
      statistics.transfer(state);
      frozen.transfer(state);
    }
  }
}
