package io.kahkm.fitting;

import io.kahkm.internal.kahm.Model;
import java.util.Objects;

/**
 * A fitted model and what a person should know about the fit.
 *
 * @param model the model
 * @param report the report
 */
public record FitResult(Model model, FitReport report) {
  /** Checks every field. */
  public FitResult {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(report, "report");
  }
}
