package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.relation.ResidualSpread;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a model file that alarms rest on; files of earlier versions lack it, and programs
 * that do not know it pass it over. Metadata entries {@code alarms.*} hold the scalars. With N
 * values of novelty, M of the relation statistic and n watched sensors:
 *
 * <pre>
 * novelty_roots      F64  [N]     cube roots, ascending
 * relation_roots     F64  [M]     cube roots, ascending
 * relation_sensors   I32  [n]     watched sensors, ascending
 * relation_vectors   F64  [3, n]  centre; offset; usual contribution
 * relation_weights   F64  [n, n]
 * relation_factor    F64  [n, n]  lower triangle
 * relation_spread    F64  [n, n]  of whitened residuals; files of earlier versions lack it
 * </pre>
 */
final class AlarmTensors {
  private static final String ALARMS = "alarms.";
  private static final String NOVELTY = ALARMS + "novelty.";
  private static final String RELATIONS = ALARMS + "relations.";
  private static final String COVERAGE = ALARMS + "coverage.";
  private static final String QUANTILE = ALARMS + "quantile";
  private static final String REFUSAL = RELATIONS + "refusal";
  private static final String NOVELTY_ROOTS = "novelty_roots";
  private static final String RELATION_ROOTS = "relation_roots";
  private static final String SENSORS = "relation_sensors";
  private static final String VECTORS = "relation_vectors";
  private static final String WEIGHTS = "relation_weights";
  private static final String FACTOR = "relation_factor";
  private static final String SPREAD = "relation_spread";
  private static final int VECTOR_COUNT = 3;

  private AlarmTensors() {}

  static void put(Alarms alarms, Map<String, String> entries) {
    entries.put(QUANTILE, Double.toString(alarms.novelty().quantile()));
    entries.put(COVERAGE + "sensor", alarms.coverage().sensor());
    entries.put(COVERAGE + "rows", Integer.toString(alarms.coverage().rows()));
    entries.put(COVERAGE + "independent", Double.toString(alarms.coverage().independent()));
    entries.put(COVERAGE + "combined", Double.toString(alarms.coverage().combined()));
    put(NOVELTY, alarms.novelty().moments(), entries);
    entries.put(REFUSAL, alarms.refusal());
    alarms
        .relations()
        .ifPresent(
            relations -> {
              put(RELATIONS, relations.normal().moments(), entries);
              entries.put(RELATIONS + "floor", Double.toString(relations.model().floor()));
            });
  }

  private static void put(
      String prefix, CrossFittedNull.Moments moments, Map<String, String> entries) {
    entries.put(prefix + "blocks", Integer.toString(moments.blocks()));
    entries.put(prefix + "mean", Double.toString(moments.mean()));
    entries.put(prefix + "within", Double.toString(moments.within()));
    entries.put(prefix + "between", Double.toString(moments.between()));
    entries.put(prefix + "memory", Double.toString(moments.memory()));
  }

  static void putTensors(Alarms alarms, Map<String, Tensor> tensors) {
    tensors.put(NOVELTY_ROOTS, vector(alarms.novelty().roots()));
    if (alarms.relations().isEmpty()) {
      return;
    }
    RelationChannel relations = alarms.relations().get();
    RelationModel model = relations.model();
    tensors.put(RELATION_ROOTS, vector(relations.normal().roots()));
    Tensor sensors = Tensor.create(ElementType.I32, model.size());
    for (int sensor : model.watched()) {
      sensors.data().putInt(sensor);
    }
    tensors.put(SENSORS, sensors);
    Tensor vectors = Tensor.create(ElementType.F64, VECTOR_COUNT, model.size());
    NamedTensors.put(vectors, model.centre());
    NamedTensors.put(vectors, model.offset());
    NamedTensors.put(vectors, model.usual());
    tensors.put(VECTORS, vectors);
    tensors.put(WEIGHTS, NamedTensors.matrix(model.weights()));
    tensors.put(FACTOR, NamedTensors.matrix(model.factor()));
    relations
        .spread()
        .ifPresent(spread -> tensors.put(SPREAD, NamedTensors.matrix(spread.matrix())));
  }

  private static Tensor vector(double[] values) {
    Tensor tensor = Tensor.create(ElementType.F64, values.length);
    NamedTensors.put(tensor, values);
    return tensor;
  }

  /** Rebuilds what {@link #put} and {@link #putTensors} wrote; empty where a file has none. */
  static Optional<Alarms> read(NamedTensors tensors, ModelMetadata metadata, int sensors)
      throws ModelFileException {
    if (!metadata.has(QUANTILE)) {
      return Optional.empty();
    }
    String refusal = metadata.text(REFUSAL);
    return Optional.of(
        new Alarms(
            normal(NOVELTY, NOVELTY_ROOTS, tensors, metadata),
            new Coverage(
                metadata.text(COVERAGE + "sensor"),
                metadata.wholeNumber(COVERAGE + "rows"),
                metadata.number(COVERAGE + "independent"),
                metadata.number(COVERAGE + "combined")),
            refusal.isEmpty()
                ? Optional.of(relations(tensors, metadata, sensors))
                : Optional.empty(),
            refusal));
  }

  private static CrossFittedNull normal(
      String prefix, String roots, NamedTensors tensors, ModelMetadata metadata)
      throws ModelFileException {
    return CrossFittedNull.of(
        tensors.vector(roots),
        new CrossFittedNull.Moments(
            metadata.wholeNumber(prefix + "blocks"),
            metadata.number(prefix + "mean"),
            metadata.number(prefix + "within"),
            metadata.number(prefix + "between"),
            metadata.number(prefix + "memory")),
        metadata.number(QUANTILE));
  }

  private static RelationChannel relations(
      NamedTensors tensors, ModelMetadata metadata, int sensors) throws ModelFileException {
    int size = (int) Math.min(sensors, tensors.length(SENSORS));
    ByteBuffer indices = tensors.tensor(SENSORS, ElementType.I32, size);
    int[] watched = new int[size];
    for (int j = 0; j < size; j++) {
      watched[j] = indices.getInt();
    }
    ByteBuffer vectors = tensors.tensor(VECTORS, ElementType.F64, VECTOR_COUNT, size);
    double[] centre = NamedTensors.doubles(VECTORS, vectors, size);
    double[] offset = NamedTensors.doubles(VECTORS, vectors, size);
    double[] usual = NamedTensors.doubles(VECTORS, vectors, size);
    RelationModel model =
        RelationModel.of(
            sensors,
            watched,
            centre,
            offset,
            square(WEIGHTS, tensors, size),
            square(FACTOR, tensors, size),
            usual,
            metadata.number(RELATIONS + "floor"));
    CrossFittedNull normal = normal(RELATIONS, RELATION_ROOTS, tensors, metadata);
    return new RelationChannel(
        model,
        normal,
        tensors.has(SPREAD)
            ? Optional.of(ResidualSpread.of(square(SPREAD, tensors, size)))
            : Optional.empty());
  }

  private static Matrix square(String name, NamedTensors tensors, int size)
      throws ModelFileException {
    ByteBuffer data = tensors.tensor(name, ElementType.F64, size, size);
    return Matrix.of(size, size, NamedTensors.doubles(name, data, size * size));
  }
}
