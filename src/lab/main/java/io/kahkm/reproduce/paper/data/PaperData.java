package io.kahkm.reproduce.paper.data;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.system.CartPole;
import io.kahkm.system.ControlTask;
import io.kahkm.system.MountainCar;
import io.kahkm.system.Oscillator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * The inputs of the paper's experiments: trajectories, episodes, labels and centroids. Arrays
 * handed out are shared: nobody modifies them. One owner, not thread-safe.
 *
 * <p>What our own generators give bit for bit is made here: Van der Pol trajectories, their noisy
 * training pairs, and the episodes of CartPole and MountainCar. The rest is read from the class
 * path: Duffing trajectories, whose cubes the published data round differently now and then;
 * Acrobot episodes, where the last bit of a sine decides an episode's course; and the labels and
 * centroids that are published. Everything is kept after its first use.
 */
public final class PaperData {
  private static final String FOLDER = "/paper/";

  private static final int TRAINING_EPISODES = 8;
  private static final int EVALUATION_EPISODES = 4;
  private static final int NOISY_PAIRS = 1200;
  private static final String VAN_DER_POL = "vanderpol";

  /** Transitions of the longest Van der Pol trajectories; shorter ones of a seed are prefixes. */
  private static final int VAN_DER_POL_STEPS = 1600;

  private final Map<String, Map<Integer, double[][]>> trajectories = new LinkedHashMap<>();
  private final Map<Integer, double[][]> vanDerPol = new LinkedHashMap<>();
  private final Map<String, List<ControlEpisode>> episodes = new LinkedHashMap<>();
  private Map<String, List<Integer>> labels;
  private Map<String, Matrix> centroids;
  private Map<String, int[]> subsamples;

  /**
   * One episode of a control task.
   *
   * @param states observations in time order, the terminal one included
   * @param actions the action taken at each of them but the last
   */
  public record ControlEpisode(List<double[]> states, List<Integer> actions) {
    /**
     * The observations as rows.
     *
     * @return observations x sensors; the rows are this episode's own
     */
    public double[][] rows() {
      return states.toArray(double[][]::new);
    }
  }

  /**
   * Training pairs with observation noise: the successor of one pair is not the next pair's.
   *
   * @param current disturbed states
   * @param next their successors, disturbed on their own
   */
  public record NoisyPairs(List<double[]> current, List<double[]> next) {}

  /**
   * The first states of a trajectory.
   *
   * @param file {@code duffing}, {@code duffing_search} or {@code vanderpol}
   * @param seed its seed
   * @param steps number of transitions
   * @return {@code steps + 1} states (q, p) in time order
   */
  public double[][] trajectory(String file, int seed, int steps) {
    double[][] found =
        file.equals(VAN_DER_POL)
            ? vanDerPol.computeIfAbsent(seed, PaperData::vanDerPolTrajectory)
            : trajectories.computeIfAbsent(file, PaperData::readTrajectories).get(seed);
    if (found == null || found.length <= steps) {
      throw new IllegalArgumentException(
          file + " has no trajectory of seed " + seed + " with " + steps + " transitions");
    }
    return Arrays.copyOf(found, steps + 1);
  }

  private static double[][] vanDerPolTrajectory(int seed) {
    return OscillatorPath.of(Oscillator.vanDerPol(), seed, VAN_DER_POL_STEPS);
  }

  /**
   * One run of a control task.
   *
   * @param task {@code cartpole}, {@code mountaincar} or {@code acrobot}
   * @param run {@code train_} or {@code eval_} with its seed
   * @return its episodes in order
   */
  public List<ControlEpisode> run(String task, String run) {
    return episodes.computeIfAbsent(
        task + "/" + run,
        name ->
            switch (task) {
              case "cartpole" -> collect(CartPole.standard(), run);
              case "mountaincar" -> collect(MountainCar.standard(), run);
              default -> readEpisodes(task).get(run);
            });
  }

  private static List<ControlEpisode> collect(ControlTask task, String run) {
    boolean training = run.startsWith("train_");
    long seed = Long.parseLong(run.substring(run.indexOf('_') + 1));
    return BehaviorEpisodes.collect(task, seed, training ? TRAINING_EPISODES : EVALUATION_EPISODES);
  }

  /**
   * The noisy training pairs of tab:exp_noise: the first 1200 pairs of a Van der Pol trajectory,
   * each coordinate of the current and of the next states disturbed independently in proportion to
   * its standard deviation.
   *
   * @param level relative deviation, positive
   * @param seed seed of the trajectory
   * @param classes of the candidate, because every candidate of the search has noise of its own
   * @param omega of the candidate
   * @return the pairs
   */
  public NoisyPairs noisyPairs(double level, int seed, int classes, double omega) {
    double[][] states = trajectory(VAN_DER_POL, seed, NOISY_PAIRS);
    NumpyRandom random =
        new NumpyRandom(
            1_000_003L * seed
                + 10_007L * classes
                + Math.round(1e6 * level)
                + Math.round(1e4 * omega)
                + 17);
    double[][] current =
        ObservationNoise.disturb(Arrays.copyOf(states, NOISY_PAIRS), level, random);
    double[][] next =
        ObservationNoise.disturb(Arrays.copyOfRange(states, 1, NOISY_PAIRS + 1), level, random);
    return new NoisyPairs(List.of(current), List.of(next));
  }

