package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an assessment depends on besides the statistics.
 *
 * @param choices what was decided before the window
 * @param halvesLevel what the comparison of the halves may spend; empty for no comparison
 * @param run the run so far, where bounds hold at every moment
 * @param bests bounds of the horizons so far
 */
record AssessmentContext(
    WindowChoices choices,
    OptionalDouble halvesLevel,
    Optional<AnytimeRun> run,
    HorizonBests bests) {
  /** Of a window that is assessed once. */
  static AssessmentContext once(WindowChoices choices, double level) {
    return new AssessmentContext(
        choices, OptionalDouble.of(level), Optional.empty(), HorizonBests.NONE);
  }
}
