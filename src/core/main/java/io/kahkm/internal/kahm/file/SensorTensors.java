package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorNorm;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a model file that the sensor channel rests on; files of earlier versions lack it, and
 * programs that do not know it pass it over. Metadata entries {@code sensors.*} hold the scalars.
 * With n watched sensors, L lags and at most B bins of run lengths:
 *
 * <pre>
 * sensor_watched    I32  [n]        watched sensors, ascending
 * sensor_lags       I32  [L]        lags of the own past, ascending
 * sensor_own        F64  [L, n]     weights of the own past
 * sensor_changes    F64  [n, n]     weights of changes
 * sensor_levels     F64  [n, n]     weights of levels
 * sensor_vectors    F64  [3, n]     mean; deviation; intercept
 * sensor_norms      F64  [n, 10]    the numbers of a norm in their order
 * sensor_standing   F64  [n, B]     how runs of equal values continue, 0 behind the last bin
 * sensor_missing    F64  [n, B]     the same of missing values
 * </pre>
 */
final class SensorTensors {
  private static final String PREFIX = "sensors.";
  private static final String PROVISIONAL = PREFIX + "provisional";
  private static final String BINS = PREFIX + "bins";
  private static final String WATCHED = "sensor_watched";
  private static final String LAGS = "sensor_lags";
  private static final String OWN = "sensor_own";
  private static final String CHANGES = "sensor_changes";
  private static final String LEVELS = "sensor_levels";
  private static final String VECTORS = "sensor_vectors";
  private static final String NORMS = "sensor_norms";
  private static final String STANDING = "sensor_standing";
  private static final String MISSING = "sensor_missing";
  private static final int VECTOR_COUNT = 3;
  private static final int NORM_VALUES = 10;

  private SensorTensors() {}

  static void put(SensorModel model, Map<String, String> entries) {
    entries.put(PROVISIONAL, Boolean.toString(model.provisional()));
    entries.put(BINS, Integer.toString(bins(model)));
  }

  private static int bins(SensorModel model) {
    int most = 1;
    for (SensorNorm norm : model.norms()) {
      most = Math.max(most, norm.standing().bins().length);
      most = Math.max(most, norm.missing().bins().length);
    }
    return most;
  }

  static void putTensors(SensorModel model, Map<String, Tensor> tensors) {
    int n = model.size();
    int bins = bins(model);
    tensors.put(WATCHED, integers(model.watched()));
    tensors.put(LAGS, integers(model.lags()));
    tensors.put(OWN, NamedTensors.matrix(model.own()));
    tensors.put(CHANGES, NamedTensors.matrix(model.changes()));
    tensors.put(LEVELS, NamedTensors.matrix(model.levels()));
    Tensor vectors = Tensor.create(ElementType.F64, VECTOR_COUNT, n);
    NamedTensors.put(vectors, model.mean());
    NamedTensors.put(vectors, model.deviation());
    NamedTensors.put(vectors, model.intercept());
    tensors.put(VECTORS, vectors);
    Tensor norms = Tensor.create(ElementType.F64, n, NORM_VALUES);
    Tensor standing = Tensor.create(ElementType.F64, n, bins);
    Tensor missing = Tensor.create(ElementType.F64, n, bins);
    for (SensorNorm norm : model.norms()) {
      NamedTensors.put(
          norms,
          new double[] {
            norm.sizes().scale(),
            norm.sizes().median(),
            norm.sizes().usual(),
            norm.sizes().quiet(),
            norm.sizes().loud(),
            norm.slacks().shift(),
            norm.slacks().loud(),
            norm.slacks().quiet(),
            norm.range().low(),
            norm.range().high()
          });
      NamedTensors.put(standing, Arrays.copyOf(norm.standing().bins(), bins));
      NamedTensors.put(missing, Arrays.copyOf(norm.missing().bins(), bins));
    }
    tensors.put(NORMS, norms);
    tensors.put(STANDING, standing);
    tensors.put(MISSING, missing);
  }

  private static Tensor integers(int[] values) {
    Tensor tensor = Tensor.create(ElementType.I32, values.length);
    for (int value : values) {
      tensor.data().putInt(value);
    }
    return tensor;
  }

  /** Rebuilds what {@link #put} and {@link #putTensors} wrote; empty where a file has none. */
  static Optional<SensorModel> read(NamedTensors tensors, ModelMetadata metadata, int sensors)
      throws ModelFileException {
    if (!metadata.has(PROVISIONAL)) {
      return Optional.empty();
    }
    int n = (int) Math.min(sensors, tensors.length(WATCHED));
    int lags = (int) Math.min(Integer.MAX_VALUE, tensors.length(LAGS));
    int bins = metadata.wholeNumber(BINS);
    ByteBuffer vectors = tensors.tensor(VECTORS, ElementType.F64, VECTOR_COUNT, n);
    double[] mean = NamedTensors.doubles(VECTORS, vectors, n);
    double[] deviation = NamedTensors.doubles(VECTORS, vectors, n);
    double[] intercept = NamedTensors.doubles(VECTORS, vectors, n);
    ByteBuffer norms = tensors.tensor(NORMS, ElementType.F64, n, NORM_VALUES);
    ByteBuffer standing = tensors.tensor(STANDING, ElementType.F64, n, bins);
    ByteBuffer missing = tensors.tensor(MISSING, ElementType.F64, n, bins);
    List<SensorNorm> normal = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      double[] v = NamedTensors.doubles(NORMS, norms, NORM_VALUES);
      normal.add(
          new SensorNorm(
              new SensorNorm.Sizes(v[0], v[1], v[2], v[3], v[4]),
              new SensorNorm.Slacks(v[5], v[6], v[7]),
              new SensorNorm.Range(v[8], v[9]),
              hazard(NamedTensors.doubles(STANDING, standing, bins)),
              hazard(NamedTensors.doubles(MISSING, missing, bins))));
    }
    return Optional.of(
        SensorModel.builder(sensors, integers(WATCHED, tensors, n))
            .scaling(mean, deviation)
            .past(integers(LAGS, tensors, lags), matrix(OWN, tensors, lags, n))
            .shared(matrix(CHANGES, tensors, n, n), matrix(LEVELS, tensors, n, n), intercept)
            .norms(normal)
            .provisional(Boolean.parseBoolean(metadata.text(PROVISIONAL)))
            .build());
  }

  private static RunHazard hazard(double[] bins) {
    int count = bins.length;
    while (count > 1 && bins[count - 1] == 0) {
      count--;
    }
    return RunHazard.of(Arrays.copyOf(bins, count));
  }

  private static int[] integers(String name, NamedTensors tensors, int count)
      throws ModelFileException {
    ByteBuffer data = tensors.tensor(name, ElementType.I32, count);
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = data.getInt();
    }
    return values;
  }

  private static Matrix matrix(String name, NamedTensors tensors, int rows, int columns)
      throws ModelFileException {
    ByteBuffer data = tensors.tensor(name, ElementType.F64, rows, columns);
    return Matrix.of(rows, columns, NamedTensors.doubles(name, data, rows * columns));
  }
}