  /**
   * The K-means class of every training state.
   *
   * @param study for example {@code vanderpol_search}
   * @param config for example {@code C25_seed0}
   * @return 0-based classes in input order; empty if they are not published
   */
  public Optional<List<Integer>> labels(String study, String config) {
    if (labels == null) {
      labels = readLabels();
    }
    return Optional.ofNullable(labels.get(study + "/" + config));
  }

  /**
   * The K-means centroids of a configuration, sensor units.
   *
   * @param study name of the experiment
   * @param config the configuration's name in it
   * @return classes x sensors
   */
  public Matrix centroids(String study, String config) {
    if (centroids == null) {
      centroids = readCentroids();
    }
    return centroids.get(study + "/" + config);
  }

  /**
   * Indices of the spectral subsample among the 2400 concatenated evaluation pairs.
   *
   * @param system the system's name
   * @return indices from 0; a copy
   */
  public int[] spectralSubsample(String system) {
    if (subsamples == null) {
      subsamples = new LinkedHashMap<>();
      lines("spectral_subsample.csv", row -> subsamples.put(row[0], integers(row[1])));
    }
    return subsamples.get(system).clone();
  }

  /**
   * CartPole's capped classes of the behaviour table: class to the training rows it keeps.
   *
   * @return rows by class, both from 0
   */
  public Map<Integer, Set<Integer>> keptReferences() {
    Map<Integer, Set<Integer>> kept = new LinkedHashMap<>();
    lines(
        "cartpole_kept_references.csv",
        row ->
            kept.put(
                Integer.valueOf(row[0]),
                IntStream.of(integers(row[1])).boxed().collect(Collectors.toSet())));
    return kept;
  }

  private static Map<Integer, double[][]> readTrajectories(String file) {
    Map<Integer, List<double[]>> rows = new TreeMap<>();
    lines(
        file + "_trajectories.csv.gz",
        row ->
            rows.computeIfAbsent(Integer.valueOf(row[0]), seed -> new ArrayList<>())
                .add(doubles(row, 2, 4)));
    Map<Integer, double[][]> result = new LinkedHashMap<>();
    rows.forEach((seed, states) -> result.put(seed, states.toArray(double[][]::new)));
    return result;
  }

  /** All runs of a task; only the one asked for is kept. */
  private static Map<String, List<ControlEpisode>> readEpisodes(String task) {
    Map<String, List<ControlEpisode>> result = new LinkedHashMap<>();
    lines(
        task + "_episodes.csv.gz",
        row -> {
          List<ControlEpisode> run = result.computeIfAbsent(row[0], name -> new ArrayList<>());
          int episode = Integer.parseInt(row[1]);
          if (episode == run.size()) {
            run.add(new ControlEpisode(new ArrayList<>(), new ArrayList<>()));
          }
          run.get(episode).states().add(doubles(row, 4, row.length));
          int action = Integer.parseInt(row[3]);
          if (action >= 0) {
            run.get(episode).actions().add(action);
          }
        });
    return result;
  }

  private static Map<String, List<Integer>> readLabels() {
    Map<String, List<Integer>> result = new LinkedHashMap<>();
    lines(
        "kmeans_labels.csv.gz",
        row -> result.put(row[0] + "/" + row[1], IntStream.of(integers(row[2])).boxed().toList()));
    return result;
  }

  private static Map<String, Matrix> readCentroids() {
    Map<String, List<double[]>> rows = new LinkedHashMap<>();
    lines(
        "kmeans_centroids.csv.gz",
        row ->
            rows.computeIfAbsent(row[0] + "/" + row[1], config -> new ArrayList<>())
                .add(Arrays.stream(row[3].split(" ")).mapToDouble(Double::parseDouble).toArray()));
    Map<String, Matrix> result = new LinkedHashMap<>();
    rows.forEach(
        (config, points) -> result.put(config, Matrix.ofRows(points.toArray(double[][]::new))));
    return result;
  }

  private static int[] integers(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  private static double[] doubles(String[] row, int from, int to) {
    return Arrays.stream(row, from, to).mapToDouble(Double::parseDouble).toArray();
  }

  /** Tells the cells of every line after the header; our own files hold no quotes. */
  private static void lines(String name, Consumer<String[]> consumer) {
    try (InputStream bytes = open(name);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      reader.lines().skip(1).forEach(line -> consumer.accept(line.split(",", -1)));
    } catch (IOException e) {
      throw new UncheckedIOException("packaged file " + name + " cannot be read", e);
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream bytes = PaperData.class.getResourceAsStream(FOLDER + name);
    if (bytes == null) {
      throw new IOException(FOLDER + name + " is not on the class path");
    }
    return name.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
  }
}
