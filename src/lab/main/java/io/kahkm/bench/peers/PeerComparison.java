package io.kahkm.bench.peers;

import io.kahkm.bench.BenchReport;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Our monitor beside other programs of the JVM that follow a stream: what a reading takes, how far
 * their forecasts are off, and which faults they find. Everything is standardised on the fitting
 * rows; what a peer leaves to choose is chosen on these by one rule; rows are given in order, and a
 * forecast is out before a later reading is in.
 */
public final class PeerComparison {
  /** Rows of the simulated stream unless others are asked for. */
  public static final int USUAL_ROWS = 2000;

  /** Runs unless others are asked for: one to warm up and one that is timed. */
  public static final int USUAL_REPETITIONS = 2;

  /** Steps ahead. */
  static final List<Integer> HORIZONS = List.of(1, 10, 50);

  private static final int EVERY = 10;

  /** Standard errors that a peer may be better than persistence on the control. */
  private static final double BY_CHANCE = 4;

  private final List<PeerKind> kinds;
  private final int rows;
  private final int repetitions;

  /**
   * A comparison of ours, those written here, and those of other projects on the class path.
   *
   * @param rows of the simulated stream, at least 1,000; as many to fit
   * @param repetitions runs over the judged rows; of several the first is not timed
   */
  public PeerComparison(int rows, int repetitions) {
    this(all(), rows, repetitions);
  }

  PeerComparison(List<PeerKind> kinds, int rows, int repetitions) {
    if (rows < USUAL_ROWS / 2) {
      throw new IllegalArgumentException(
          "records is " + rows + ", peers need at least " + USUAL_ROWS / 2);
    }
    if (repetitions < 1) {
      throw new IllegalArgumentException(
          "repetitions is " + repetitions + ", at least 1 is needed");
    }
    this.kinds = List.copyOf(kinds);
    this.rows = rows;
    this.repetitions = repetitions;
  }

  private static List<PeerKind> all() {
    List<PeerKind> all = new ArrayList<>(List.of(new Persistence(), new OwnMonitor.Kind()));
    all.addAll(DictionaryKind.all());
    ServiceLoader.load(PeerKind.class).forEach(all::add);
    return all;
  }

  /** The comparison on one stream: minutes of work, so that each says what it found when done. */
  @FunctionalInterface
  public interface Part {
    /**
     * Compares.
     *
     * @param progress told of every step
     * @return tables; that of the control says whether anything was known early
     */
    BenchReport compare(Progress progress);
  }

  /**
   * What there is to compare on, the control last.
   *
   * @param folder holds recordings, those of them that are there are compared on too; empty for the
   *     simulated streams alone
   * @return a part for every stream
   * @throws IOException if a recording cannot be read
   * @throws io.kahkm.cli.console.DataException if the folder holds none, or one that cannot be
   *     compared on
   */
  public List<Part> parts(Optional<Path> folder) throws IOException {
    List<PeerRecording> recordings = new ArrayList<>(Recordings.simulated(rows));
    if (folder.isPresent()) {
      recordings.addAll(Recordings.of(folder.get()));
    }
    List<Part> parts = new ArrayList<>();
    for (PeerRecording recording : recordings) {
      PeerRecording standard = recording.standardised();
      parts.add(progress -> report(compare(standard, progress)));
    }
    parts.add(progress -> report(List.of(control(progress))));
    return parts;
  }

  private static BenchReport report(List<ResultTable> tables) {
    return new BenchReport(tables, Map.of());
  }

  private List<ResultTable> compare(PeerRecording recording, Progress progress) {
    Map<String, Integer> choices = choices(recording, progress);
    List<ResultTable> tables = new ArrayList<>(List.of(forecasts(recording, choices, progress)));
    if (!recording.faults().isEmpty()) {
      tables.add(faults(recording, choices, progress));
    }
    return tables;
  }

  private static PeerTask task(PeerRecording recording) {
    return new PeerTask(
        recording.sensors(), recording.fitting(), recording.delays(), HORIZONS, EVERY);
  }

