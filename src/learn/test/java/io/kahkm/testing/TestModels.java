package io.kahkm.testing;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.readout.Features;
import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.readout.HorizonFit;
import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorNorm;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Small fitted models for tests, made from simulated oscillators. */
public final class TestModels {
  /** Models do not change: each is fitted once in a process. */
  private static final Map<List<Object>, Model> FITTED = new ConcurrentHashMap<>();

  private static final int SMALL_BLOCK = 20;

  /** Encoding a state of a map of all 1,200 takes four times as long, and no test asks for it. */
  private static final int ONE_OF = 4;

  /** Of 1,800, and of 720. */
  private static final int FLEET_STATES = 450;

  private TestModels() {}

  /** A Van der Pol model with readouts for horizons 1 and 5 and a generous novelty limit. */
  public static Model vanDerPol(int classes, long seed) {
    return vanDerPol(classes, seed, ONE_OF);
  }

  /**
   * The same with one reference sample of so many: the fewer, the quicker it encodes, for tests
   * that ask nothing of the map.
   */
  public static Model vanDerPol(int classes, long seed, int every) {
    return FITTED.computeIfAbsent(
        List.of("vanderpol", classes, seed, every),
        key -> fitVanDerPol(classes, seed, every, 400, MapSettings.DEFAULT_BLOCK));
  }

  /** The same of few states in small blocks, for tests that write and read its file often. */
  public static Model smallVanDerPol() {
    return FITTED.computeIfAbsent(
        List.of("small vanderpol"), key -> fitVanDerPol(3, 1, 1, 40, SMALL_BLOCK));
  }

