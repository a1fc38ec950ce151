package io.kahkm.lab;

import io.kahkm.topology.FitSource;
import io.kahkm.topology.ModelSource;
import io.kahkm.topology.TopologyConfig;
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
    return withFit(file, classes, fit.seed());
  }

  /** Another map of the same size. */
  static TopologyConfig withNextSeed(TopologyConfig file) {
    FitSource fit = file.model().fit().orElseThrow();
    return withFit(file, fit.classes(), fit.seed() + 1);
  }

  private static TopologyConfig withFit(TopologyConfig file, int classes, long seed) {
    FitSource fit = file.model().fit().orElseThrow();
    FitSource other =
        new FitSource(
            fit.system(),
            classes,
            fit.omega(),
            seed,
            fit.scaling(),
            fit.farField(),
            fit.regularization());
    return new TopologyConfig(
        file.name(),
        file.applicationId(),
        new ModelSource(Optional.empty(), Optional.empty(), Optional.of(other)),
        file.input(),
        file.closure(),
        file.forecasts(),
        file.relations(),
        file.incidents(),
        file.certificates(),
        file.rejectsTopic(),
        file.telemetry(),
        file.simulate(),
        file.kafka());
  }
}
