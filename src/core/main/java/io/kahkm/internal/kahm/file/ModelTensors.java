package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.EncodingMatrix;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.Submodel;
import io.kahkm.internal.kahm.SubmodelSummary;
import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves models into named tensors and back, with every check that a model needs.
 *
 * <p>With s sensors, states of n values (sensors times delays), C classes, S submodels of N_s
 * references and m_s directions, and R fitting transitions:
 *
 * <pre>
 * references       F32  [sum N_s, n]   reference samples, scaled units
 * encodings        F64  [sum m_s, n]   encoding matrices, one below the other
 * inverses         F64  [sum N_s^2]    (K + lambda I)^-1, row-major, one after the other
 * submodels        I32  [S, 7]         class, block, start, stop, N_s, m_s, iterations
 * submodel_values  F64  [S, 2]         mean square, lambda
 * centroids        F64  [C, n]         scaled units
 * class_counts     I64  [C]            training states per class
 * scaling          F64  [2, n]         subtracted values; factors
 * closure          F64  [C, C]
 * class_means      F64  [C, C]
 * coordinate_gram  F64  [C, C]         mean phi phi' of the fitting rows; absent in older models
 * fitting_rows     I64  [R]            sorted hashes
 * </pre>
 *
 * <p>{@link ReadoutTensors} and {@link PastTensors} add what forecasts are made of, {@link
 * AlarmTensors} and {@link SensorTensors} what alarms rest on.
 */
final class ModelTensors {
  private static final int SUMMARY_COLUMNS = 7;
  private static final int VALUE_COLUMNS = 2;

  private final NamedTensors tensors;
  private final ModelMetadata metadata;
  private final MapSettings settings;
  private final int sensors;
  private final int n;
  private final int classes;

  ModelTensors(NamedTensors tensors, ModelMetadata metadata) throws ModelFileException {
    this.tensors = tensors;
    this.metadata = metadata;
    settings = metadata.settings();
    sensors = settings.sensors().size();
    n = settings.dimension();
    classes = settings.classes();
  }

