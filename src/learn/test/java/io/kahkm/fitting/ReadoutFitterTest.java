package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.readout.Features;
import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.readout.HorizonFit;
import io.kahkm.fitting.readout.LeftOutErrors;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readouts that rows left out choose, put together a second time fold by fold. */
class ReadoutFitterTest {
  private static final List<String> SENSORS = List.of("a", "b");
  private static final int CLASSES = 5;
  private static final double BETA = 0.3;

  private static FitSettings settings(ClosureMethod closure, List<Integer> horizons) {
    FitSettings plain = FitSettings.plain(SENSORS, CLASSES, horizons);
    return new FitSettings(
        plain.map(),
        plain.partition(),
        closure,
        BETA,
        2,
        0,
        FitSettings.DEFAULT_QUANTILE,
        horizons,
        Map.of());
  }

  /** The logistic map, of which no line tells what comes next, and a sensor that follows it. */
  private static double[][] rows(long seed, int count) {
    Random random = new Random(seed);
    double[][] rows = new double[count][2];
    double x = 0.1 + 0.8 * random.nextDouble();
    double y = 0;
    for (double[] row : rows) {
      row[0] = 10 * x;
      row[1] = y;
      y = 0.5 * y + x + 0.05 * random.nextGaussian();
      x = 3.7 * x * (1 - x);
    }
    return rows;
  }

  /** What the closure predicts that has learned from every transition before, as it does live. */
  private static double[] predicted(
      Matrix start, List<double[][]> coordinates, int episode, int step, int horizon) {
    double[][] b = start.toRows();
    for (int e = 0; e <= episode; e++) {
      double[][] run = coordinates.get(e);
      for (int t = 0; t + 1 < run.length && (e < episode || t < step); t++) {
        double[] forecast = next(b, run[t]);
        double square = Arrays.stream(run[t]).map(phi -> phi * phi).sum();
        for (int k = 0; k < CLASSES; k++) {
          for (int l = 0; l < CLASSES; l++) {
            b[k][l] += BETA / (1 + BETA * square) * run[t][k] * (run[t + 1][l] - forecast[l]);
          }
        }
      }
    }
    double[] phi = coordinates.get(episode)[step];
    for (int h = 0; h < horizon; h++) {
      phi = next(b, phi);
    }
    return phi;
  }

  private static double[] next(double[][] b, double[] phi) {
    double[] next = new double[CLASSES];
    for (int k = 0; k < CLASSES; k++) {
      for (int l = 0; l < CLASSES; l++) {
        next[l] += phi[k] * b[k][l];
      }
    }
    return next;
  }

  private static List<double[][]> coordinates(KahmMap map, Episodes rows) {
    Encoder encoder = map.newEncoder();
    List<double[][]> coordinates = new ArrayList<>();
    for (int e = 0; e < rows.count(); e++) {
      double[][] run = new double[rows.length(e)][];
      for (int t = 0; t < run.length; t++) {
        Encoding encoding = new Encoding(CLASSES);
        encoder.encode(rows.state(e, t), encoding);
        run[t] = encoding.coordinates();
      }
      coordinates.add(run);
    }
    return coordinates;
  }

  /** One fold: what is fitted, and what is left out. */
  private record Fold(Episodes others, Episodes left) {}

  private static HorizonChoice expected(
      FitSettings settings, int horizon, Features features, List<Fold> folds) {
    List<double[][]> linear = new ArrayList<>();
    for (Fold fold : folds) {
      linear.add(
          new HorizonFit(horizon, features, fold.others)
              .errorsOn(new HorizonFit(horizon, features, fold.left)));
    }
    HorizonChoice choice = HorizonFit.chooseLinear(horizon, linear);
    List<LeftOutErrors> errors = new ArrayList<>();
    for (Fold fold : folds) {
      KahmMap map =
          MapFitter.fit(
              settings.map(), fold.others.currentStates(), settings.partition(), Progress.NONE);
      List<double[][]> own = coordinates(map, fold.others);
      List<double[][]> left = coordinates(map, fold.left);
      List<double[]> current = new ArrayList<>();
      List<double[]> successors = new ArrayList<>();
      for (double[][] run : own) {
        current.addAll(Arrays.asList(run).subList(0, run.length - 1));
        successors.addAll(Arrays.asList(run).subList(1, run.length));
      }
      Matrix closure =
          ClosureFitter.fit(
              settings,
              current.toArray(double[][]::new),
              successors.toArray(double[][]::new),
              Progress.NONE);
      errors.add(
          new HorizonFit(horizon, features, fold.others)
              .judge(
                  choice,
                  HorizonFit.frozen(horizon, own, closure),
                  CLASSES,
                  new HorizonFit(horizon, features, fold.left),
                  (e, t) -> predicted(closure, left, e, t, horizon),
                  1));
    }
    return HorizonFit.complete(choice, features, errors);
  }

