package io.kahkm.internal.kahm;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.relation.AlarmChannels;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.sensor.SensorModel;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything one file holds: the frozen map and what was learned with it. Immutable and safe to
 * share between threads.
 */
public final class Model {
  private final KahmMap map;
  private final Matrix closure;
  private final double beta;
  private final Matrix classMeans;
  private final double coordinateVariance;
  private final Optional<Matrix> coordinateGram;
  private final Optional<Calibration> calibration;
  private final Optional<Alarms> alarms;
  private final Optional<SensorModel> sensors;
  private final AlarmChannels channels;
  private final NavigableMap<Integer, Readout> readouts;
  private final NavigableMap<Integer, ErrorQuantiles> forecastErrors;
  private final PastModel past;
  private final FittingRows fittingRows;
  private final Map<String, String> provenance;
  private final List<Ancestor> ancestry;

  private Model(Builder builder) {
    map = builder.map;
    closure = builder.closure;
    beta = builder.beta;
    classMeans = Objects.requireNonNull(builder.classMeans, "classMeans is missing");
    coordinateVariance = builder.coordinateVariance;
    coordinateGram = builder.coordinateGram;
    calibration = builder.calibration;
    alarms = builder.alarms;
    sensors = builder.sensors;
    channels =
        new AlarmChannels(
            alarms.isPresent()
                ? !alarms.get().noveltyOff()
                : calibration.filter(limits -> limits.noveltyLimit() < 1).isPresent(),
            alarms.flatMap(Alarms::relations).isPresent(),
            sensors.isPresent());
    readouts = new TreeMap<>(builder.readouts);
    forecastErrors = new TreeMap<>(builder.forecastErrors);
    past = builder.past;
    fittingRows = builder.fittingRows;
    provenance = Map.copyOf(builder.provenance);
    ancestry = List.copyOf(builder.ancestry);
    ModelRules.require(this, forecastErrors);
  }

  /**
   * Starts a model around a map.
   *
   * @param map the frozen map
   * @return a builder; class means and coordinate variance must be set
   */
  public static Builder builder(KahmMap map) {
    return new Builder(map);
  }

  /**
   * The frozen map.
   *
   * @return the map
   */
  public KahmMap map() {
    return map;
  }

  /**
   * The closure B a stream starts with; the prediction is B^T phi.
   *
   * @return C x C
   */
  public Matrix closure() {
    return closure;
  }

  /**
   * Step size of the online updates.
   *
   * @return beta, positive
   */
  public double beta() {
    return beta;
  }

  /**
   * Mean successor coordinates of each training class.
   *
   * @return C x C, row c belongs to class c
   */
  public Matrix classMeans() {
    return classMeans;
  }

  /**
   * Variance V_coord of the successor coordinates of the fitting transitions.
   *
   * @return at least 0
   */
  public double coordinateVariance() {
    return coordinateVariance;
  }

  /**
   * Mean phi phi' of the fitting rows, in whose metric certificates measure leverages.
   *
   * @return C x C, symmetric; empty in models that were fitted without it
   */
  public Optional<Matrix> coordinateGram() {
    return coordinateGram;
  }

  /**
   * Limits calibrated on held-out rows.
   *
   * @return the limits, or empty if no row was held out
   */
  public Optional<Calibration> calibration() {
    return calibration;
  }

  /**
   * The novelty above which a state is outside the map.
   *
   * @return a limit in [0, 1], or empty if no row was held out
   */
  public OptionalDouble noveltyLimit() {
    return calibration.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(calibration.get().noveltyLimit());
  }

  /**
   * How alarms are distributed on normal rows.
   *
   * @return the distributions; empty without a calibration, and in files of earlier versions
   */
  public Optional<Alarms> alarms() {
    return alarms;
  }

  /**
   * What each sensor should read by its own past and by the others.
   *
   * @return the sensor channel; empty where the rows did not admit one, and in files of earlier
   *     versions
   */
  public Optional<SensorModel> sensors() {
    return sensors;
  }

  /**
   * Which channels can raise an alarm.
   *
   * @return novelty, relations and single sensors
   */
  public AlarmChannels channels() {
    return channels;
  }

  /**
   * A builder that makes the same model again.
   *
   * @return a builder with every part of this model set
   */
  public Builder toBuilder() {
    Builder builder =
        new Builder(map)
            .closure(closure)
            .beta(beta)
            .classMeans(classMeans)
            .coordinateVariance(coordinateVariance)
            .fittingRows(fittingRows)
            .provenance(provenance)
            .ancestry(ancestry);
    builder.calibration = calibration;
    builder.alarms = alarms;
    builder.sensors = sensors;
    builder.coordinateGram = coordinateGram;
    builder.readouts.putAll(readouts);
    builder.forecastErrors.putAll(forecastErrors);
    builder.past = past;
    return builder;
  }

  /**
   * Horizons that have a readout.
   *
   * @return ascending numbers of steps, possibly none
   */
  public List<Integer> readoutHorizons() {
    return List.copyOf(readouts.keySet());
  }

  /**
   * The readout of one horizon.
   *
   * @param horizon steps ahead, one of {@link #readoutHorizons()}
   * @return forecasts of n sensors, in sensor units; with scaling per-stream in those of the
   *     typical stream
   * @throws IllegalArgumentException if there is none for that horizon
   */
  public Readout readout(int horizon) {
    Readout readout = readouts.get(horizon);
    if (readout == null) {
      throw new IllegalArgumentException(
          "the model has no readout for horizon " + horizon + ", it has " + readouts.keySet());
    }
    return readout;
  }

