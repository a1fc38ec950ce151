package io.kahkm.internal.kahm.file;

import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The metadata strings of a model file: format, settings, scalars, calibration, provenance. */
final class ModelMetadata {
  static final String FORMAT = "kahkm-model";

  /** Knows the sensors' past. */
  static final String VERSION = "4";

  /** Knows stacked readouts. */
  private static final String THIRD_VERSION = "3";

  /** Its readouts look at a sensor's own present value only. */
  private static final String SECOND_VERSION = "2";

  /** Its states are single readings; its novelty limit is a plain quantile. */
  private static final String FIRST_VERSION = "1";

  private static final double PLAIN_QUANTILE = 0.5;
  static final String CALIBRATION = "calibration.";
  static final String VARIATION = CALIBRATION + "variation.";
  static final String PROVENANCE = "provenance.";
  static final String REFERENCES = "references";
  static final String REFERENCE_WAY = "referenceWay";
  static final String ANCESTRY = "ancestry";
  private static final int RANGE_COLUMNS = 5;
  private static final int ANCESTOR_COLUMNS = 9;

  private final Map<String, String> entries;

  ModelMetadata(Map<String, String> entries) {
    this.entries = entries;
  }

  /** Refuses files of other programs and of versions this one does not know. */
  void requireFormat() throws ModelFileException {
    String format = entries.get("format");
    if (!FORMAT.equals(format)) {
      throw new ModelFileException(
          "a safetensors file, but not a KAHKM model (its format entry is "
              + (format == null ? "missing" : "'" + format + "'")
              + ", must be '"
              + FORMAT
              + "')");
    }
    if (!VERSION.equals(entries.get("version"))
        && !THIRD_VERSION.equals(entries.get("version"))
        && !SECOND_VERSION.equals(entries.get("version"))
        && !firstVersion()) {
      throw new ModelFileException(
          "a KAHKM model of version "
              + entries.get("version")
              + ", this program reads versions "
              + FIRST_VERSION
              + " to "
              + VERSION);
    }
  }

  private boolean firstVersion() {
    return FIRST_VERSION.equals(entries.get("version"));
  }

  /** Whether the file has an entry. */
  boolean has(String name) {
    return entries.containsKey(name);
  }

  String text(String name) throws ModelFileException {
    String value = entries.get(name);
    if (value == null) {
      throw new ModelFileException("damaged: metadata entry '" + name + "' is missing");
    }
    return value;
  }

  private <E extends Enum<E> & Labelled> E choice(String name, Class<E> type)
      throws ModelFileException {
    try {
      return Labels.find(type, text(name));
    } catch (IllegalArgumentException e) {
      throw new ModelFileException("damaged: metadata entry '" + name + "': " + e.getMessage());
    }
  }

  double number(String name) throws ModelFileException {
    try {
      return Double.parseDouble(text(name));
    } catch (NumberFormatException e) {
      throw new ModelFileException(
          "damaged: metadata entry '" + name + "' is '" + text(name) + "', must be a number");
    }
  }

  int wholeNumber(String name) throws ModelFileException {
    try {
      return Integer.parseInt(text(name));
    } catch (NumberFormatException e) {
      throw new ModelFileException(
          "damaged: metadata entry '" + name + "' is '" + text(name) + "', must be a whole number");
    }
  }

  List<?> list(String name) throws ModelFileException {
    try {
      if (HeaderJson.parse(text(name)) instanceof List<?> list) {
        return list;
      }
    } catch (IllegalArgumentException e) {
      // Said below, with the entry's name.
    }
    throw new ModelFileException(
        "damaged: metadata entry '" + name + "' is '" + text(name) + "', must be a list");
  }

  List<String> sensors() throws ModelFileException {
    List<String> sensors = new ArrayList<>();
    for (Object sensor : list("sensors")) {
      sensors.add(sensor.toString());
    }
    return sensors;
  }

  MapSettings settings() throws ModelFileException {
    return new MapSettings(
        sensors(),
        wholeNumber("classes"),
        number("omega"),
        number("tau"),
        new MapSettings.Reconstruction(
            wholeNumber("block"),
            choice("farField", FarField.class),
            choice("regularization", Regularization.class)),
        new MapSettings.States(
            choice("scaling", ScalingKind.class),
            firstVersion() ? 1 : wholeNumber("delays"),
            firstVersion() ? 0 : wholeNumber("scalingRows")),
        references());
  }

  private Optional<ReferenceLimit> references() throws ModelFileException {
    return entries.containsKey(REFERENCES)
        ? Optional.of(
            new ReferenceLimit(wholeNumber(REFERENCES), choice(REFERENCE_WAY, ReferenceWay.class)))
        : Optional.empty();
  }

  String fingerprint() throws ModelFileException {
    return text("fingerprint");
  }

  double beta() throws ModelFileException {
    return number("beta");
  }

  double coordinateVariance() throws ModelFileException {
    return number("coordinateVariance");
  }

