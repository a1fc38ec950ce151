package io.kahkm.internal.kahm.file;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.PresentReadout;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of a model file that forecasts in sensor units are made of. With s sensors, states of n
 * values, C classes and L readings that a stacked readout looks at:
 *
 * <pre>
 * readouts     F64  [H, s, 1 + C]    those of earlier releases, of the horizons readoutHorizons
 * linear       F64  [K, s, 1 + n]    their linear competitors, of the horizons linearHorizons
 * stacked      F64  [S, s, 1 + L s]  linear models, of the horizons stackedHorizons
 * explained    F64  [P, C, 1 + L s]  part of the coordinates that readings explain, of the horizons
 *                                    correctedHorizons
 * corrections  F64  [P, s, C]        weights of the rest, of the same horizons
 * reach        F64  [S, s, 1]        how far a forecast may lie from the present reading, of the
 *                                    horizons stackedHorizons
 * errors       F64  [E, s, 50]       quantiles of absolute errors, of the horizons errorHorizons
 * </pre>
 *
 * <p>The last five are in files from version 3 on.
 */
final class ReadoutTensors {
  private static final String PRESENT_HORIZONS = "readoutHorizons";
  private static final String LINEAR_HORIZONS = "linearHorizons";
  private static final String STACKED_HORIZONS = "stackedHorizons";
  private static final String CORRECTED_HORIZONS = "correctedHorizons";
  private static final String ERROR_HORIZONS = "errorHorizons";
  private static final int ERROR_COLUMNS = 50;
  private static final String LOOKBACK = "lookback";

  private final NamedTensors tensors;
  private final ModelMetadata metadata;
  private final MapSettings settings;

  ReadoutTensors(NamedTensors tensors, ModelMetadata metadata, MapSettings settings) {
    this.tensors = tensors;
    this.metadata = metadata;
    this.settings = settings;
  }

  private static <T> Map<Integer, T> ofKind(Model model, Class<T> kind) {
    Map<Integer, T> found = new HashMap<>();
    for (int horizon : model.readoutHorizons()) {
      Readout readout = model.readout(horizon);
      if (kind.isInstance(readout)) {
        found.put(horizon, kind.cast(readout));
      }
    }
    return found;
  }

  static void put(Model model, Map<String, String> entries) {
    Map<Integer, PresentReadout> present = ofKind(model, PresentReadout.class);
    Map<Integer, StackedReadout> stacked = ofKind(model, StackedReadout.class);
    List<Integer> all = model.readoutHorizons();
    entries.put(PRESENT_HORIZONS, write(all.stream().filter(present::containsKey).toList()));
    entries.put(
        LINEAR_HORIZONS,
        write(
            all.stream()
                .filter(h -> present.containsKey(h) && present.get(h).linear().isPresent())
                .toList()));
    entries.put(STACKED_HORIZONS, write(all.stream().filter(stacked::containsKey).toList()));
    entries.put(
        CORRECTED_HORIZONS,
        write(
            all.stream()
                .filter(h -> stacked.containsKey(h) && stacked.get(h).correction().isPresent())
                .toList()));
    entries.put(
        ERROR_HORIZONS,
        write(all.stream().filter(h -> model.forecastErrors(h).isPresent()).toList()));
    entries.put(LOOKBACK, Integer.toString(lookback(stacked)));
  }

  private static String write(List<Integer> horizons) {
    return HeaderJson.write(horizons);
  }

  private static int lookback(Map<Integer, StackedReadout> stacked) {
    List<Integer> lookbacks =
        stacked.values().stream().map(StackedReadout::lookback).distinct().toList();
    if (lookbacks.size() > 1) {
      throw new IllegalArgumentException(
          "readouts look at " + lookbacks + " readings, not as many");
    }
    return lookbacks.isEmpty() ? 1 : lookbacks.get(0);
  }

  static void putTensors(Model model, Map<String, Tensor> target) {
    Map<Integer, PresentReadout> present = ofKind(model, PresentReadout.class);
    Map<Integer, StackedReadout> stacked = ofKind(model, StackedReadout.class);
    List<Integer> all = model.readoutHorizons();
    List<PresentReadout> old = all.stream().filter(present::containsKey).map(present::get).toList();
    List<StackedReadout> own = all.stream().filter(stacked::containsKey).map(stacked::get).toList();
    List<StackedReadout.Correction> corrections =
        own.stream().flatMap(readout -> readout.correction().stream()).toList();
    long sensors = model.map().sensors().size();
    long classes = model.map().classes();
    long history = 1 + lookback(stacked) * sensors;
    target.put(
        "readouts",
        tensor(old.stream().map(PresentReadout::weights).toList(), sensors, 1 + classes));
    target.put(
        "linear",
        tensor(
            old.stream().flatMap(readout -> readout.linear().stream()).toList(),
            sensors,
            1L + model.map().dimension()));
    target.put(
        "stacked", tensor(own.stream().map(StackedReadout::linear).toList(), sensors, history));
    target.put(
        "reach",
        tensor(own.stream().map(readout -> reach(readout, (int) sensors)).toList(), sensors, 1));
    target.put(
        "explained",
        tensor(
            corrections.stream().map(StackedReadout.Correction::explained).toList(),
            classes,
            history));
    target.put(
        "corrections",
        tensor(
            corrections.stream().map(StackedReadout.Correction::weights).toList(),
            sensors,
            classes));
    target.put(
        "errors",
        tensor(
            all.stream()
                .flatMap(h -> model.forecastErrors(h).stream())
                .map(ErrorQuantiles::values)
                .toList(),
            sensors,
            ERROR_COLUMNS));
  }

