package io.kahkm.internal.kahm.file;

import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.file.Safetensors.ElementType;
import io.kahkm.internal.kahm.file.Safetensors.Tensor;
import io.kahkm.internal.numeric.Matrix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The part of a model file that forecasts by the past are made of, from version 4 on. With s
 * sensors, L lags and H horizons:
 *
 * <pre>
 * own_past       F64  [H, s, 2 + L]  constant, weight of the level, weights of the lags
 * expert_reach   F64  [H, s, 1]      how far an expert may take a sensor
 * expert_scale   F64  [H, s, 1]      mean squared change
 * expert_start   F64  [sum of s K]   losses that a mixture starts from, sensor by sensor; one horizon
 *                                    after the other, with its number K of experts
 * known_inputs   F64  [sum of s K]   the regressions on known inputs, sensor by sensor; one horizon
 *                                    after the other, with its number K of weights
 * </pre>
 *
 * <p>The metadata have seasons, lags, the horizons pastHorizons and the experts of each; with known
 * inputs also knownInputs, the names of those sensors, and for each horizon knownSteps. A model
 * without them has neither these nor the tensor.
 */
final class PastTensors {
  private static final String SEASONS = "seasons";
  private static final String LAGS = "lags";
  private static final String HORIZONS = "pastHorizons";
  private static final String EXPERTS = "experts";

  private static final String KNOWN = "knownInputs";
  private static final String KNOWN_STEPS = "knownSteps";
  private static final String KNOWN_TENSOR = "known_inputs";

  private PastTensors() {}

  static void put(PastModel past, List<String> sensors, Map<String, String> entries) {
    entries.put(SEASONS, HeaderJson.write(past.seasons()));
    entries.put(LAGS, HeaderJson.write(Arrays.stream(past.lags()).boxed().toList()));
    entries.put(HORIZONS, HeaderJson.write(past.horizons()));
    entries.put(
        EXPERTS,
        HeaderJson.write(
            experts(past).stream()
                .map(known -> known.experts().stream().map(ExpertKind::label).toList())
                .toList()));
    if (!past.known().isEmpty()) {
      entries.put(KNOWN, HeaderJson.write(past.known().stream().map(sensors::get).toList()));
      entries.put(
          KNOWN_STEPS,
          HeaderJson.write(regressions(past).stream().map(KnownRegression::steps).toList()));
    }
  }

  private static List<KnownRegression> regressions(PastModel past) {
    return experts(past).stream().flatMap(one -> one.known().stream()).toList();
  }

  private static List<HorizonExperts> experts(PastModel past) {
    return past.horizons().stream().map(h -> past.experts(h).orElseThrow()).toList();
  }

  static void putTensors(PastModel past, int sensors, Map<String, Tensor> target) {
    List<HorizonExperts> all = experts(past);
    long horizons = all.size();
    Tensor own = Tensor.create(ElementType.F64, horizons, sensors, 2L + past.lags().length);
    Tensor reach = Tensor.create(ElementType.F64, horizons, sensors, 1);
    Tensor scale = Tensor.create(ElementType.F64, horizons, sensors, 1);
    long starts = all.stream().mapToLong(known -> known.experts().size()).sum() * sensors;
    Tensor start = Tensor.create(ElementType.F64, starts);
    for (HorizonExperts known : all) {
      NamedTensors.put(own, known.ownPast().toArray());
      NamedTensors.put(reach, known.reach().toArray());
      NamedTensors.put(scale, known.scale().toArray());
      NamedTensors.put(start, known.start().toArray());
    }
    target.put("own_past", own);
    target.put("expert_reach", reach);
    target.put("expert_scale", scale);
    target.put("expert_start", start);
    if (!past.known().isEmpty()) {
      List<KnownRegression> regressions = regressions(past);
      long weights = regressions.stream().mapToLong(one -> one.weights().columns()).sum();
      Tensor known = Tensor.create(ElementType.F64, weights * sensors);
      regressions.forEach(one -> NamedTensors.put(known, one.weights().toArray()));
      target.put(KNOWN_TENSOR, known);
    }
  }

