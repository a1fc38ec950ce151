package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Overlapping windows of {@value #PANES} panes, one pane a hop. Every pane freezes a closure at its
 * start, and a window uses that of its oldest pane: it was fixed before the window's first pair.
 * The panes of a window are merged at each hop; nothing is ever subtracted. Pane k holds
 * floor((k+1) units / {@value #PANES}) - floor(k units / {@value #PANES}) units, so that any
 * {@value #PANES} consecutive panes hold exactly the window's units.
 */
final class RollingWindow implements UnitWindow {
  /** Panes of a window. */
  static final int PANES = WindowSettings.MINIMUM_ROLLING_UNITS;

  private final CertificateSettings settings;
  private final CertificateBasis basis;
  private final CertificateWorkspace workspace;
  private final FrozenClosure none;
  private final WindowChoices choices;
  private final LevelPlan plan;
  private final Deque<Pane> full = new ArrayDeque<>();
  private Pane open;
  private long hops;
  private long panes;

  private static final class Pane {
    private final WindowStatistics statistics;
    private final FrozenClosure frozen;
    private long from = Long.MIN_VALUE;

    Pane(WindowStatistics statistics, FrozenClosure frozen) {
      this.statistics = statistics;
      this.frozen = frozen;
    }
  }

  RollingWindow(
      CertificateSettings settings, CertificateBasis basis, CertificateWorkspace workspace) {
    this.settings = settings;
    this.basis = basis;
    this.workspace = workspace;
    none = new FrozenClosure(settings, basis, workspace);
    choices = WindowChoices.first(settings).withReference(basis.closure());
    plan = new LevelPlan(settings);
    open = newPane();
  }

  private Pane newPane() {
    return new Pane(
        new WindowStatistics(basis.classes(), 0, basis.margins(), workspace), none.another());
  }

  private int unitsOfOpenPane() {
    long k = panes % PANES;
    return (int)
        ((k + 1) * settings.window().units() / PANES - k * settings.window().units() / PANES);
  }

  @Override
  public boolean needsFreeze() {
    return !open.frozen.isFrozen();
  }

  @Override
  public void freeze(Matrix closure) {
    open.frozen.freeze(closure);
    attach(open);
  }

  /** All panes have the model's closure as their reference, so that their losses merge. */
  private void attach(Pane pane) {
    pane.frozen.attach(pane.statistics, choices);
  }

  @Override
  public Matrix frozen() {
    return open.frozen.closure();
  }

  @Override
  public boolean active() {
    return true;
  }

  @Override
  public WindowStatistics open(long time) {
    if (open.from == Long.MIN_VALUE) {
      open.from = time;
    }
    return open.statistics;
  }

  @Override
  public WindowStatistics statistics() {
    return open.statistics;
  }

  @Override
  public Optional<Closed> unitEnded() {
    if (open.statistics.units() < unitsOfOpenPane()) {
      return Optional.empty();
    }
    full.addLast(open);
    open = newPane();
    panes++;
    if (full.size() < PANES) {
      return Optional.empty();
    }
    List<WindowStatistics> first = new ArrayList<>();
    List<WindowStatistics> second = new ArrayList<>();
    for (Pane pane : full) {
      (first.size() < PANES / 2 ? first : second).add(pane.statistics);
    }
    Pane oldest = full.removeFirst();
    Closed closed =
        new Closed(
            WindowStatistics.ofPanes(first, second, oldest.frozen.closure()),
            oldest.frozen.closure(),
            hops,
            oldest.from,
            plan.ofWindow(hops),
            AssessmentContext.once(choices, plan.ofWindow(hops)));
    hops++;
    return Optional.of(closed);
  }

  @Override
  public boolean assessed(WindowCertificate record, WindowAssessor assessor) {
    return true;
  }

  @Override
  public void newModel() {
    full.clear();
    open = newPane();
  }

  @Override
  public void transfer(StateTransfer state, boolean compared) {
    hops = state.longOf(hops);
    panes = state.longOf(panes);
    int count = state.intOf(full.size(), 0, PANES - 1, "full panes");
    if (state.reads()) {
      full.clear();
      for (int i = 0; i < count; i++) {
        full.addLast(newPane());
      }
      open = newPane();
    }
    full.forEach(pane -> transfer(pane, state));
    transfer(open, state);
  }

  private void transfer(Pane pane, StateTransfer state) {
    pane.from = state.longOf(pane.from);
    if (!settings.isRefined()) {
      pane.statistics.transfer(state);
    }
    pane.frozen.transfer(state);
    if (state.reads() && pane.frozen.isFrozen()) {
      attach(pane);
    }
    if (settings.isRefined()) {
      pane.statistics.transfer(state);
    }
  }
}
