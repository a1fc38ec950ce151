package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.spectrum.AdjointSpectrum;
import io.kahkm.spectrum.SpanBasis;
import io.kahkm.spectrum.SpectralMode;
import io.kahkm.spectrum.SpectralSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** tab:exp_spectra: held-out spectral diagnostics of NLMS and ridge closures. */
final class SpectraExperiment implements Experiment {
  private static final String TABLE = "tab:exp_spectra";
  static final String FIGURE = "fig:exp_spectral_panels";
  private static final double RIDGE = 1e-8;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (SelectedOscillator system : SelectedOscillator.values()) {
      for (Map.Entry<String, Spectrum> entry : spectra(fits, system).entrySet()) {
        store(results, system.label() + " " + entry.getKey(), entry.getValue());
        draw(results, system, entry.getKey(), entry.getValue().adjoint());
        progress.update("spectra", ++done, 4);
      }
    }
  }

  /** A closure's one-step scores on all evaluation pairs and its spectrum on the subsample. */
  record Spectrum(ErrorsByHorizon scores, AdjointSpectrum adjoint) {}

  /** The spectra of one system, {@code nlms} and {@code ridge}. */
  static Map<String, Spectrum> spectra(Fits fits, SelectedOscillator system) {
    SelectedOscillator.Fit fit = system.selected(fits);
    List<double[][]> evaluation = new ArrayList<>();
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    for (double[][] states : fit.evaluation()) {
      double[][] phi = fit.model().map().encodeAll(states);
      evaluation.add(phi);
      current.addAll(Arrays.asList(phi).subList(0, phi.length - 1));
      next.addAll(Arrays.asList(phi).subList(1, phi.length));
    }
    int[] subsample = fits.data().spectralSubsample(system.label());
    double[][] phi = Arrays.stream(subsample).mapToObj(current::get).toArray(double[][]::new);
    double[][] z = Arrays.stream(subsample).mapToObj(next::get).toArray(double[][]::new);
    SpanBasis basis = SpanBasis.of(fit.model().phi());
    Map<String, Matrix> closures = new LinkedHashMap<>();
    closures.put("nlms", fit.model().nlms());
    closures.put("ridge", ClosureFit.ridge(fit.model().phi(), fit.model().z(), RIDGE));
    Map<String, Spectrum> spectra = new LinkedHashMap<>();
    closures.forEach(
        (name, closure) ->
            spectra.put(
                name,
                new Spectrum(
                    ErrorsByHorizon.ofClosure(evaluation, closure, Projection.NONE, 1),
                    AdjointSpectrum.of(closure, basis, phi, z))));
    return spectra;
  }

  private static void draw(
      Results results, SelectedOscillator system, String operator, AdjointSpectrum adjoint) {
    String panel = system.title() + ", " + (operator.equals("nlms") ? "NLMS" : "ridge");
    for (SpectralMode mode : adjoint.modes()) {
      double residual = StrictMath.log10(mode.rho());
      results.point(
          FIGURE, new FigurePoint(panel, "candidate", mode.re(), mode.im(), Double.NaN, residual));
    }
  }

  private static void store(Results results, String row, Spectrum spectrum) {
    AdjointSpectrum adjoint = spectrum.adjoint();
    SpectralSummary summary = adjoint.summary();
    results.put(TABLE, row, "E_1", spectrum.scores().relativeError(1));
    results.put(TABLE, row, "R2_1", spectrum.scores().r2(1));
    results.besideError(TABLE, row, "E_1", spectrum.scores().persistenceError(1));
    results.besideR2(TABLE, row, "R2_1", spectrum.scores().persistenceR2(1));
    results.put(TABLE, row, "rank", adjoint.rank());
    results.put(TABLE, row, "spr", adjoint.spectralRadius());
    results.put(TABLE, row, "min rho", summary.minRho());
    results.put(TABLE, row, "median rho", summary.medianRho());
    results.put(TABLE, row, "max eta", summary.maxEta());
    results.put(TABLE, row, "count<=0.01", summary.counts().get(0));
    results.put(TABLE, row, "count<=0.05", summary.counts().get(1));
    results.put(TABLE, row, "count<=0.10", summary.counts().get(2));
  }
}
