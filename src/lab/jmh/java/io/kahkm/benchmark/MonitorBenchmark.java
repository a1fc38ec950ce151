package io.kahkm.benchmark;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.skill.SkillSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a whole record, with and without the mixture of forecasts, the channel of sensors, claims
 * of skill, and the comparison of a map on trial.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
public class MonitorBenchmark {
  private static final int FITTED = 4_000;
  private static final int ROWS = 1 << 12;
  private static final int DAY = 24;

  /** Sensors of a reading. */
  @Param({"7", "52"})
  public int sensors;

  /** The main map, to a map on trial. */
  private static final String MAIN = "main";

  /**
   * What the model has; {@code claims} is both with the usual claims of skill at all four horizons,
   * {@code trial} besides the comparison with forecasts of a main map that evidence may promote it
   * over.
   */
  @Param({"neither", "mixture", "sensors", "both", "claims", "trial"})
  public String parts;

  private StreamMonitor monitor;
  private List<Integer> horizons;
  private double[][] readings;
  private int next;
  private long time;

  /** Fits a plant with a day, and leaves out of its model what is not measured. */
  @Setup
  public void make() {
    SplittableRandom random = new SplittableRandom(1);
    double[] load = new double[2];
    double[][] rows = new double[FITTED + ROWS][sensors];
    double[][] mixture = new double[sensors][load.length];
    for (double[] weights : mixture) {
      Arrays.setAll(weights, k -> random.nextGaussian());
    }
    for (int t = 0; t < rows.length; t++) {
      for (int k = 0; k < load.length; k++) {
        load[k] = 0.8 * load[k] + random.nextGaussian();
      }
      double day = Math.sin(2 * Math.PI * t / DAY);
      for (int j = 0; j < sensors; j++) {
        rows[t][j] =
            day + mixture[j][0] * load[0] + mixture[j][1] * load[1] + 0.3 * random.nextGaussian();
      }
    }
    Model fitted = fit(Arrays.copyOf(rows, FITTED));
    readings = Arrays.copyOfRange(rows, FITTED, rows.length);
    horizons = fitted.readoutHorizons();
    boolean claims = parts.equals("claims") || parts.equals("trial");
    MonitorSettings settings =
        MonitorSettings.builder()
            .horizons(horizons)
            .interval(OptionalDouble.of(0.9))
            .skill(claims ? SkillSettings.USUAL : SkillSettings.NONE)
            .others(
                parts.equals("trial")
                    ? List.of(new OtherForecaster(MAIN, horizons, false))
                    : List.of())
            .build();
    monitor = StreamMonitor.create(settings, reduced(fitted));
    System.out.println(
        fitted.past().lags().length + " lags; bytes of a snapshot " + monitor.snapshot().length);
  }

  private Model fit(double[][] rows) {
    List<String> names = IntStream.range(0, sensors).mapToObj(j -> "s" + j).toList();
    MapSettings map =
        new MapSettings(
            names,
            8,
            4,
            MapSettings.DEFAULT_TAU,
            MapSettings.Reconstruction.USUAL,
            new MapSettings.States(ScalingKind.STANDARD, 1, 0));
    FitSettings settings =
        new FitSettings(
            map,
            new Partition.KMeansStart(0),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.2,
            0.995,
            List.of(1, 10, 24, 50),
            Map.of());
    return ModelFitter.fit(settings, Episodes.of(List.<double[][]>of(rows)), Progress.NONE).model();
  }

  private Model reduced(Model model) {
    Model.Builder builder =
        Model.builder(model.map())
            .closure(model.closure())
            .classMeans(model.classMeans())
            .coordinateVariance(model.coordinateVariance())
            .calibration(model.calibration().orElseThrow())
            .alarms(model.alarms().orElseThrow());
    for (int horizon : model.readoutHorizons()) {
      builder.readout(horizon, model.readout(horizon));
      model.forecastErrors(horizon).ifPresent(errors -> builder.forecastErrors(horizon, errors));
    }
    boolean all = !parts.equals("neither") && !parts.equals("mixture") && !parts.equals("sensors");
    if (all || parts.equals("mixture")) {
      builder.past(model.past());
    } else {
      builder.past(PastModel.NONE);
    }
    if (all || parts.equals("sensors")) {
      builder.sensors(model.sensors().orElseThrow());
    }
    return builder.build();
  }

  /** One record: encoding, learning, alarms, forecasts at four horizons and their scores. */
  @Benchmark
  public double record() {
    next = (next + 1) % ROWS;
    double[] reading = readings[next];
    long now = time++;
    double novelty = monitor.advance(Observation.state(now, reading, "e", false)).novelty();
    if (parts.equals("trial")) {
      for (int i = 0; i < horizons.size(); i++) {
        OtherForecast forecast =
            new OtherForecast(MAIN, horizons.get(i), now, now, reading.clone());
        if (monitor.admit(forecast) == OtherAdmission.ACCEPTED) {
          monitor.advance(forecast);
        }
      }
      novelty += monitor.beats(MAIN) ? 1 : 0;
    }
    return novelty;
  }
}
