package io.kahkm.config;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the model comes from; exactly one of file, fit and models by mode is present.
 *
 * @param file a model file
 * @param shadow a second model file, whose monitors are shown the same records and never alarm;
 *     only beside {@code file}
 * @param promotion what lets the second model publish for a stream
 * @param fit a fit of simulated data, for {@code demo} only
 * @param byMode of a machine with several modes, the models of each by the mode's name, in the
 *     order of the file; empty for a machine with one mode
 */
public record ModelSource(
    Optional<Path> file,
    Optional<Path> shadow,
    Promotion promotion,
    Optional<FitSource> fit,
    Map<String, ModeFiles> byMode) {
  /** Checks that exactly one source is given, and no shadow of a fit. */
  public ModelSource {
    int sources =
        (file.isPresent() ? 1 : 0) + (fit.isPresent() ? 1 : 0) + (byMode.isEmpty() ? 0 : 1);
    if (sources != 1) {
      throw new IllegalArgumentException(
          "model has " + sources + " of file, fit and by-mode, needs one");
    }
    byMode = Collections.unmodifiableMap(new LinkedHashMap<>(byMode));
    if (shadow.isPresent() && file.isEmpty()) {
      throw new IllegalArgumentException("model has a shadow, and no file");
    }
  }

  /**
   * Whether a run needs no fit: the file names what is fitted already.
   *
   * @return false for a fit of simulated data
   */
  public boolean isFitted() {
    return fit.isEmpty();
  }

  /**
   * Whether any map is on trial.
   *
   * @return true for a shadow, of any mode
   */
  public boolean hasShadow() {
    return shadow.isPresent()
        || byMode.values().stream().anyMatch(files -> files.shadow().isPresent());
  }
}
