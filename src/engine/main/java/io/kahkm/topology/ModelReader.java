package io.kahkm.topology;

import io.kahkm.config.FitSource;
import io.kahkm.config.ModeFiles;
import io.kahkm.config.ModelSource;
import io.kahkm.config.Promotion;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads where the model comes from: a file, one for each mode, or for demo a fit. One use. */
final class ModelReader {
  private final Section file;

  /** What the model is fitted to, known even where other fields of the fit are wrong. */
  private Optional<String> fittedSystem = Optional.empty();

  /**
   * Prepares to read.
   *
   * @param file the whole file
   */
  ModelReader(Section file) {
    this.file = file;
  }

  /**
   * Reads the section.
   *
   * @return where the model comes from, null after an error was noted
   */
  @Nullable ModelSource read() {
    if (!file.has("model")) {
      file.error("model", "is missing: name a file, or for demo a fit");
    }
    Section section = file.section("model");
    Optional<Path> path = section.optionalText("file").map(Path::of);
    Optional<Path> shadow = section.optionalText("shadow").map(Path::of);
    Map<String, ModeFiles> byMode = ModesReader.read(section);
    Promotion promotion = section.choice("promote", Promotion.MANUAL);
    boolean fitted = section.has("fit");
    Section fitSection = section.section("fit");
    FitSource fit = fitted ? fit(fitSection) : null;
    section.rejectUnknown();
    boolean modes = section.has(ModesReader.MODELS);
    int sources = (path.isPresent() ? 1 : 0) + (fitted ? 1 : 0) + (modes ? 1 : 0);
    if (file.has("model") && section.healthy() && sources != 1) {
      file.error(
          "model",
          "needs one of file, fit and by-mode, has "
              + (sources == 0 ? "none" : sources + " of them"));
    }
    if (shadow.isPresent() && fitted) {
      section.error("shadow", "needs file: the demo fits one model");
    }
    if (shadow.isPresent() && modes) {
      section.error(
          "shadow", "needs file; with by-mode, name the maps on trial in model.shadow-by-mode");
    }
    if (shadow.isPresent() && shadow.equals(path)) {
      section.error("shadow", "is the same file as model.file; name another one");
    }
    if (promotion == Promotion.EVIDENCE && shadow.isEmpty() && !section.has(ModesReader.SHADOWS)) {
      section.error("promote", "is evidence, and no map is on trial: name one in model.shadow");
    }
    return section.healthy() && sources == 1
        ? new ModelSource(path, shadow, promotion, Optional.ofNullable(fit), byMode)
        : null;
  }

  private @Nullable FitSource fit(Section section) {
    String system = SimulateReader.system(section, Optional.empty());
    fittedSystem = Optional.of(system);
    int classes = (int) required(section, "classes", 2, 10_000);
    if (!section.has("omega")) {
      section.error("omega", "is missing");
    }
    double omega = section.number("omega", 1, value -> value > 0, "above 0");
    long seed = section.integer("seed", 0, Long.MAX_VALUE, 0);
    ScalingKind scaling = section.choice("scaling", ScalingKind.STANDARD);
    FarField farField = section.choice("far-field", FarField.SMOOTH);
    Regularization regularization = section.choice("regularization", Regularization.FIXED_POINT);
    section.rejectUnknown();
    return section.healthy()
        ? new FitSource(system, classes, omega, seed, scaling, farField, regularization)
        : null;
  }

  private static long required(Section section, String key, long low, long high) {
    if (!section.has(key)) {
      section.error(key, "is missing");
    }
    return section.integer(key, low, high, low);
  }

  /** The system that the model is fitted to, also where the fit is wrong; empty without a fit. */
  Optional<String> fittedSystem() {
    return fittedSystem;
  }
}
