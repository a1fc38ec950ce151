package io.kahkm.spectrum;

import java.util.List;

/**
 * Summary over the candidates of the adjoint side (tab:exp_spectra).
 *
 * @param minRho smallest held-out residual
 * @param medianRho median, the mean of the two middle values for an even number
 * @param maxEta largest representation defect
 * @param counts candidates with a residual of at most .01, .05 and .10
 */
public record SpectralSummary(
    double minRho, double medianRho, double maxEta, List<Integer> counts) {
  private static final double[] THRESHOLDS = {0.01, 0.05, 0.10};

  /** Copies the list. */
  public SpectralSummary {
    counts = List.copyOf(counts);
  }

  static SpectralSummary of(List<SpectralMode> modes) {
    double[] rho = modes.stream().mapToDouble(SpectralMode::rho).sorted().toArray();
    int middle = rho.length / 2;
    double median = rho.length % 2 == 1 ? rho[middle] : (rho[middle - 1] + rho[middle]) / 2;
    List<Integer> counts =
        java.util.Arrays.stream(THRESHOLDS)
            .mapToObj(limit -> (int) modes.stream().filter(mode -> mode.rho() <= limit).count())
            .toList();
    double maxEta = modes.stream().mapToDouble(SpectralMode::eta).max().orElseThrow();
    return new SpectralSummary(rho[0], median, maxEta, counts);
  }
}