  static Map<String, Tensor> of(Model model) {
    KahmMap map = model.map();
    int n = map.dimension();
    int classes = map.classes();
    List<Submodel> submodels = map.tensors();
    long references = 0;
    long directions = 0;
    long squares = 0;
    for (Submodel submodel : submodels) {
      references += submodel.references();
      directions += submodel.encodingDimension();
      squares += (long) submodel.references() * submodel.references();
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Tensor samples = Tensor.create(ElementType.F32, references, n);
    Tensor encodings = Tensor.create(ElementType.F64, directions, n);
    Tensor inverses = Tensor.create(ElementType.F64, squares);
    Tensor summaries = Tensor.create(ElementType.I32, submodels.size(), SUMMARY_COLUMNS);
    Tensor values = Tensor.create(ElementType.F64, submodels.size(), VALUE_COLUMNS);
    for (Submodel submodel : submodels) {
      for (float value : submodel.storedReferences()) {
        samples.data().putFloat(value);
      }
      NamedTensors.put(encodings, submodel.encoding());
      NamedTensors.put(inverses, submodel.inverse());
      SubmodelSummary s = submodel.summary();
      summaries.data().putInt(s.classIndex()).putInt(s.block()).putInt(s.start()).putInt(s.stop());
      summaries.data().putInt(s.references()).putInt(s.encodingDimension()).putInt(s.iterations());
      values.data().putDouble(s.meanSquare()).putDouble(s.lambda());
    }
    tensors.put("references", samples);
    tensors.put("encodings", encodings);
    tensors.put("inverses", inverses);
    tensors.put("submodels", summaries);
    tensors.put("submodel_values", values);
    tensors.put("centroids", NamedTensors.matrix(map.centroids()));
    Tensor counts = Tensor.create(ElementType.I64, classes);
    map.classCounts().forEach(count -> counts.data().putLong(count));
    tensors.put("class_counts", counts);
    Tensor scaling = Tensor.create(ElementType.F64, 2, n);
    NamedTensors.put(scaling, map.scaling().mean());
    NamedTensors.put(scaling, map.scaling().scale());
    tensors.put("scaling", scaling);
    tensors.put("closure", NamedTensors.matrix(model.closure()));
    tensors.put("class_means", NamedTensors.matrix(model.classMeans()));
    model
        .coordinateGram()
        .ifPresent(gram -> tensors.put("coordinate_gram", NamedTensors.matrix(gram)));
    ReadoutTensors.putTensors(model, tensors);
    PastTensors.putTensors(model.past(), map.sensors().size(), tensors);
    long[] hashes = model.fittingRows().toArray();
    Tensor rows = Tensor.create(ElementType.I64, hashes.length);
    for (long hash : hashes) {
      rows.data().putLong(hash);
    }
    tensors.put("fitting_rows", rows);
    model.alarms().ifPresent(alarms -> AlarmTensors.putTensors(alarms, tensors));
    model.sensors().ifPresent(channel -> SensorTensors.putTensors(channel, tensors));
    return tensors;
  }

  /** Rebuilds the model. */
  Model model() throws ModelFileException {
    KahmMap map =
        new KahmMap(settings, scaling(), square("centroids", n), counts(), submodels(), List.of());
    if (!map.fingerprint().equals(metadata.fingerprint())) {
      throw new ModelFileException(
          "changed: the map has the fingerprint "
              + map.fingerprint()
              + ", the file says "
              + metadata.fingerprint());
    }
    Model.Builder builder =
        Model.builder(map)
            .closure(square("closure", classes))
            .beta(metadata.beta())
            .classMeans(square("class_means", classes))
            .coordinateVariance(metadata.coordinateVariance())
            .fittingRows(fittingRows())
            .provenance(metadata.provenance())
            .ancestry(metadata.ancestry());
    if (tensors.has("coordinate_gram")) {
      builder.coordinateGram(square("coordinate_gram", classes));
    }
    metadata.calibration().ifPresent(builder::calibration);
    new ReadoutTensors(tensors, metadata, settings).addTo(builder);
    builder.past(PastTensors.read(tensors, metadata, sensors));
    AlarmTensors.read(tensors, metadata, sensors).ifPresent(builder::alarms);
    SensorTensors.read(tensors, metadata, sensors).ifPresent(builder::sensors);
    return builder.build();
  }

  private Scaling scaling() throws ModelFileException {
    ByteBuffer data = tensors.tensor("scaling", ElementType.F64, 2, n);
    double[] mean = NamedTensors.doubles("scaling", data, n);
    double[] scale = NamedTensors.doubles("scaling", data, n);
    for (int j = 0; j < n; j++) {
      boolean identity = mean[j] == 0 && scale[j] == 1;
      if (!(scale[j] > 0) || (settings.states().scaling() == ScalingKind.NONE && !identity)) {
        throw new ModelFileException(
            "damaged: scaling of sensor "
                + settings.sensors().get(j % sensors)
                + " is (x - "
                + mean[j]
                + ") * "
                + scale[j]
                + ", impossible for the kind "
                + settings.states().scaling().label());
      }
    }
    return Scaling.restore(settings.states().scaling(), mean, scale);
  }

  /** A matrix with one row per class. */
  private Matrix square(String name, int columns) throws ModelFileException {
    ByteBuffer data = tensors.tensor(name, ElementType.F64, classes, columns);
    return Matrix.of(classes, columns, NamedTensors.doubles(name, data, classes * columns));
  }

  private List<Integer> counts() throws ModelFileException {
    ByteBuffer data = tensors.tensor("class_counts", ElementType.I64, classes);
    List<Integer> counts = new ArrayList<>();
    for (int c = 0; c < classes; c++) {
      long count = data.getLong();
      if (count < 1 || count > Integer.MAX_VALUE) {
        throw new ModelFileException("damaged: class " + c + " has " + count + " training states");
      }
      counts.add((int) count);
    }
    return counts;
  }

  private FittingRows fittingRows() throws ModelFileException {
    ByteBuffer data =
        tensors.tensor("fitting_rows", ElementType.I64, tensors.length("fitting_rows"));
    long[] hashes = new long[data.remaining() / Long.BYTES];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = data.getLong();
      if (i > 0 && hashes[i] < hashes[i - 1]) {
        throw new ModelFileException("damaged: fitting_rows is not sorted at " + i);
      }
    }
    return FittingRows.restore(hashes);
  }

