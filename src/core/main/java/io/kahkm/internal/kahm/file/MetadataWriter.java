package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.VariationLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the metadata strings of a model file, which {@link ModelMetadata} reads. */
final class MetadataWriter {
  private MetadataWriter() {}

  static Map<String, String> of(Model model) {
    Map<String, String> entries = new TreeMap<>();
    MapSettings settings = model.map().settings();
    entries.put("format", ModelMetadata.FORMAT);
    entries.put("version", ModelMetadata.VERSION);
    entries.put("fingerprint", model.map().fingerprint());
    entries.put("sensors", HeaderJson.write(settings.sensors()));
    entries.put("classes", Integer.toString(settings.classes()));
    entries.put("omega", Double.toString(settings.omega()));
    entries.put("tau", Double.toString(settings.tau()));
    entries.put("block", Integer.toString(settings.reconstruction().block()));
    entries.put("farField", settings.reconstruction().farField().label());
    entries.put("regularization", settings.reconstruction().regularization().label());
    entries.put("scaling", settings.states().scaling().label());
    entries.put("delays", Integer.toString(settings.states().delays()));
    entries.put("scalingRows", Integer.toString(settings.states().scalingRows()));
    settings
        .references()
        .ifPresent(
            limit -> {
              entries.put(ModelMetadata.REFERENCES, Integer.toString(limit.most()));
              entries.put(ModelMetadata.REFERENCE_WAY, limit.way().label());
            });
    entries.put("beta", Double.toString(model.beta()));
    entries.put("coordinateVariance", Double.toString(model.coordinateVariance()));
    ReadoutTensors.put(model, entries);
    PastTensors.put(model.past(), model.map().sensors(), entries);
    model
        .calibration()
        .ifPresent(
            c -> {
              entries.put(
                  ModelMetadata.CALIBRATION + "noveltyLimit", Double.toString(c.noveltyLimit()));
              entries.put(ModelMetadata.CALIBRATION + "quantile", Double.toString(c.quantile()));
              entries.put(
                  ModelMetadata.CALIBRATION + "confidence", Double.toString(c.confidence()));
              entries.put(ModelMetadata.CALIBRATION + "rows", Integer.toString(c.rows()));
              entries.put(
                  ModelMetadata.CALIBRATION + "effectiveRows", Double.toString(c.effectiveRows()));
              entries.put(
                  ModelMetadata.CALIBRATION + "expectedRate", Double.toString(c.expectedRate()));
              entries.put(
                  ModelMetadata.CALIBRATION + "retainedVariationLow",
                  Double.toString(c.retainedVariationLow()));
              entries.put(
                  ModelMetadata.CALIBRATION + "ranges",
                  HeaderJson.write(c.ranges().stream().map(MetadataWriter::entry).toList()));
              entries.put(
                  ModelMetadata.VARIATION + "level", Double.toString(c.variation().level()));
              entries.put(ModelMetadata.VARIATION + "ofPairs", limits(c.variation().ofPairs()));
              entries.put(ModelMetadata.VARIATION + "ofUnits", limits(c.variation().ofUnits()));
            });
    model.alarms().ifPresent(alarms -> AlarmTensors.put(alarms, entries));
    model.sensors().ifPresent(channel -> SensorTensors.put(channel, entries));
    model
        .provenance()
        .forEach((name, value) -> entries.put(ModelMetadata.PROVENANCE + name, value));
    if (!model.ancestry().isEmpty()) {
      entries.put(
          ModelMetadata.ANCESTRY,
          HeaderJson.write(model.ancestry().stream().map(MetadataWriter::entry).toList()));
    }
    return entries;
  }

  private static List<Object> entry(Ancestor one) {
    return List.of(
        one.parent(),
        one.stream(),
        one.from(),
        one.to(),
        one.rows(),
        one.who(),
        one.why(),
        one.when(),
        one.forced().map(reason -> List.<Object>of(reason)).orElse(List.of()));
  }

  private static String limits(List<VariationLimits.Limit> limits) {
    return HeaderJson.write(
        limits.stream()
            .map(limit -> List.<Object>of(limit.size(), Double.toString(limit.low())))
            .toList());
  }

  private static List<Object> entry(NormalRange range) {
    return List.of(
        range.quantity(),
        Double.toString(range.low()),
        Double.toString(range.high()),
        range.windows(),
        range.pairs());
  }
}