  private static void same(HorizonChoice actual, HorizonChoice expected) {
    assertThat(actual.horizon()).isEqualTo(expected.horizon());
    assertThat(actual.linear()).isEqualTo(expected.linear());
    assertThat(actual.explainingPenalty()).isEqualTo(expected.explainingPenalty());
    assertThat(actual.correction()).isEqualTo(expected.correction());
    assertThat(actual.rows()).isEqualTo(expected.rows());
    for (int i = 0; i < SENSORS.size(); i++) {
      HorizonChoice.Errors of = expected.sensors().get(i);
      assertThat(actual.sensors().get(i).persistence()).isCloseTo(of.persistence(), within(1e-9));
      assertThat(actual.sensors().get(i).linear()).isCloseTo(of.linear(), within(1e-9));
      assertThat(actual.sensors().get(i).forecast()).isCloseTo(of.forecast(), within(1e-9));
      assertThat(actual.quantiles().orElseThrow().values().row(i))
          .containsExactly(expected.quantiles().orElseThrow().values().row(i), within(1e-7));
    }
  }

  private static Map<Integer, HorizonChoice> chosen(FitSettings settings, Episodes data) {
    return ReadoutFitter.choose(
        settings, data, PreparedEpisodes.of(settings.map(), data), Progress.NONE);
  }

  /** The rows of one stream are cut into four parts; two runs of 130 and 70 rows are cut too. */
  @Test
  void everyQuarterOfTheRowsIsForecastByTheOthers() {
    Episodes data = Episodes.of(List.of(rows(1, 130), rows(2, 70)));
    List<Fold> folds =
        List.of(
            new Fold(
                Episodes.of(List.of(data.run(0, 50, 130), data.run(1))),
                Episodes.of(List.<double[][]>of(data.run(0, 0, 50)))),
            new Fold(
                Episodes.of(List.of(data.run(0, 0, 50), data.run(0, 100, 130), data.run(1))),
                Episodes.of(List.<double[][]>of(data.run(0, 50, 100)))),
            new Fold(
                Episodes.of(List.of(data.run(0, 0, 100), data.run(1, 20, 70))),
                Episodes.of(List.of(data.run(0, 100, 130), data.run(1, 0, 20)))),
            new Fold(
                Episodes.of(List.of(data.run(0), data.run(1, 0, 20))),
                Episodes.of(List.<double[][]>of(data.run(1, 20, 70)))));
    Features features = Features.of(data, 2);
    for (ClosureMethod closure : ClosureMethod.values()) {
      FitSettings settings = settings(closure, List.of(1, 2, 60));

      Map<Integer, HorizonChoice> choices = chosen(settings, data);

      assertThat(choices.keySet()).as("no part has 60 transitions").containsExactly(1, 2);
      for (int horizon : choices.keySet()) {
        same(choices.get(horizon), expected(settings, horizon, features, folds));
      }
      assertThat(choices.get(1).corrected()).as("coordinates know the curve").isPositive();
      assertThat(choices.get(2).rows()).isEqualTo(200 - 2 * 5);
    }
  }

  /** A stream that is too short for a scaling of its own gives no state to judge by. */
  @Test
  void everyStreamIsForecastByTheOthers() {
    FitSettings plain = settings(ClosureMethod.RIDGE, List.of(1));
    MapSettings map =
        new MapSettings(
            SENSORS,
            CLASSES,
            plain.map().omega(),
            plain.map().tau(),
            plain.map().reconstruction(),
            new MapSettings.States(ScalingKind.PER_STREAM, 1, 20));
    FitSettings settings =
        new FitSettings(
            map,
            plain.partition(),
            ClosureMethod.RIDGE,
            BETA,
            1,
            0,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1),
            Map.of());
    Episodes two = Episodes.of(List.of(rows(1, 90), rows(2, 80)), List.of(0, 1));
    Episodes three = Episodes.of(List.of(rows(1, 90), rows(2, 80), rows(3, 15)), List.of(0, 1, 2));

    HorizonChoice choice = chosen(settings, two).get(1);