  private List<Submodel> submodels() throws ModelFileException {
    List<SubmodelSummary> summaries = summaries();
    long references = 0;
    long directions = 0;
    long squares = 0;
    for (SubmodelSummary summary : summaries) {
      references += summary.references();
      directions += summary.encodingDimension();
      squares += (long) summary.references() * summary.references();
    }
    ByteBuffer samples = tensors.tensor("references", ElementType.F32, references, n);
    ByteBuffer encodings = tensors.tensor("encodings", ElementType.F64, directions, n);
    ByteBuffer inverses = tensors.tensor("inverses", ElementType.F64, squares);
    List<Submodel> submodels = new ArrayList<>();
    for (int s = 0; s < summaries.size(); s++) {
      SubmodelSummary summary = summaries.get(s);
      int count = summary.references();
      float[] block = floats(samples, count * n);
      double[] encoding =
          NamedTensors.doubles("encodings", encodings, summary.encodingDimension() * n);
      double[] inverse = NamedTensors.doubles("inverses", inverses, count * count);
      requireSymmetric(s, inverse, count);
      Submodel.EncodedSpace space = Submodel.EncodedSpace.of(block, n, encoding);
      if (space == null) {
        throw new ModelFileException(
            "damaged: the encoded references of submodel " + s + " have no spread");
      }
      submodels.add(Submodel.of(summary, block, encoding, inverse, space));
    }
    return submodels;
  }

  private List<SubmodelSummary> summaries() throws ModelFileException {
    List<Long> shape = tensors.find("submodels").shape();
    long count = shape.isEmpty() ? 0 : shape.get(0);
    if (count < classes) {
      throw new ModelFileException("damaged: " + count + " submodels for " + classes + " classes");
    }
    ByteBuffer data = tensors.tensor("submodels", ElementType.I32, count, SUMMARY_COLUMNS);
    ByteBuffer values = tensors.tensor("submodel_values", ElementType.F64, count, VALUE_COLUMNS);
    List<SubmodelSummary> summaries = new ArrayList<>();
    int lastClass = -1;
    while (data.hasRemaining()) {
      SubmodelSummary summary =
          summary(data, NamedTensors.doubles("submodel_values", values, VALUE_COLUMNS));
      boolean next = summary.classIndex() == lastClass || summary.classIndex() == lastClass + 1;
      if (!next || !possible(summary)) {
        throw new ModelFileException("damaged: submodels holds the impossible " + summary);
      }
      lastClass = summary.classIndex();
      summaries.add(summary);
    }
    if (lastClass != classes - 1) {
      throw new ModelFileException(
          "damaged: the last submodel is of class " + lastClass + " of " + classes);
    }
    return summaries;
  }

  private static SubmodelSummary summary(ByteBuffer data, double[] values) {
    return new SubmodelSummary(
        data.getInt(),
        data.getInt(),
        data.getInt(),
        data.getInt(),
        data.getInt(),
        data.getInt(),
        values[0],
        values[1],
        data.getInt());
  }

  private boolean possible(SubmodelSummary s) {
    int most = Math.min(Math.min(EncodingMatrix.LARGEST_DIMENSION, n), s.references() - 1);
    return s.block() >= 0
        && s.start() >= 0
        && s.references() >= 2
        && (long) s.references() * Math.max(n, s.references()) <= Integer.MAX_VALUE
        && (long) s.stop() - s.start() == s.references()
        && s.encodingDimension() >= 1
        && s.encodingDimension() <= most
        && s.iterations() >= 0
        && s.meanSquare() >= 0
        && s.lambda() > 0;
  }

  private static void requireSymmetric(int s, double[] inverse, int count)
      throws ModelFileException {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        if (inverse[i * count + j] != inverse[j * count + i]) {
          throw new ModelFileException("damaged: inverse " + s + " is not symmetric");
        }
      }
    }
  }

  private static float[] floats(ByteBuffer data, int count) throws ModelFileException {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = data.getFloat();
      if (!Float.isFinite(values[i])) {
        throw new ModelFileException("damaged: tensor 'references' holds " + values[i]);
      }
    }
    return values;
  }
}
