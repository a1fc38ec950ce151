package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Closures, means and warnings of a fit, computed from a handful of rows. */
class FitFiguresTest {
  private static final int CLASSES = 3;

  /** Points of the simplex. */
  private static double[][] coordinates(long seed, int count) {
    Random random = new Random(seed);
    double[][] coordinates = new double[count][];
    for (int i = 0; i < count; i++) {
      double[] values = random.doubles(CLASSES, 0.1, 1).toArray();
      double sum = Arrays.stream(values).sum();
      coordinates[i] = Arrays.stream(values).map(value -> value / sum).toArray();
    }
    return coordinates;
  }

  private static FitSettings settings(ClosureMethod closure, int epochs) {
    FitSettings plain = FitSettings.plain(List.of("a", "b"), CLASSES, List.of());
    return new FitSettings(
        plain.map(),
        plain.partition(),
        closure,
        0.2,
        epochs,
        0,
        FitSettings.DEFAULT_QUANTILE,
        List.of(),
        Map.of());
  }

  private static double[] predicted(double[][] b, double[] phi) {
    double[] next = new double[CLASSES];
    for (int k = 0; k < CLASSES; k++) {
      for (int l = 0; l < CLASSES; l++) {
        next[l] += phi[k] * b[k][l];
      }
    }
    return next;
  }

  @Test
  void theStartClosureLearnsFromTheIdentityOverAllEpochs() {
    double[][] current = coordinates(1, 20);
    double[][] successors = coordinates(2, 20);
    double[][] b = Matrix.identity(CLASSES).toRows();
    for (int epoch = 0; epoch < 3; epoch++) {
      for (int i = 0; i < current.length; i++) {
        double[] forecast = predicted(b, current[i]);
        double square = Arrays.stream(current[i]).map(phi -> phi * phi).sum();
        for (int k = 0; k < CLASSES; k++) {
          for (int l = 0; l < CLASSES; l++) {
            b[k][l] += 0.2 / (1 + 0.2 * square) * current[i][k] * (successors[i][l] - forecast[l]);
          }
        }
      }
    }

    Matrix closure =
        ClosureFitter.fit(settings(ClosureMethod.NLMS, 3), current, successors, Progress.NONE);

    assertThat(closure.toArray()).containsExactly(Matrix.ofRows(b).toArray(), within(1e-12));
  }

  /** Least squares find the law that the successors were made by. */
  @Test
  void aRidgeClosureIsTheLawOfTheTransitions() {
    double[][] law = {{0.9, 0.1, 0}, {0, 0.7, 0.3}, {0.2, 0, 0.8}};
    double[][] current = coordinates(3, 30);
    double[][] successors =
        Arrays.stream(current).map(phi -> predicted(law, phi)).toArray(double[][]::new);

    Matrix closure =
        ClosureFitter.fit(settings(ClosureMethod.RIDGE, 1), current, successors, Progress.NONE);

    assertThat(closure.toArray()).containsExactly(Matrix.ofRows(law).toArray(), within(1e-6));
    assertThat(ClosureFitter.report(closure, current, successors).relativeError())
        .isLessThan(1e-10);
  }

  @Test
  void aClosureIsComparedWithRepeatingTheCoordinates() {
    double[][] current = coordinates(5, 25);
    double[][] successors = coordinates(6, 25);
    double[][] b = {{2, 0, 0}, {0, 0.5, 0}, {0, 0, -3}};
    double missed = 0;
    double size = 0;
    double moved = 0;
    for (int i = 0; i < 25; i++) {
      double[] forecast = predicted(b, current[i]);
      for (int c = 0; c < CLASSES; c++) {
        missed += Math.pow(successors[i][c] - forecast[c], 2);
        size += Math.pow(successors[i][c], 2);
        moved += Math.pow(successors[i][c] - current[i][c], 2);
      }
    }

    FitReport.StartClosure report = ClosureFitter.report(Matrix.ofRows(b), current, successors);

    assertThat(report.relativeError()).isCloseTo(missed / size, within(1e-12));
    assertThat(report.persistenceError()).isCloseTo(Math.sqrt(moved / 25), within(1e-12));
    assertThat(report.norm()).isCloseTo(3, within(1e-12));
  }

