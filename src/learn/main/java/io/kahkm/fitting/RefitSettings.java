package io.kahkm.fitting;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.numeric.Labels;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds in a model file how the model was fitted. */
final class RefitSettings {
  private static final int USUAL_EPOCHS = 20;

  /** As {@code fit} writes it. */
  private static final String K_MEANS = "k-means, seed ";

  /** Where a file does not say how many rows were held out. */
  private static final double USUAL_HOLDOUT = 0.2;

  private RefitSettings() {}

  static Optional<FitSettings> of(Model model) {
    Map<String, String> strings = model.provenance();
    return model
        .calibration()
        .map(
            limits ->
                new FitSettings(
                    model.map().settings(),
                    new Partition.KMeansStart(seed(strings.getOrDefault("partition", ""))),
                    ReferenceChoice.OF_MAP,
                    new FitSettings.StartClosure(
                        Labels.find(ClosureMethod.class, strings.getOrDefault("closure", "nlms")),
                        model.beta(),
                        (int) whole(strings.get("epochs"), USUAL_EPOCHS)),
                    share(strings.get("holdout")),
                    limits.quantile(),
                    new FitSettings.Forecasts(
                        model.readoutHorizons(),
                        SeasonChoice.of(model.past().seasons()),
                        model.past().known().stream().map(model.map().sensors()::get).toList()),
                    strings));
  }

  /** Given classes are those of the rows they were given for: k-means finds new ones. */
  private static long seed(String partition) {
    return partition.startsWith(K_MEANS) ? whole(partition.substring(K_MEANS.length()), 0) : 0;
  }

  private static long whole(@Nullable String text, long usual) {
    try {
      return text == null ? usual : Long.parseLong(text);
    } catch (NumberFormatException foreign) {
      return usual;
    }
  }

  private static double share(@Nullable String text) {
    try {
      double share = text == null ? 0 : Double.parseDouble(text);
      return share > 0 && share < 1 ? share : USUAL_HOLDOUT;
    } catch (NumberFormatException foreign) {
      return USUAL_HOLDOUT;
    }
  }
}
