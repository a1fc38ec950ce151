package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.paper.benchmark.BenchmarkReport;
import io.kahkm.reproduce.paper.benchmark.BenchmarkSystem;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.system.Acrobot;
import io.kahkm.system.CartPole;
import io.kahkm.system.ControlTask;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.FourState;
import io.kahkm.system.MountainCar;
import io.kahkm.system.Oscillator;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * What the paper proves and leaves unevaluated (section "Numerical scope of the closure-risk
 * bounds"), on its own systems: assignment quantities, score margins, the bounds of the one-step
 * error, the interval of attainable errors, the stochastic decomposition, and the certificates on
 * independent pairs and on episodes.
 */
public final class UnevaluatedTable {
  private static final int OSCILLATOR_STEPS = 800;

  private final Fits fits;

  private UnevaluatedTable(Fits fits) {
    this.fits = fits;
  }

  /**
   * The table of all benchmark systems.
   *
   * @param fits the maps and closures of the paper's experiments
   * @param seed of the evaluation data
   * @param progress told of every system
   * @return one column per system; passed if every proven relation holds
   */
  public static ResultTable of(Fits fits, long seed, Progress progress) {
    return table(
        new UnevaluatedTable(fits).benchmarks(progress), BenchmarkReport.Size.FULL, seed, progress);
  }

  private List<BenchmarkSystem> benchmarks(Progress progress) {
    List<BenchmarkSystem> benchmarks = new ArrayList<>();
    int all = 2 + SelectedOscillator.values().length + ControlTaskSetting.values().length;
    for (FourState system : List.of(FourState.identity(), FourState.conflict())) {
      benchmarks.add(fourState(system));
      progress.update("maps and closures", benchmarks.size(), all);
    }
    for (SelectedOscillator system : SelectedOscillator.values()) {
      benchmarks.add(oscillator(system));
      progress.update("maps and closures", benchmarks.size(), all);
    }
    for (ControlTaskSetting task : ControlTaskSetting.values()) {
      benchmarks.add(task(task));
      progress.update("maps and closures", benchmarks.size(), all);
    }
    return benchmarks;
  }

  /** The table of some systems. */
  static ResultTable table(
      List<BenchmarkSystem> benchmarks, BenchmarkReport.Size size, long seed, Progress progress) {
    List<Callable<BenchmarkReport>> parts = new ArrayList<>();
    for (BenchmarkSystem benchmark : benchmarks) {
      parts.add(() -> BenchmarkReport.of(benchmark, size, seed));
    }
    List<BenchmarkReport> reports = Parallel.run("systems evaluated", parts, progress);
    List<String> header = new ArrayList<>(List.of("quantity"));
    Set<String> quantities = new LinkedHashSet<>();
    boolean passed = true;
    for (BenchmarkReport report : reports) {
      header.add(report.title());
      quantities.addAll(report.values().keySet());
      passed &= report.passed();
    }
    List<List<String>> rows = new ArrayList<>();
    for (String quantity : quantities) {
      List<String> row = new ArrayList<>(List.of(quantity));
      reports.forEach(report -> row.add(report.values().getOrDefault(quantity, "")));
      rows.add(row);
    }
    return new ResultTable(
        "unevaluated",
        "What the paper left unevaluated, on its own systems",
        header,
        rows,
        BenchmarkReport.notes(size),
        false,
        passed);
  }

  /** The four-state example, whose population values are known. */
  static BenchmarkSystem fourState(FourState system) {
    KahmMap map = ObstructionExperiment.map();
    double[][] states = FourState.states();
    double[][] next = new double[states.length][];
    for (int i = 0; i < states.length; i++) {
      next[i] = states[system.successor(i)];
    }
    SoftMap soft = SoftMap.of(map);
    Matrix closure = ClosureFit.leastSquares(soft.encodeAll(states), soft.encodeAll(next));
    return BenchmarkSystem.of(system.name(), system, 1, map, closure, states, next);
  }

  private BenchmarkSystem oscillator(SelectedOscillator system) {
    SelectedOscillator.Fit fit = system.selected(fits);
    double[][] current = fit.current();
    KahmMap map =
        SoftModel.map(
            current,
            new Partition.GivenLabels(
                fits.labels(
                    "oscillator_reference", "ext_" + system.label(), current, system.classes(), 0)),
            system.classes(),
            system.omega(),
            MapSettings.DEFAULT_BLOCK);
    DynamicalSystem dynamics =
        system == SelectedOscillator.DUFFING ? Oscillator.duffing() : Oscillator.vanDerPol();
    return BenchmarkSystem.of(
        system.label(), dynamics, OSCILLATOR_STEPS, map, fit.model().nlms(), current, fit.next());
  }

  private BenchmarkSystem task(ControlTaskSetting task) {
    ControlTaskSetting.Fit fit = task.selected(fits, 0);
    double[][] current = fit.run().current();
    KahmMap map =
        SoftModel.map(
            current,
            new Partition.GivenLabels(fit.run().labels()),
            task.classes(),
            task.omega(),
            MapSettings.DEFAULT_BLOCK);
    ControlTask system =
        switch (task) {
          case CART_POLE -> CartPole.standard();
          case MOUNTAIN_CAR -> MountainCar.standard();
          case ACROBOT -> Acrobot.standard();
        };
    return BenchmarkSystem.of(
        task.label(),
        system,
        system.longestEpisode(),
        map,
        fit.closure(),
        current,
        fit.run().next());
  }
}
