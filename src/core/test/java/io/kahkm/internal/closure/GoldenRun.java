package io.kahkm.internal.closure;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One reference configuration with the coordinates of all its training and evaluation states. */
final class GoldenRun {
  private static final Map<String, GoldenRun> RUNS = new ConcurrentHashMap<>();

  private final JsonNode golden;
  private final List<double[][]> trainingCoordinates;
  private final List<double[][]> evaluationCoordinates;

  private GoldenRun(String name) {
    golden = Golden.json(name + ".json");
    List<double[][]> training = new ArrayList<>();
    List<double[][]> evaluation = new ArrayList<>();
    if (golden.has("train_current")) {
      double[][] current = Golden.rows(golden.get("train_current"));
      double[][] next = Golden.rows(golden.get("train_next"));
      training.add(append(current, next[next.length - 1]));
      evaluation.add(Golden.rows(golden.get("eval_trajectory")));
    } else if (golden.has("trajectory")) {
      double[][] trajectory = Golden.rows(golden.get("trajectory"));
      int pairs = golden.get("n_train").intValue();
      training.add(Arrays.copyOfRange(trajectory, 0, pairs + 1));
      evaluation.add(Arrays.copyOfRange(trajectory, pairs, trajectory.length));
    } else {
      String system = golden.get("system").textValue();
      training = episodes(system + "_train_seeds_0_1_2.csv");
      evaluation = episodes(system + "_eval_seeds_100_101_102.csv");
    }
    Encoder encoder = fit(training).newEncoder();
    trainingCoordinates = encode(encoder, training);
    evaluationCoordinates = encode(encoder, evaluation);
  }

  static GoldenRun of(String name) {
    return RUNS.computeIfAbsent(name, GoldenRun::new);
  }

  private static double[][] append(double[][] rows, double[] last) {
    double[][] longer = Arrays.copyOf(rows, rows.length + 1);
    longer[rows.length] = last;
    return longer;
  }

  private static List<double[][]> episodes(String file) {
    double[][] rows = Golden.csv(file, "seed", "q", "p");
    List<double[][]> episodes = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= rows.length; i++) {
      if (i == rows.length || rows[i][0] != rows[start][0]) {
        episodes.add(
            Arrays.stream(rows, start, i)
                .map(row -> Arrays.copyOfRange(row, 1, 3))
                .toArray(double[][]::new));
        start = i;
      }
    }
    return episodes;
  }

  private KahmMap fit(List<double[][]> training) {
    List<double[]> current = new ArrayList<>();
    for (double[][] episode : training) {
      current.addAll(Arrays.asList(episode).subList(0, episode.length - 1));
    }
    List<Integer> labels = new ArrayList<>();
    golden.get("train_labels").forEach(label -> labels.add(label.intValue()));
    boolean authors = golden.get("lambda_rule").textValue().equals("authors");
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            classes(),
            golden.get("omega").doubleValue(),
            golden.get("tau").doubleValue(),
            new MapSettings.Reconstruction(
                golden.get("Nb").intValue(),
                FarField.PAPER,
                authors ? Regularization.AUTHORS : Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.NONE));
    return MapFitter.fit(
        settings,
        current.toArray(double[][]::new),
        new Partition.GivenLabels(labels),
        Progress.NONE);
  }

  private List<double[][]> encode(Encoder encoder, List<double[][]> episodes) {
    Encoding encoding = new Encoding(classes());
    List<double[][]> coordinates = new ArrayList<>();
    for (double[][] episode : episodes) {
      double[][] rows = new double[episode.length][];
      for (int t = 0; t < rows.length; t++) {
        encoder.encode(episode[t], encoding);
        rows[t] = encoding.coordinates().clone();
      }
      coordinates.add(rows);
    }
    return coordinates;
  }

  JsonNode golden() {
    return golden;
  }

  int classes() {
    return golden.get("C").intValue();
  }

  /** Coordinates of the current state of every training pair. */
  double[][] trainingCurrent() {
    return rows(trainingCoordinates, 0, 1);
  }

  /** Coordinates of the successor of every training pair. */
  double[][] trainingSuccessors() {
    return rows(trainingCoordinates, 1, 0);
  }

  /** Coordinates of the successor of every evaluation pair. */
  double[][] evaluationSuccessors() {
    return rows(evaluationCoordinates, 1, 0);
  }

  /** Coordinates of every state of every evaluation trajectory. */
  List<double[][]> evaluation() {
    return evaluationCoordinates;
  }

  private static double[][] rows(List<double[][]> episodes, int skipFirst, int skipLast) {
    List<double[]> rows = new ArrayList<>();
    for (double[][] episode : episodes) {
      rows.addAll(Arrays.asList(episode).subList(skipFirst, episode.length - skipLast));
    }
    return rows.toArray(double[][]::new);
  }
}