  @Test
  void aClassWithoutSuccessorsHasTheMeanOfAll() {
    double[][] successors = coordinates(7, 5);
    int[] classes = {2, 0, 2, 2, 0};
    double[][] expected = new double[CLASSES][CLASSES];
    for (int c = 0; c < CLASSES; c++) {
      for (int k = 0; k < CLASSES; k++) {
        int of = c;
        int coordinate = k;
        expected[c][k] =
            IntStream.range(0, 5)
                .filter(i -> of == 1 || classes[i] == of)
                .mapToDouble(i -> successors[i][coordinate])
                .average()
                .orElseThrow();
      }
    }

    assertThat(CoordinateMeans.ofClasses(classes, successors, CLASSES).toArray())
        .containsExactly(Matrix.ofRows(expected).toArray(), within(1e-12));
  }

  @Test
  void productsAreAveragedOverTheRows() {
    double[][] phi = coordinates(8, 11);
    double[][] expected = new double[CLASSES][CLASSES];
    for (double[] row : phi) {
      for (int i = 0; i < CLASSES; i++) {
        for (int j = 0; j < CLASSES; j++) {
          expected[i][j] += row[i] * row[j] / 11;
        }
      }
    }
    assertThat(CoordinateMeans.ofProducts(phi).toArray())
        .containsExactly(Matrix.ofRows(expected).toArray(), within(1e-12));
  }

  private static double[][] points(long seed, int count, double apart) {
    Random random = new Random(seed);
    double[][] points = new double[count][];
    for (int t = 0; t < count; t++) {
      double center = t % 2 * apart;
      points[t] = new double[] {center + random.nextGaussian(), center + random.nextGaussian()};
    }
    return points;
  }

  /** Every second point is of the second class. */
  private static KahmMap map(double[][] points, double omega) {
    FitSettings plain = FitSettings.plain(List.of("a", "b"), 2, List.of());
    List<Integer> labels = IntStream.range(0, points.length).mapToObj(t -> t % 2).toList();
    MapSettings settings = plain.withGridCell(2, omega, plain.partition()).map();
    return MapFitter.fit(settings, points, new Partition.GivenLabels(labels), Progress.NONE);
  }

  private static List<String> warnings(KahmMap map, double[][] states, double rhoVar) {
    List<String> warnings = new ArrayList<>(List.of("one before"));
    EncodedEpisodes encoded =
        EncodedEpisodes.of(map, Episodes.of(List.<double[][]>of(states)), Progress.NONE);
    FitWarnings.add(encoded, rhoVar, warnings);
    assertThat(warnings.get(0)).isEqualTo("one before");
    return warnings.subList(1, warnings.size());
  }

  /** Mean difference of the two scores of a state. */
  private static double spread(KahmMap map, double[][] states) {
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(2);
    double sum = 0;
    for (double[] state : states) {
      encoder.encode(state, encoding);
      sum += Math.abs(encoding.scores()[0] - encoding.scores()[1]) / states.length;
    }
    return sum;
  }

  @Test
  void classesOfOneCloudCanHardlyBeDistinguished() {
    double[][] cloud = points(1, 400, 0);
    double[][] two = points(1, 400, 6);
    KahmMap one = map(cloud, 8);

    assertThat(warnings(map(two, 8), two, 0.5)).isEmpty();
    assertThat(spread(one, cloud)).isLessThan(0.05);
    assertThat(warnings(one, cloud, 0.5))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "the scores of a state differ by only %.2g between classes: the map can hardly"
                    + " distinguish them; try fewer classes, other sensors or --scaling standard",
                spread(one, cloud)));
  }

  @Test
  void flatCoordinatesAreTold() {
    double[][] two = points(1, 100, 6);
    assertThat(warnings(map(two, 8), two, 0.001)).isEmpty();
    assertThat(warnings(map(two, 8), two, 0.00094))
        .containsExactly(
            "the soft coordinates hardly vary (retained variation 0.00094): errors will look small"
                + " in every case; try a larger omega");
  }

  /** One state in a hundred may be near no class. */
  @Test
  void statesNearNoClassAreToldFromTwoInAHundredOn() {
    double[][] two = points(1, 100, 6);
    KahmMap sharp = map(two, 20);
    double[][] astray = two.clone();
    astray[40] = new double[] {60, -60};
    assertThat(warnings(sharp, astray, 0.5)).isEmpty();
    astray[41] = new double[] {60, -60};
    assertThat(warnings(sharp, astray, 0.5))
        .containsExactly(
            "2.0 % of the fitting states are near no class and get uniform coordinates; try a"
                + " smaller omega");
  }
}
