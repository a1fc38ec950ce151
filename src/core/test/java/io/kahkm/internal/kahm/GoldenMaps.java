package io.kahkm.internal.kahm;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Fits the maps of the reference files from their training states and labels. */
public final class GoldenMaps {
  private static final List<String> CONFIGURATIONS =
      List.of(
          "duffing_C10_w2",
          "vanderpol_C25_w4",
          "vanderpol_C25_w128",
          "duffing_single_seed0_C15_w12",
          "duffing_singletons_C40_w4");

  private static final Map<String, KahmMap> FITTED = new ConcurrentHashMap<>();

  private GoldenMaps() {}

  /** Every configuration with both rules for lambda. */
  static Stream<String> names() {
    return CONFIGURATIONS.stream().flatMap(c -> Stream.of(c + "__authors", c + "__paper"));
  }

  /** Those that also hold the exact far field. */
  static Stream<String> paperNames() {
    return CONFIGURATIONS.stream().map(c -> c + "__paper");
  }

  static JsonNode json(String name) {
    return Golden.json(name + ".json");
  }

  public static double[][] trainingStates(String name) {
    JsonNode json = json(name);
    if (json.has("train_current")) {
      return Golden.rows(json.get("train_current"));
    }
    if (json.has("trajectory")) {
      double[][] trajectory = Golden.rows(json.get("trajectory"));
      return Arrays.copyOf(trajectory, json.get("n_train").intValue());
    }
    String system = json.get("system").asText();
    return Episodes.of(Golden.trajectories(system + "_train_seeds_0_1_2.csv", "q", "p"))
        .currentStates();
  }

  /** The far field is what an encoder does; every map is fitted once. */
  public static KahmMap map(String name, FarField farField) {
    KahmMap fitted = FITTED.computeIfAbsent(name, key -> fit(name, FarField.PAPER));
    return farField == FarField.PAPER
        ? fitted
        : FITTED.computeIfAbsent(name + farField, key -> with(fitted, farField));
  }

  private static KahmMap with(KahmMap map, FarField farField) {
    MapSettings settings = map.settings();
    return new KahmMap(
        new MapSettings(
            settings.sensors(),
            settings.classes(),
            settings.omega(),
            settings.tau(),
            new MapSettings.Reconstruction(
                settings.reconstruction().block(),
                farField,
                settings.reconstruction().regularization()),
            MapSettings.States.of(settings.states().scaling())),
        map.scaling(),
        map.centroids(),
        map.classCounts(),
        map.tensors(),
        map.warnings());
  }

  static KahmMap fit(String name, FarField farField) {
    JsonNode json = json(name);
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            json.get("C").intValue(),
            json.get("omega").doubleValue(),
            json.get("tau").doubleValue(),
            new MapSettings.Reconstruction(
                json.get("Nb").intValue(),
                farField,
                json.get("lambda_rule").asText().equals("paper")
                    ? Regularization.FIXED_POINT
                    : Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    List<Integer> labels =
        Arrays.stream(Golden.vector(json.get("train_labels"))).mapToObj(v -> (int) v).toList();
    return MapFitter.fit(
        settings, trainingStates(name), new Partition.GivenLabels(labels), Progress.NONE);
  }
}
