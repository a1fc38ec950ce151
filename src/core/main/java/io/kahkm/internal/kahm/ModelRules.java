package io.kahkm.internal.kahm;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.relation.Alarms;
import java.util.List;
import java.util.Map;

/** What the parts of a {@link Model} must be, each by itself and to one another. */
final class ModelRules {
  /**
   * A closure takes the simplex near the simplex, with entries of about 1. Beyond this its norm and
   * its bounds are noise, and further on they overflow.
   */
  private static final double LARGEST_CLOSURE = 1e9;

  /** Products of coordinates are at most 1, apart from their rounding. */
  private static final double LARGEST_PRODUCT = 1 + 1e-9;

  private ModelRules() {}

  /**
   * Refuses a model whose parts do not fit together.
   *
   * @param model all of it but the errors of its forecasts
   * @param forecastErrors these, by horizon
   * @throws IllegalArgumentException with the part's name and its value
   */
  static void require(Model model, Map<Integer, ErrorQuantiles> forecastErrors) {
    KahmMap map = model.map();
    int classes = map.classes();
    requireFinite("closure", model.closure(), classes, classes);
    requireBounded(model.closure());
    requireFinite("classMeans", model.classMeans(), classes, classes);
    model.coordinateGram().ifPresent(gram -> requireGram(gram, classes));
    double beta = model.beta();
    if (!(beta > 0) || Double.isInfinite(beta)) {
      throw new IllegalArgumentException("beta is " + beta + ", must be positive and finite");
    }
    double variance = model.coordinateVariance();
    if (!(variance >= 0) || Double.isInfinite(variance)) {
      throw new IllegalArgumentException(
          "coordinateVariance is " + variance + ", must be at least 0 and finite");
    }
    List<Integer> horizons = model.readoutHorizons();
    horizons.forEach(horizon -> requireFit(map, horizon, model.readout(horizon)));
    forecastErrors.forEach((horizon, errors) -> requireFit(map, horizons, horizon, errors));
    requirePast(model);
    model.alarms().ifPresent(alarms -> requireFit(model, alarms));
    model
        .sensors()
        .ifPresent(
            channel -> {
              int sensors = model.map().sensors().size();
              if (channel.sensors() != sensors || model.alarms().isEmpty()) {
                throw new IllegalArgumentException(
                    "the sensor channel has "
                        + channel.sensors()
                        + " sensors, must have the map's "
                        + sensors
                        + ", and alarms beside it");
              }
            });
  }

  private static void requireFit(KahmMap map, int horizon, Readout readout) {
    if (horizon < 1) {
      throw new IllegalArgumentException("readout horizon is " + horizon + ", must be at least 1");
    }
    // Without delays the reading before the present one is known to whoever forecasts, too.
    int most = Math.max(2, map.delays());
    if (readout.sensors() != map.sensors().size()
        || readout.classes() != map.classes()
        || readout.lookback() > most) {
      throw new IllegalArgumentException(
          "readout of horizon "
              + horizon
              + " has "
              + readout.sensors()
              + " sensors, "
              + readout.classes()
              + " classes and looks at "
              + readout.lookback()
              + " readings, must be "
              + map.sensors().size()
              + ", "
              + map.classes()
              + " and at most "
              + most);
    }
  }

  private static void requireFit(
      KahmMap map, List<Integer> readouts, int horizon, ErrorQuantiles errors) {
    if (!readouts.contains(horizon) || errors.values().rows() != map.sensors().size()) {
      throw new IllegalArgumentException(
          "forecast errors of horizon "
              + horizon
              + " are of "
              + errors.values().rows()
              + " sensors, the map has "
              + map.sensors().size()
              + ", readouts are for the horizons "
              + readouts);
    }
  }

  private static void requirePast(Model model) {
    int sensors = model.map().sensors().size();
    for (int horizon : model.past().horizons()) {
      int of = model.past().experts(horizon).orElseThrow().scale().rows();
      if (!model.readoutHorizons().contains(horizon) || of != sensors) {
        throw new IllegalArgumentException(
            "experts of horizon "
                + horizon
                + " are of "
                + of
                + " sensors, the map has "
                + sensors
                + ", readouts are for the horizons "
                + model.readoutHorizons());
      }
    }
  }

  private static void requireFit(Model model, Alarms known) {
    int expected = model.map().sensors().size();
    if (model.calibration().isEmpty()) {
      throw new IllegalArgumentException("alarms is present without a calibration");
    }
    known
        .relations()
        .map(relations -> relations.model().sensors())
        .filter(sensors -> sensors != expected)
        .ifPresent(
            sensors -> {
              throw new IllegalArgumentException(
                  "relations has " + sensors + " sensors, the map has " + expected);
            });
  }

  /** A mean of phi phi' of points of the simplex: symmetric, with diagonal elements up to 1. */
  private static void requireGram(Matrix gram, int classes) {
    requireFinite("coordinateGram", gram, classes, classes);
    for (int i = 0; i < classes; i++) {
      for (int j = 0; j <= i; j++) {
        double value = gram.get(i, j);
        if (value != gram.get(j, i) || !(value >= 0 && value <= LARGEST_PRODUCT)) {
          throw new IllegalArgumentException(
              "coordinateGram holds "
                  + value
                  + " at ("
                  + i
                  + ", "
                  + j
                  + "), must be symmetric and from 0 to 1");
        }
      }
    }
  }

  private static void requireBounded(Matrix closure) {
    for (double value : closure.toArray()) {
      if (Math.abs(value) > LARGEST_CLOSURE) {
        throw new IllegalArgumentException(
            "closure holds " + value + ", must be at most " + LARGEST_CLOSURE + " in magnitude");
      }
    }
  }

  private static void requireFinite(String name, Matrix matrix, int rows, int columns) {
    if (matrix.rows() != rows || matrix.columns() != columns) {
      throw new IllegalArgumentException(
          name
              + " is "
              + matrix.rows()
              + " x "
              + matrix.columns()
              + ", must be "
              + rows
              + " x "
              + columns);
    }
    for (double value : matrix.toArray()) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(name + " holds " + value + ", must be finite");
      }
    }
  }
}