  private static Model fitVanDerPol(int classes, long seed, int every, int transitions, int block) {
    Episodes episodes =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, 3, transitions);
    KahmMap map =
        MapFitter.fit(
            new MapSettings(
                List.of("q", "p"),
                classes,
                4,
                MapSettings.DEFAULT_TAU,
                new MapSettings.Reconstruction(block, FarField.PAPER, Regularization.AUTHORS),
                MapSettings.States.of(ScalingKind.NONE)),
            oneOf(every, episodes.currentStates()),
            new Partition.KMeansStart(seed),
            Progress.NONE);
    return trained(map, episodes);
  }

  private static double[][] oneOf(int every, double[][] states) {
    return IntStream.range(0, (states.length + every - 1) / every)
        .mapToObj(i -> states[i * every])
        .toArray(double[][]::new);
  }

  /**
   * Van der Pol streams whose sensors are in other units in every stream: stream s reads 10 s + (1
   * + s / 2) x.
   */
  public static Episodes fleet(long seed, int streams, int episodesEach, int transitions) {
    Episodes plain =
        Simulation.episodes(
            DynamicalSystems.named("vanderpol"), seed, streams * episodesEach, transitions);
    List<double[][]> episodes = new ArrayList<>();
    List<Integer> stream = new ArrayList<>();
    for (int e = 0; e < plain.count(); e++) {
      int number = e / episodesEach;
      double[][] rows = new double[plain.length(e)][];
      for (int t = 0; t < rows.length; t++) {
        rows[t] = inUnitsOf(number, plain.state(e, t));
      }
      episodes.add(rows);
      stream.add(number);
    }
    return Episodes.of(episodes, stream);
  }

  /** The same model with another edge of the map. */
  public static Model withNoveltyLimit(Model model, double limit) {
    return calibrated(
        model, new Calibration(limit, 0.995, 0.95, 1000, 1000, 0.005, Double.NaN, List.of()));
  }

  /** The same model with other limits. */
  public static Model calibrated(Model model, Calibration limits) {
    return builderOf(model).calibration(limits).build();
  }

  /** The map and the closure of a model without what only some models have, to be changed. */
  public static Model.Builder bareOf(Model model) {
    return Model.builder(model.map())
        .closure(model.closure())
        .beta(model.beta())
        .classMeans(model.classMeans())
        .coordinateVariance(model.coordinateVariance())
        .fittingRows(model.fittingRows());
  }

  /** The same model, to be changed. */
  public static Model.Builder builderOf(Model model) {
    Model.Builder builder = bareOf(model);
    for (int horizon : model.readoutHorizons()) {
      builder.readout(horizon, model.readout(horizon));
      model.forecastErrors(horizon).ifPresent(errors -> builder.forecastErrors(horizon, errors));
    }
    model.calibration().ifPresent(builder::calibration);
    return builder;
  }

  /** A reading in the units of a stream of {@link #fleet}. */
  public static double[] inUnitsOf(int stream, double[] plain) {
    return Arrays.stream(plain).map(x -> 10 * stream + (1 + stream / 2.0) * x).toArray();
  }

  /** A model fitted on {@link #fleet} with delays or scaling per stream. */
  public static Model ofFleet(ScalingKind scaling, int delays) {
    return ofFleet(scaling, delays, FarField.PAPER);
  }

  /** The same with a choice of what is reconstructed far away. */
  public static Model ofFleet(ScalingKind scaling, int delays, FarField farField) {
    return FITTED.computeIfAbsent(
        List.of("fleet", scaling, delays, farField),
        key -> fitFleet(scaling, delays, farField, 200, MapSettings.DEFAULT_BLOCK));
  }

  /** A model of pairs of readings in units of each stream, of few states in small blocks. */
  public static Model smallFleet() {
    return FITTED.computeIfAbsent(
        List.of("small fleet"),
        key -> fitFleet(ScalingKind.PER_STREAM, 2, FarField.PAPER, 80, SMALL_BLOCK));
  }

  private static Model fitFleet(
      ScalingKind scaling, int delays, FarField farField, int transitions, int block) {
    int scalingRows = scaling == ScalingKind.PER_STREAM ? 60 : 0;
    MapSettings map =
        new MapSettings(
            List.of("q", "p"),
            6,
            16,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(block, farField, Regularization.AUTHORS),
            new MapSettings.States(scaling, delays, scalingRows));
    FitSettings settings =
        new FitSettings(
            map.withReferences(Optional.of(new ReferenceLimit(FLEET_STATES, ReferenceWay.SPREAD))),
            new Partition.KMeansStart(0),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.2,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1, 5),
            Map.of());
    Model fitted = ModelFitter.fit(settings, fleet(5, 3, 3, transitions), Progress.NONE).model();
    // So few held-out rows give a limit that no state can exceed.
    return withNoveltyLimit(fitted, 0.5);
  }

  private static Model trained(KahmMap map, Episodes episodes) {
    int classes = map.classes();
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(classes);
    List<double[][]> coordinates = new ArrayList<>();
    List<double[]> phi = new ArrayList<>();
    List<double[]> successors = new ArrayList<>();
    double[][] means = new double[classes][classes];
    int[] counts = new int[classes];
    double largest = 0;
    for (int e = 0; e < episodes.count(); e++) {
      double[][] encoded = new double[episodes.length(e)][];
      int previous = -1;
      for (int t = 0; t < encoded.length; t++) {
        encoder.encode(episodes.state(e, t), encoding);
        encoded[t] = encoding.coordinates().clone();
        largest = Math.max(largest, encoding.novelty());
        if (t > 0) {
          phi.add(encoded[t - 1]);
          successors.add(encoded[t]);
          counts[previous]++;
          for (int j = 0; j < classes; j++) {
            means[previous][j] += encoded[t][j];
          }
        }
        previous = encoding.nearestClass();
      }
      coordinates.add(encoded);
    }
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < classes; j++) {
        means[c][j] = counts[c] == 0 ? 1.0 / classes : means[c][j] / counts[c];
      }
    }
    Matrix closure =
        ClosureFit.nlms(
            Matrix.identity(classes),
            phi.toArray(double[][]::new),
            successors.toArray(double[][]::new),
            0.1,
            5,
            Progress.NONE);
    return Model.builder(map)
        .closure(closure)
        .beta(0.1)
        .classMeans(Matrix.ofRows(means))
        .coordinateVariance(0.2)
        .calibration(
            new Calibration(
                Math.min(1, 1.5 * largest),
                0.995,
                0.5,
                phi.size(),
                phi.size(),
                0.01,
                Double.NaN,
                List.of()))
        .readout(1, readout(1, episodes, coordinates, closure))
        .readout(5, readout(5, episodes, coordinates, closure))
        .fittingRows(FittingRows.of(episodes))
        .build();
  }

  private static Readout readout(
      int horizon, Episodes episodes, List<double[][]> coordinates, Matrix closure) {
    int sensors = episodes.dimension();
    HorizonFit fit = new HorizonFit(horizon, Features.of(episodes, sensors), episodes);
    return fit.fit(
        HorizonChoice.unseen(horizon, sensors),
        HorizonFit.frozen(horizon, coordinates, closure),
        closure.rows());
  }

  /**
   * Watches two sensors, neither of which tells anything of the other.
   *
   * @param scale of their innovations
   * @param lags what is known of their past
   * @return of a model that is not provisional
   */
  public static SensorModel.Builder twoSensors(double scale, int... lags) {
    RunHazard never = RunHazard.of(new double[] {0.01, 0.05, 0.5});
    SensorNorm norm =
        new SensorNorm(
            new SensorNorm.Sizes(scale, 0.67, 0.8, 0.126, 1.645),
            new SensorNorm.Slacks(0.05, 0.1, 0.1),
            new SensorNorm.Range(-50, 150),
            never,
            never);
    Matrix none = Matrix.ofRows(new double[2][2]);
    return SensorModel.builder(2, new int[] {0, 1})
        .scaling(new double[2], new double[] {1, 1})
        .past(lags, Matrix.ofRows(new double[lags.length][2]))
        .shared(none, none, new double[2])
        .norms(Collections.nCopies(2, norm));
  }

  /**
   * Alarms of readings about 0 whose every value is half the one before plus noise of about 0.1.
   *
   * @param sensors number of sensors, at least 1
   */
  public static Alarms alarms(int sensors) {
    return alarms(sensors, 0.5, 1.2);
  }

  /**
   * Alarms of readings about 0 whose every value is a part of the one before plus noise of about
   * 0.1.
   *
   * @param sensors number of sensors, at least 1
   * @param part of the value before
   * @param memory normal rows that are worth one independent row, at least 1
   */
  public static Alarms alarms(int sensors, double part, double memory) {
    double[] roots = new double[500];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = 0.4 + 1.2 * i / roots.length;
    }
    CrossFittedNull.Moments moments = new CrossFittedNull.Moments(5, 1, 0.35, 0.02, memory);
    double[] noveltyRoots = Arrays.stream(roots).map(root -> root / 2).toArray();
    CrossFittedNull.Moments novelty = new CrossFittedNull.Moments(5, 0.5, 0.17, 0.01, memory);
    double[][] weights = new double[sensors][sensors];
    double[][] factor = new double[sensors][sensors];
    double[] usual = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      weights[j][j] = part;
      factor[j][j] = 10;
      factor[j][0] += 1;
      usual[j] = 1;
    }
    return new Alarms(
        CrossFittedNull.of(noveltyRoots, novelty, 0.995),
        new Coverage("s0", 500, 50, 40),
        Optional.of(
            new RelationChannel(
                RelationModel.of(
                    sensors,
                    IntStream.range(0, sensors).toArray(),
                    new double[sensors],
                    new double[sensors],
                    Matrix.ofRows(weights),
                    Matrix.ofRows(factor),
                    usual,
                    1e-3),
                CrossFittedNull.of(roots, moments, 0.995))),
        "");
  }

  /** The largest absolute difference of two vectors. */
  public static double distance(double[] a, double[] b) {
    double largest = a.length == b.length ? 0 : Double.POSITIVE_INFINITY;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      largest = Math.max(largest, Math.abs(a[i] - b[i]));
    }
    return largest;
  }

  /** Shifts every sensor of a state. */
  public static double[] shifted(double[] state, double by) {
    return Arrays.stream(state).map(x -> x + by).toArray();
  }
}
