package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The models that a topology file names, read.
 *
 * @param main the model that publishes; with several modes, that of the first one
 * @param shadow the model on trial beside it, empty for none
 * @param byMode of a machine with several modes, the models of all of them by the mode's name, in
 *     the order of the file; empty for a machine with one mode, and in the models of a mode
 */
public record Models(Model main, Optional<Model> shadow, Map<String, Models> byMode) {
  /** What the mode of a machine is called that has only one. */
  public static final String ONE_MODE = "";

  /** Copies the map. */
  public Models {
    byMode = Collections.unmodifiableMap(new LinkedHashMap<>(byMode));
  }

  /**
   * The models of a machine with one mode, or of one mode.
   *
   * @param main the model that publishes
   * @param shadow the model on trial beside it, empty for none
   * @return both
   */
  public static Models of(Model main, Optional<Model> shadow) {
    return new Models(main, shadow, Map.of());
  }

  /**
   * The models of every mode.
   *
   * @return by the mode's name; these alone, under the empty name, for a machine with one mode
   */
  public Map<String, Models> each() {
    return byMode.isEmpty() ? Map.of(ONE_MODE, this) : byMode;
  }

  /**
   * The models that publish.
   *
   * @return by the mode's name; {@link #main} alone, under the empty name, for a machine with one
   *     mode
   */
  public Map<String, Model> publishing() {
    Map<String, Model> publishing = new LinkedHashMap<>();
    each().forEach((mode, of) -> publishing.put(mode, of.main));
    return publishing;
  }

  /**
   * The models of a machine with several modes.
   *
   * @param byMode at least one mode with its models
   * @return all of them
   * @throws IllegalArgumentException if there is no mode
   */
  public static Models ofModes(Map<String, Models> byMode) {
    Models first =
        byMode.values().stream()
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no mode has a model"));
    return new Models(first.main, first.shadow, byMode);
  }
}