  static PastModel read(NamedTensors tensors, ModelMetadata metadata, int sensors)
      throws ModelFileException {
    if (!metadata.has(HORIZONS)) {
      return PastModel.NONE;
    }
    List<Integer> horizons = metadata.horizons(HORIZONS);
    int[] lags = metadata.horizons(LAGS).stream().mapToInt(Integer::intValue).toArray();
    List<List<ExpertKind>> kinds = kinds(metadata, horizons.size());
    int columns = 2 + lags.length;
    ByteBuffer own = tensors.tensor("own_past", ElementType.F64, horizons.size(), sensors, columns);
    ByteBuffer reach = tensors.tensor("expert_reach", ElementType.F64, horizons.size(), sensors, 1);
    ByteBuffer scale = tensors.tensor("expert_scale", ElementType.F64, horizons.size(), sensors, 1);
    long starts = kinds.stream().mapToLong(List::size).sum() * sensors;
    ByteBuffer start = tensors.tensor("expert_start", ElementType.F64, starts);
    List<Integer> inputs = metadata.has(KNOWN) ? inputs(metadata) : List.of();
    List<List<Integer>> steps = inputs.isEmpty() ? List.of() : steps(metadata, horizons.size());
    int apart = 1 + sensors + lags.length;
    long weights = steps.stream().mapToLong(one -> apart + (long) inputs.size() * one.size()).sum();
    ByteBuffer known =
        inputs.isEmpty() ? null : tensors.tensor(KNOWN_TENSOR, ElementType.F64, weights * sensors);
    Map<Integer, HorizonExperts> experts = new TreeMap<>();
    for (int h = 0; h < horizons.size(); h++) {
      experts.put(
          horizons.get(h),
          new HorizonExperts(
              horizons.get(h),
              matrix("own_past", own, sensors, columns),
              matrix("expert_reach", reach, sensors, 1),
              matrix("expert_scale", scale, sensors, 1),
              kinds.get(h),
              matrix("expert_start", start, sensors, kinds.get(h).size()),
              known == null
                  ? Optional.empty()
                  : Optional.of(
                      new KnownRegression(
                          inputs,
                          steps.get(h),
                          matrix(
                              KNOWN_TENSOR,
                              known,
                              sensors,
                              apart + inputs.size() * steps.get(h).size())))));
    }
    return new PastModel(metadata.horizons(SEASONS), lags, inputs, experts);
  }

  private static List<Integer> inputs(ModelMetadata metadata) throws ModelFileException {
    List<String> sensors = metadata.sensors();
    List<Integer> inputs = new ArrayList<>();
    for (Object name : metadata.list(KNOWN)) {
      if (!sensors.contains(name)) {
        throw new ModelFileException(
            "damaged: metadata entry 'knownInputs' holds " + name + ", which is no sensor");
      }
      inputs.add(sensors.indexOf(name));
    }
    return inputs;
  }

  private static List<List<Integer>> steps(ModelMetadata metadata, int horizons)
      throws ModelFileException {
    List<List<Integer>> steps = new ArrayList<>();
    for (Object entry : metadata.list(KNOWN_STEPS)) {
      List<Integer> ofHorizon = new ArrayList<>();
      for (Object step : entry instanceof List<?> list ? list : List.of(entry)) {
        if (!(step instanceof Number number) || number.intValue() != number.doubleValue()) {
          throw new ModelFileException("damaged: metadata entry 'knownSteps' holds " + step);
        }
        ofHorizon.add(number.intValue());
      }
      steps.add(ofHorizon);
    }
    if (steps.size() != horizons) {
      throw new ModelFileException(
          "damaged: knownSteps of " + steps.size() + " horizons, pastHorizons has " + horizons);
    }
    return steps;
  }

  private static Matrix matrix(String name, ByteBuffer data, int rows, int columns)
      throws ModelFileException {
    return Matrix.of(rows, columns, NamedTensors.doubles(name, data, rows * columns));
  }

  private static List<List<ExpertKind>> kinds(ModelMetadata metadata, int horizons)
      throws ModelFileException {
    List<List<ExpertKind>> kinds = new ArrayList<>();
    for (Object entry : metadata.list(EXPERTS)) {
      List<ExpertKind> ofHorizon = new ArrayList<>();
      for (Object label : entry instanceof List<?> labels ? labels : List.of(entry)) {
        ofHorizon.add(
            Arrays.stream(ExpertKind.values())
                .filter(kind -> kind != ExpertKind.OTHER && kind.label().equals(label))
                .findFirst()
                .orElseThrow(
                    () ->
                        new ModelFileException(
                            "damaged: metadata entry 'experts' holds " + label)));
      }
      kinds.add(ofHorizon);
    }
    if (kinds.size() != horizons) {
      throw new ModelFileException(
          "damaged: experts of " + kinds.size() + " horizons, pastHorizons has " + horizons);
    }
    return kinds;
  }
}
