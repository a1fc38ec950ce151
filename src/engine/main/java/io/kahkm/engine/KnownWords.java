package io.kahkm.engine;

import io.kahkm.internal.kahm.Model;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a model and a topology file say of known inputs, in words. */
public final class KnownWords {
  private KnownWords() {}

  /**
   * The known inputs of a model.
   *
   * @param model the model
   * @return names with commas between them
   */
  public static String inputs(Model model) {
    return String.join(", ", names(model));
  }

  private static List<String> names(Model model) {
    return model.past().known().stream().map(model.map().sensors()::get).toList();
  }

  /** Where the file does not name what the model looks at, or the reverse. */
  static Optional<String> caution(TopologyConfig config, Model model) {
    List<String> sensors = model.map().sensors();
    List<String> fields = config.input().fields().state();
    List<String> all = fields.size() == sensors.size() ? fields : sensors;
    List<String> fitted = names(model);
    List<String> declared =
        config.forecasts().known().sensors().stream()
            .filter(all::contains)
            .map(name -> sensors.get(all.indexOf(name)))
            .toList();
    List<String> untold = new ArrayList<>(fitted);
    untold.removeAll(declared);
    List<String> unused = new ArrayList<>(declared);
    unused.removeAll(fitted);
    if (!untold.isEmpty()) {
      return Optional.of(
          "The model's forecasts look at later values of "
              + String.join(", ", untold)
              + ", and forecasts.known does not name "
              + (untold.size() == 1 ? "it" : "them")
              + ": their last value stands in. Name "
              + (untold.size() == 1 ? "it" : "them")
              + " there, or fit the model again with this file.");
    }
    return unused.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "forecasts.known names "
                + String.join(", ", unused)
                + ", and the model was fitted without: what is known ahead of "
                + (unused.size() == 1 ? "it" : "them")
                + " is not used. Fit the model again with this file.");
  }
}