  /**
   * How large the errors of one horizon's forecasts were on rows that were left out.
   *
   * @param horizon steps ahead
   * @return in the units of the readout; empty without a readout and in models of earlier releases
   */
  public Optional<ErrorQuantiles> forecastErrors(int horizon) {
    return Optional.ofNullable(forecastErrors.get(horizon));
  }

  /**
   * What is known of the sensors' past.
   *
   * @return seasons, lags and the experts of horizons; none in files of earlier versions
   */
  public PastModel past() {
    return past;
  }

  /**
   * Hashes of the transitions the model was fitted on.
   *
   * @return the hashes
   */
  public FittingRows fittingRows() {
    return fittingRows;
  }

  /**
   * Where the model comes from, for people: data file, options, versions.
   *
   * @return unmodifiable strings by name
   */
  public Map<String, String> provenance() {
    return provenance;
  }

  /**
   * The models that this one came from by accepting readings, the oldest first.
   *
   * @return unmodifiable, empty for a model that was fitted anew
   */
  public List<Ancestor> ancestry() {
    return ancestry;
  }

  /** Collects the parts of a model. Not thread-safe. */
  public static final class Builder {
    /** Step size of the paper's experiments. */
    private static final double DEFAULT_BETA = 0.1;

    private final KahmMap map;
    private final NavigableMap<Integer, Readout> readouts = new TreeMap<>();
    private final NavigableMap<Integer, ErrorQuantiles> forecastErrors = new TreeMap<>();
    private Matrix closure;
    private double beta = DEFAULT_BETA;
    private @Nullable Matrix classMeans;
    private double coordinateVariance = Double.NaN;
    private Optional<Matrix> coordinateGram = Optional.empty();
    private Optional<Calibration> calibration = Optional.empty();
    private Optional<Alarms> alarms = Optional.empty();
    private PastModel past = PastModel.NONE;
    private Optional<SensorModel> sensors = Optional.empty();
    private FittingRows fittingRows = FittingRows.none();
    private Map<String, String> provenance = Map.of();
    private List<Ancestor> ancestry = List.of();

    private Builder(KahmMap map) {
      this.map = map;
      closure = Matrix.identity(map.classes());
    }

    /**
     * Sets the start closure; the identity if never set.
     *
     * @param value C x C, of magnitude at most 1e9
     * @return this
     */
    public Builder closure(Matrix value) {
      closure = value;
      return this;
    }

    /**
     * Sets the step size; 0.1 if never set.
     *
     * @param value positive
     * @return this
     */
    public Builder beta(double value) {
      beta = value;
      return this;
    }

    /**
     * Sets the class means.
     *
     * @param value C x C, row c belongs to class c
     * @return this
     */
    public Builder classMeans(Matrix value) {
      classMeans = value;
      return this;
    }

    /**
     * Sets the variance of the fitting successors.
     *
     * @param value at least 0
     * @return this
     */
    public Builder coordinateVariance(double value) {
      coordinateVariance = value;
      return this;
    }

    /**
     * Sets the mean phi phi' of the fitting rows.
     *
     * @param value C x C, symmetric, entries from 0 to 1
     * @return this
     */
    public Builder coordinateGram(Matrix value) {
      coordinateGram = Optional.of(value);
      return this;
    }

    /**
     * Sets the calibrated limits.
     *
     * @param value the limits
     * @return this
     */
    public Builder calibration(Calibration value) {
      calibration = Optional.of(value);
      return this;
    }

    /**
     * Sets how alarms are distributed on normal rows.
     *
     * @param value the distributions
     * @return this
     */
    public Builder alarms(Alarms value) {
      alarms = Optional.of(value);
      return this;
    }

    /**
     * Sets the sensor channel.
     *
     * @param value of the map's sensors
     * @return this
     */
    public Builder sensors(SensorModel value) {
      sensors = Optional.of(value);
      return this;
    }

    /**
     * Adds the readout of one horizon.
     *
     * @param horizon steps ahead, at least 1
     * @param value of n sensors and C classes, in sensor units
     * @return this
     */
    public Builder readout(int horizon, Readout value) {
      readouts.put(horizon, value);
      return this;
    }

    /**
     * Sets how large the errors of one horizon's forecasts are.
     *
     * @param horizon steps ahead, one that has a readout
     * @param value of n sensors, in the units of the readout
     * @return this
     */
    public Builder forecastErrors(int horizon, ErrorQuantiles value) {
      forecastErrors.put(horizon, value);
      return this;
    }

    /**
     * Sets what is known of the sensors' past.
     *
     * @param value its horizons have a readout
     * @return this
     */
    public Builder past(PastModel value) {
      past = value;
      return this;
    }

    /**
     * Sets the hashes of the fitting transitions.
     *
     * @param value the hashes
     * @return this
     */
    public Builder fittingRows(FittingRows value) {
      fittingRows = value;
      return this;
    }

    /**
     * Sets where the model comes from.
     *
     * @param value strings by name; copied
     * @return this
     */
    public Builder provenance(Map<String, String> value) {
      provenance = Map.copyOf(value);
      return this;
    }

    /**
     * Sets the models that it came from by accepting readings.
     *
     * @param value the oldest first; copied
     * @return this
     */
    public Builder ancestry(List<Ancestor> value) {
      ancestry = List.copyOf(value);
      return this;
    }

    /**
     * Checks everything and makes the model.
     *
     * @return the model
     * @throws IllegalArgumentException if a shape or value is impossible; the message names it
     * @throws NullPointerException if the class means were never set
     */
    public Model build() {
      return new Model(this);
    }
  }
}