    assertThat(choice.rows()).as("the first twenty teach the scaling").isEqualTo(70 - 1 + 60 - 1);
    same(chosen(settings, three).get(1), choice);
  }

  @Test
  void whereNoMapOfAPartCanBeMadeNothingIsChosen() {
    FitSettings settings = settings(ClosureMethod.RIDGE, List.of(1));
    assertThat(chosen(settings, Episodes.of(List.<double[][]>of(rows(1, 6))))).isEmpty();
    FitSettings none = settings(ClosureMethod.RIDGE, List.of());
    assertThat(chosen(none, Episodes.of(List.<double[][]>of(rows(1, 60))))).isEmpty();
  }

  /** Parts that readouts are fitted to. */
  private static final class Fitted {
    private final PreparedEpisodes prepared;
    private final KahmMap map;
    private final EncodedEpisodes encoded;
    private final Matrix closure;
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, List<Long>> told = new HashMap<>();

    Fitted(FitSettings settings, Episodes data) {
      prepared = PreparedEpisodes.of(settings.map(), data);
      map =
          MapFitter.fit(
              settings.map(),
              prepared.states().currentStates(),
              settings.partition(),
              Progress.NONE);
      encoded = EncodedEpisodes.of(map, prepared.states(), Progress.NONE);
      closure = ClosureFitter.fit(settings, encoded.current(), encoded.successors(), Progress.NONE);
    }

    Model readouts(FitSettings settings, Map<Integer, HorizonChoice> choices) {
      Model.Builder model =
          Model.builder(map).classMeans(Matrix.identity(CLASSES)).coordinateVariance(1);
      ReadoutFitter.addAll(
          model,
          settings,
          choices,
          prepared,
          encoded,
          closure,
          (stage, done, total) ->
              told.computeIfAbsent(stage, name -> new ArrayList<>()).addAll(List.of(done, total)),
          warnings);
      return model.build();
    }
  }

  @Test
  void readoutsAreFittedToAllRowsAsWasChosen() {
    Episodes data = Episodes.of(List.of(rows(1, 130), rows(2, 70)));
    FitSettings settings = settings(ClosureMethod.RIDGE, List.of(1, 3, 129, 130));
    Fitted fitted = new Fitted(settings, data);
    Map<Integer, HorizonChoice> choices = chosen(settings, data);
    Model model = fitted.readouts(settings, choices);

    Features features = Features.of(data, 2);
    assertThat(model.readoutHorizons()).containsExactly(1, 3, 129);
    assertThat(choices.get(129)).isEqualTo(HorizonChoice.unseen(129, 2));
    for (int horizon : model.readoutHorizons()) {
      HorizonFit fit = new HorizonFit(horizon, features, data);
      HorizonFit.Predictor predictor =
          HorizonFit.frozen(horizon, coordinates(fitted.map, data), fitted.closure);
      StackedReadout readout = fit.fit(choices.get(horizon), predictor, CLASSES);
      ErrorQuantiles errors =
          choices.get(horizon).quantiles().orElse(fit.errors(readout, predictor));
      assertThat(model.readout(horizon)).isEqualTo(readout);
      assertThat(model.forecastErrors(horizon)).isEqualTo(Optional.of(errors));
    }
    assertThat(fitted.warnings)
        .containsExactly(
            "no forecast in sensor units for horizon 130: the longest fitting run of states has"
                + " 129 transitions");
    assertThat(fitted.told).containsOnlyKeys("readouts");
    assertThat(fitted.told.get("readouts")).containsExactly(1L, 4L, 2L, 4L, 3L, 4L, 4L, 4L);
  }

  @Test
  void aRegressionThatIsNoNumberIsLeftOutWithAWarning() {
    double[][] huge = rows(1, 60);
    for (double[] row : huge) {
      row[1] *= 1e300;
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows(1, 60)));
    FitSettings settings = settings(ClosureMethod.RIDGE, List.of(1));
    Fitted sound = new Fitted(settings, data);
    List<String> warnings = new ArrayList<>();
    Model.Builder model =
        Model.builder(sound.map).classMeans(Matrix.identity(CLASSES)).coordinateVariance(1);

    ReadoutFitter.addAll(
        model,
        settings,
        new TreeMap<>(),
        PreparedEpisodes.of(settings.map(), Episodes.of(List.<double[][]>of(huge))),
        sound.encoded,
        sound.closure,
        Progress.NONE,
        warnings);

    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("no forecast in sensor units for horizon 1: ");
    assertThat(model.build().readoutHorizons()).isEmpty();
  }

  /** At most 20,000 rows, 4e9 multiplications and 4e6 numbers: coordinates and two per sensor. */
  @ParameterizedTest
  @CsvSource({
    // rows, horizon, classes, sensors; every how manieth
    "0, 1, 5, 2, 1",
    "20000, 1, 5, 2, 1",
    "20001, 1, 5, 2, 2",
    "60000, 1, 5, 2, 3",
    "10000, 400, 50, 2, 3",
    "10000, 1600, 50, 2, 10",
    "16000, 100, 50, 2, 1",
    "16000, 101, 50, 2, 2",
    "10000, 1, 20, 190, 1",
    "10001, 1, 20, 190, 2",
    "8000, 1, 100, 200, 1",
    "8001, 1, 100, 200, 2"
  })
  void ofManyRowsSomeAreJudged(long rows, int horizon, int classes, int sensors, int every) {
    assertThat(ReadoutFitter.every(rows, horizon, classes, sensors)).isEqualTo(every);
  }

  /** Of four parts of 5,001 rows all pairs are judged; of one row more every second. */
  @ParameterizedTest
  @CsvSource({"20004, 20000", "20008, 10004"})
  void rowsThatAreLeftOutOfALongRecordingAreThinned(int rows, int judged) {
    FitSettings plain = FitSettings.plain(List.of("x"), 2, List.of(1));
    FitSettings settings =
        plain.withReferences(Optional.of(new ReferenceLimit(20, ReferenceWay.SPREAD)));
    double[][] one =
        Arrays.stream(rows(1, rows)).map(row -> new double[] {row[0]}).toArray(double[][]::new);
    assertThat(chosen(settings, Episodes.of(List.<double[][]>of(one))).get(1).rows())
        .isEqualTo(judged);
  }
}
