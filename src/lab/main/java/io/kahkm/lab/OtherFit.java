package io.kahkm.lab;

import io.kahkm.config.FitSource;
import io.kahkm.config.ModelSource;
import io.kahkm.config.Promotion;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import java.util.Optional;

/** Topology files whose fit differs in one thing. */
final class OtherFit {
  private OtherFit() {}

  /**
   * A map of another size.
   *
   * @param file with a fit
   * @param classes at least 2
   */
  static TopologyConfig withClasses(TopologyConfig file, int classes) {
    FitSource fit = file.model().fit().orElseThrow();
    return withFit(file, classes, fit.seed(), fit.farField());
  }

  /** Another map of the same size. */
  static TopologyConfig withNextSeed(TopologyConfig file) {
    FitSource fit = file.model().fit().orElseThrow();
    return withFit(file, fit.classes(), fit.seed() + 1, fit.farField());
  }

  /** The same classes with another rule far from their references. */
  static TopologyConfig withFarField(TopologyConfig file, FarField farField) {
    FitSource fit = file.model().fit().orElseThrow();
    return withFit(file, fit.classes(), fit.seed(), farField);
  }

  private static TopologyConfig withFit(
      TopologyConfig file, int classes, long seed, FarField farField) {
    FitSource fit = file.model().fit().orElseThrow();
    FitSource other =
        new FitSource(
            fit.system(),
            classes,
            fit.omega(),
            seed,
            fit.scaling(),
            farField,
            fit.regularization());
    return file.withModel(
        new ModelSource(
            Optional.empty(), Optional.empty(), Promotion.MANUAL, Optional.of(other), Map.of()));
  }
}