  private List<PeerKind> willing(PeerRecording recording) {
    long values =
        (long) recording.sensors().size()
            * (task(recording).rows() + recording.judged().stream().mapToInt(r -> r.length).sum());
    return kinds.stream().filter(kind -> values <= kind.mostValues()).toList();
  }

  /**
   * Of every kind the choice with the least mean square error, over all horizons, on the last third
   * of the fitting rows, taken by peers that had learned from the first two thirds.
   */
  private Map<String, Integer> choices(PeerRecording recording, Progress progress) {
    PeerTask task = task(recording);
    PeerTask first = task.firstPart();
    List<double[][]> last = task.lastPart();
    Map<String, Integer> choices = new LinkedHashMap<>();
    for (PeerKind kind : willing(recording)) {
      int best = 0;
      if (!kind.choosesLike().equals(kind.name())) {
        best = choices.get(kind.choosesLike());
      } else if (kind.choices().size() > 1) {
        double least = Double.POSITIVE_INFINITY;
        for (int choice = 0; choice < kind.choices().size(); choice++) {
          progress.update(recording.name() + ", " + kind.name(), choice, kind.choices().size());
          Prequential.Outcome outcome =
              new Prequential(first).run(kind.learned(first, choice), last);
          double sum = 0;
          for (int h = 0; h < HORIZONS.size(); h++) {
            sum += outcome.error(h) * outcome.error(h);
          }
          if (sum < least) {
            least = sum;
            best = choice;
          }
        }
      }
      choices.put(kind.name(), best);
    }
    return choices;
  }