  /** A list of ascending horizons. */
  List<Integer> horizons(String name) throws ModelFileException {
    List<Integer> horizons = new ArrayList<>();
    int last = 0;
    for (Object horizon : list(name)) {
      if (!(horizon instanceof Long steps) || steps <= last || steps > Integer.MAX_VALUE) {
        throw new ModelFileException(
            "damaged: " + name + " is " + text(name) + ", must ascend from 1");
      }
      last = steps.intValue();
      horizons.add(last);
    }
    return horizons;
  }

  Optional<Calibration> calibration() throws ModelFileException {
    if (entries.keySet().stream().noneMatch(name -> name.startsWith(CALIBRATION))) {
      return Optional.empty();
    }
    Calibration found =
        new Calibration(
            number(CALIBRATION + "noveltyLimit"),
            number(CALIBRATION + "quantile"),
            firstVersion() ? PLAIN_QUANTILE : number(CALIBRATION + "confidence"),
            wholeNumber(CALIBRATION + "rows"),
            number(CALIBRATION + (firstVersion() ? "rows" : "effectiveRows")),
            number(CALIBRATION + "expectedRate"),
            number(CALIBRATION + "retainedVariationLow"),
            firstVersion() ? List.of() : ranges());
    return Optional.of(
        entries.containsKey(VARIATION + "level") ? found.withVariation(variation()) : found);
  }

  private VariationLimits variation() throws ModelFileException {
    double level = number(VARIATION + "level");
    List<VariationLimits.Limit> ofPairs = limitsOf(VARIATION + "ofPairs");
    List<VariationLimits.Limit> ofUnits = limitsOf(VARIATION + "ofUnits");
    try {
      return new VariationLimits(level, ofPairs, ofUnits);
    } catch (IllegalArgumentException e) {
      throw new ModelFileException(
          "damaged: metadata entries '" + VARIATION + "': " + e.getMessage());
    }
  }

  private List<VariationLimits.Limit> limitsOf(String name) throws ModelFileException {
    List<VariationLimits.Limit> limits = new ArrayList<>();
    for (Object entry : list(name)) {
      if (!(entry instanceof List<?> limit)
          || limit.size() != 2
          || !(limit.get(0) instanceof Long size)) {
        throw new ModelFileException("damaged: metadata entry '" + name + "' holds " + entry);
      }
      try {
        limits.add(
            new VariationLimits.Limit(
                Math.toIntExact(size), Double.parseDouble(limit.get(1).toString())));
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new ModelFileException("damaged: metadata entry '" + name + "': " + e.getMessage());
      }
    }
    return limits;
  }

  private List<NormalRange> ranges() throws ModelFileException {
    String name = CALIBRATION + "ranges";
    List<NormalRange> ranges = new ArrayList<>();
    for (Object entry : list(name)) {
      if (!(entry instanceof List<?> range)
          || range.size() != RANGE_COLUMNS
          || !(range.get(3) instanceof Long windows)
          || !(range.get(4) instanceof Long pairs)) {
        throw new ModelFileException("damaged: metadata entry '" + name + "' holds " + entry);
      }
      try {
        ranges.add(
            new NormalRange(
                range.get(0).toString(),
                Double.parseDouble(range.get(1).toString()),
                Double.parseDouble(range.get(2).toString()),
                Math.toIntExact(windows),
                Math.toIntExact(pairs)));
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new ModelFileException("damaged: metadata entry '" + name + "': " + e.getMessage());
      }
    }
    return ranges;
  }

  /** The models that this one came from; older files and models fitted anew name none. */
  List<Ancestor> ancestry() throws ModelFileException {
    if (!entries.containsKey(ANCESTRY)) {
      return List.of();
    }
    List<Ancestor> ancestry = new ArrayList<>();
    for (Object entry : list(ANCESTRY)) {
      if (!(entry instanceof List<?> one)
          || one.size() != ANCESTOR_COLUMNS
          || !(one.get(4) instanceof Long rows)
          || !(one.get(8) instanceof List<?> forced)) {
        throw new ModelFileException("damaged: metadata entry '" + ANCESTRY + "' holds " + entry);
      }
      try {
        ancestry.add(
            new Ancestor(
                one.get(0).toString(),
                one.get(1).toString(),
                one.get(2).toString(),
                one.get(3).toString(),
                Math.toIntExact(rows),
                one.get(5).toString(),
                one.get(6).toString(),
                one.get(7).toString(),
                forced.stream().findFirst().map(Object::toString)));
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new ModelFileException(
            "damaged: metadata entry '" + ANCESTRY + "': " + e.getMessage());
      }
    }
    return ancestry;
  }

  Map<String, String> provenance() {
    Map<String, String> provenance = new TreeMap<>();
    entries.forEach(
        (name, value) -> {
          if (name.startsWith(PROVENANCE)) {
            provenance.put(name.substring(PROVENANCE.length()), value);
          }
        });
    return provenance;
  }
}