  private static Matrix reach(StackedReadout readout, int sensors) {
    double[] distances = new double[sensors];
    for (int i = 0; i < sensors; i++) {
      distances[i] = readout.reach(i);
    }
    return Matrix.of(sensors, 1, distances);
  }

  private static Tensor tensor(List<Matrix> matrices, long rows, long columns) {
    Tensor tensor = Tensor.create(ElementType.F64, matrices.size(), rows, columns);
    matrices.forEach(matrix -> NamedTensors.put(tensor, matrix.toArray()));
    return tensor;
  }

  void addTo(Model.Builder builder) throws ModelFileException {
    int sensors = settings.sensors().size();
    int classes = settings.classes();
    List<Integer> present = metadata.horizons(PRESENT_HORIZONS);
    Map<Integer, Matrix> linear = linear(sensors);
    Map<Integer, Matrix> weights = read("readouts", present, sensors, 1 + classes);
    for (int horizon : present) {
      // Linear competitors were fitted in the units of each stream, readouts in those of the
      // typical
      // one: where these differ there is no comparing.
      Optional<Matrix> competitor =
          settings.states().scaling() == ScalingKind.PER_STREAM
              ? Optional.empty()
              : Optional.ofNullable(linear.get(horizon));
      builder.readout(horizon, new PresentReadout(of(weights, horizon), competitor));
    }
    if (metadata.has(STACKED_HORIZONS)) {
      addStacked(builder, sensors, classes);
    }
  }

  private Map<Integer, Matrix> linear(int sensors) throws ModelFileException {
    List<Integer> horizons =
        metadata.has(LINEAR_HORIZONS) ? metadata.horizons(LINEAR_HORIZONS) : List.of();
    return horizons.isEmpty()
        ? Map.of()
        : read("linear", horizons, sensors, 1 + settings.dimension());
  }

  private void addStacked(Model.Builder builder, int sensors, int classes)
      throws ModelFileException {
    List<Integer> horizons = metadata.horizons(STACKED_HORIZONS);
    List<Integer> corrected = metadata.horizons(CORRECTED_HORIZONS);
    int lookback = metadata.wholeNumber(LOOKBACK);
    if (lookback < 1 || lookback > Math.max(2, settings.states().delays())) {
      throw new ModelFileException(
          "damaged: lookback is " + lookback + " with " + settings.states().delays() + " delays");
    }
    int history = 1 + lookback * sensors;
    Map<Integer, Matrix> linear = read("stacked", horizons, sensors, history);
    Map<Integer, Matrix> reach = read("reach", horizons, sensors, 1);
    Map<Integer, Matrix> explained = read("explained", corrected, classes, history);
    Map<Integer, Matrix> weights = read("corrections", corrected, sensors, classes);
    if (!horizons.containsAll(corrected)) {
      throw new ModelFileException(
          "damaged: correctedHorizons is " + corrected + ", stackedHorizons " + horizons);
    }
    for (int horizon : horizons) {
      Optional<StackedReadout.Correction> correction =
          corrected.contains(horizon)
              ? Optional.of(
                  new StackedReadout.Correction(of(explained, horizon), of(weights, horizon)))
              : Optional.empty();
      builder.readout(
          horizon, StackedReadout.of(classes, of(linear, horizon), correction, of(reach, horizon)));
    }
    read("errors", metadata.horizons(ERROR_HORIZONS), sensors, ERROR_COLUMNS)
        .forEach((horizon, values) -> builder.forecastErrors(horizon, new ErrorQuantiles(values)));
  }

  /** The matrix of a horizon that was read. */
  private static Matrix of(Map<Integer, Matrix> matrices, int horizon) {
    return Objects.requireNonNull(matrices.get(horizon));
  }

  private Map<Integer, Matrix> read(String name, List<Integer> horizons, int rows, int columns)
      throws ModelFileException {
    ByteBuffer data = tensors.tensor(name, ElementType.F64, horizons.size(), rows, columns);
    Map<Integer, Matrix> matrices = new HashMap<>();
    for (int horizon : horizons) {
      double[] values = NamedTensors.doubles(name, data, rows * columns);
      matrices.put(horizon, Matrix.of(rows, columns, values));
    }
    return matrices;
  }
}