  private ResultTable forecasts(
      PeerRecording recording, Map<String, Integer> choices, Progress progress) {
    PeerTask task = task(recording);
    List<PeerKind> willing = willing(recording);
    Map<String, List<Prequential.Outcome>> outcomes = new LinkedHashMap<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (PeerKind kind : willing) {
        progress.update(recording.name() + ", " + kind.name(), repetition, repetitions);
        outcomes
            .computeIfAbsent(kind.name(), k -> new ArrayList<>())
            .add(
                new Prequential(task)
                    .run(kind.learned(task, choices.get(kind.name())), recording.judged()));
      }
    }
    double ours = micros(outcomes.get(OwnMonitor.Kind.NAME));
    List<List<String>> lines = new ArrayList<>();
    for (PeerKind kind : willing) {
      List<Prequential.Outcome> all = outcomes.get(kind.name());
      List<String> line =
          new ArrayList<>(
              List.of(
                  kind.name(),
                  kind.choices().get(choices.get(kind.name())),
                  number(micros(all)),
                  number(micros(all) / ours),
                  String.format(Locale.ROOT, "%.0f", all.get(all.size() - 1).allocated())));
      for (int h = 0; h < HORIZONS.size(); h++) {
        line.add(number(all.get(0).error(h)));
      }
      lines.add(line);
    }
    List<String> notes = new ArrayList<>(List.of(reading(recording, task)));
    kinds.stream()
        .filter(kind -> !willing.contains(kind))
        .forEach(
            kind ->
                notes.add(
                    kind.name()
                        + " is left out: more than the "
                        + kind.mostValues()
                        + " values that anybody would wait for."));
    return new ResultTable(
        recording.name(),
        recording.title() + ": what a reading takes, and errors",
        List.of("peer", "chosen", "us", "times ours", "B", "1 step", "10 steps", "50 steps"),
        lines,
        notes,
        false,
        repeats(outcomes));
  }

  private String reading(PeerRecording recording, PeerTask task) {
    return String.format(
        Locale.ROOT,
        "%d sensors, %,d rows fitted, %,d judged. us: processor time of the thread per reading,"
            + " microseconds, the least of %d repetitions; times ours: over that of our monitor; B:"
            + " bytes allocated per reading; a forecast of every horizon at every %dth reading,"
            + " included. Steps: root mean square error of forecasts in standard deviations of"
            + " the fitted rows, each out before a later reading was in.",
        recording.sensors().size(),
        task.rows(),
        recording.judged().stream().mapToInt(run -> run.length).sum(),
        Math.max(1, repetitions - 1),
        EVERY);
  }

  /** Whether every repetition made the same forecasts. */
  private static boolean repeats(Map<String, List<Prequential.Outcome>> outcomes) {
    return outcomes.values().stream()
        .allMatch(
            all ->
                all.stream()
                    .allMatch(
                        one -> Arrays.deepEquals(one.meanSquares(), all.get(0).meanSquares())));
  }

  private static double micros(List<Prequential.Outcome> repetitions) {
    return repetitions.stream()
        .skip(repetitions.size() > 1 ? 1 : 0)
        .mapToDouble(Prequential.Outcome::micros)
        .min()
        .orElseThrow();
  }

  private ResultTable faults(
      PeerRecording recording, Map<String, Integer> choices, Progress progress) {
    List<List<String>> lines = new ArrayList<>();
    for (PeerKind kind : willing(recording)) {
      progress.update(recording.name() + ", faults", lines.size(), lines.size() + kinds.size());
      lines.addAll(new FaultSearch(kind, choices.get(kind.name()), recording).rows());
    }
    return new ResultTable(
        recording.name() + "-faults",
        recording.title() + ": faults found and false alarms",
        FaultSearch.HEADER,
        lines,
        List.of(
            "The limit of a score is its largest value on the last third of the fitted rows, for a"
                + " peer that had learned from the first two thirds; three in a row above it are an"
                + " alarm. A peer without a score is scored by the squared error of its forecast of"
                + " the reading. its own alarm: by the limits of the peer itself."),
        false,
        true);
  }

  /** On random walks nobody can be better than persistence: who is, knew what was to come. */
  ResultTable control(Progress progress) {
    PeerRecording recording = Recordings.randomWalks(rows).standardised();
    PeerTask task = task(recording);
    Prequential.Outcome persistence =
        new Prequential(task).run(new Persistence().learned(task, 0), recording.judged());
    List<List<String>> lines = new ArrayList<>();
    boolean passed = true;
    for (PeerKind kind : willing(recording)) {
      progress.update(recording.name() + ", " + kind.name(), lines.size(), kinds.size());
      Prequential.Outcome outcome =
          new Prequential(task).run(kind.learned(task, 0), recording.judged());
      List<String> line = new ArrayList<>(List.of(kind.name()));
      for (int h = 0; h < HORIZONS.size(); h++) {
        Gain gain = Gain.of(outcome, persistence, h);
        passed &= gain.mean() <= BY_CHANCE * gain.standardError();
        line.add(String.format(Locale.ROOT, "%.3f +- %.3f", gain.mean(), gain.standardError()));
      }
      lines.add(line);
    }
    return new ResultTable(
        recording.name(),
        recording.title() + ": gain over persistence",
        List.of("peer", "1 step", "10 steps", "50 steps"),
        lines,
        List.of(
            "1 - mean square error / that of persistence, mean and standard error over runs. Above"
                + " 0 by more than four standard errors it would mean that a peer knew readings"
                + " before they came, and the command fails."),
        false,
        passed);
  }

  /** How much less than persistence a peer was off, in the mean of runs. */
  record Gain(double mean, double standardError) {
    static Gain of(Prequential.Outcome peer, Prequential.Outcome persistence, int horizon) {
      int runs = peer.meanSquares().length;
      double all = 0;
      for (double[] run : persistence.meanSquares()) {
        all += run[horizon] / runs;
      }
      double sum = 0;
      double squares = 0;
      for (int r = 0; r < runs; r++) {
        double gain =
            (persistence.meanSquares()[r][horizon] - peer.meanSquares()[r][horizon]) / all;
        sum += gain;
        squares += gain * gain;
      }
      double mean = sum / runs;
      double variance = Math.max(0, squares / runs - mean * mean) / (runs - 1);
      return new Gain(mean, Math.sqrt(variance));
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
