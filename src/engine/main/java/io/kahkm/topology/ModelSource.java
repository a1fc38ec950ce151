package io.kahkm.topology;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the model comes from; exactly one of the two is present.
 *
 * @param file a model file
 * @param shadow a second model file, whose monitors are shown the same records and never alarm;
 *     only beside {@code file}
 * @param promotion what lets the second model publish for a stream
 * @param fit a fit of simulated data, for {@code demo} only
 */
public record ModelSource(
    Optional<Path> file, Optional<Path> shadow, Promotion promotion, Optional<FitSource> fit) {
  /** Checks that exactly one source is given, and no shadow of a fit. */
  public ModelSource {
    if (file.isPresent() == fit.isPresent()) {
      throw new IllegalArgumentException(
          "model has " + (file.isPresent() ? "both file and fit" : "neither file nor fit"));
    }
    if (shadow.isPresent() && file.isEmpty()) {
      throw new IllegalArgumentException("model has a shadow, and no file");
    }
  }
}
