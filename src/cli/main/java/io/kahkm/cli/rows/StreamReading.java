package io.kahkm.cli.rows;

import io.kahkm.internal.monitor.HeldValues;
import io.kahkm.internal.monitor.Intake;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** The rows of one stream of a file, as its monitor would take them. One use. */
final class StreamReading {
  private final IntakeReport report;
  private final Intake intake;
  private final MissingRuns missing;
  private final List<StateData.Row> rows = new ArrayList<>();
  private final List<double[][]> runs = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private final List<double[]> run = new ArrayList<>();
  private final List<double[][]> measuredRuns = new ArrayList<>();
  private final List<Integer> measuredRows = new ArrayList<>();
  private final List<double[]> measured = new ArrayList<>();
  private int measuredRow;
  private final List<Integer> firstRows = new ArrayList<>();
  private int firstRow;
  private final List<Excluded> excluded;
  private final int stream;
  private final InputTiming timing;
  private IntSupplier previousLabel;
  private boolean afterGap;
  private boolean standing;

  /** Whether the machine was in operation in any row so far. */
  private boolean ran;

  private boolean beginning;
  private long lastTime;
  // A row is an episode's last only once the next one is known.
  private Observation held;

  /**
   * A stream of which nothing was read.
   *
   * @param stream its 0-based number
   * @param timing how times are judged
   * @param sensors number of values of a reading
   * @param report counts what is found
   * @param excluded stretches that are left out
   */
  StreamReading(
      int stream, InputTiming timing, int sensors, IntakeReport report, List<Excluded> excluded) {
    this.excluded = excluded;
    this.stream = stream;
    this.report = report;
    this.timing = timing;
    intake = new Intake(timing, sensors);
    missing = new MissingRuns(sensors);
  }

  /** Number of rows so far, the time of rows without one. */
  int size() {
    return rows.size();
  }

  /**
   * Takes an independent pair, both readings complete.
   *
   * @param label reads the pair's class, null for none
   */
  void addPair(Observation pair, IntSupplier label) {
    if (isExcluded(pair.time())) {
      return;
    }
    rows.add(
        new StateData.Row(
            stream, rows.size(), report.rows() - 1, pair, false, StateData.Row.NO_STEP));
    names.add(Integer.toString(rows.size() - 1));
    Admission admission = intake.acceptPair(pair);
    if (!admission.changesState()) {
      report.skipped(admission);
      return;
    }
    report.used(true);
    runs.add(new double[][] {pair.state(), pair.next()});
    firstRows.add(rows.size() - 1);
    measuredRuns.add(runs.get(runs.size() - 1));
    measuredRows.add(rows.size() - 1);
    if (label != null) {
      labels.add(label.getAsInt());
    }
  }

  /**
   * Takes a reading. One with missing values that live is rejected before a monitor sees it is
   * counted and left out: the gap shows by itself.
   *
   * @param name of its episode
   * @param label reads its class if a transition starts with it, null for none
   */
  void addState(long time, double[] values, String name, IntSupplier label) {
    addState(time, values, name, label, false);
  }

  /**
   * The same of a file with several modes.
   *
   * @param elsewhere whether the machine is in another mode than the one that is judged
   */
  void addState(long time, double[] values, String name, IntSupplier label, boolean elsewhere) {
    if (isExcluded(time)) {
      intake.breakChain();
      return;
    }
    if (!timing.seesIncomplete() && !HeldValues.complete(values)) {
      report.incomplete();
      return;
    }
    boolean starts = names.isEmpty() || !name.equals(names.get(names.size() - 1));
    if (starts) {
      endEpisode();
      names.add(name);
      afterGap = false;
    }
    held = Observation.state(time, values, Integer.toString(names.size() - 1), false);
    held = elsewhere ? held.elsewhere() : held;
    Admission admission = intake.accept(held);
    if (admission.changesState()) {
      boolean breaks = intake.startsEpisode() && !starts;
      // An episode that begins with a start of the machine begins where that has settled.
      afterGap |= breaks && !beginning;
      beginning = (starts || beginning) && !intake.judged();
      if (elsewhere) {
        report.elsewhere();
      } else if (!intake.judged()) {
        report.notInOperation(!standing && ran);
      } else if (breaks && !standing) {
        report.gap(time < lastTime);
      } else if (admission == Admission.IRREGULAR) {
        report.irregular();
      }
      standing = !intake.judged();
      ran |= intake.judged();
      lastTime = time;
      report.held(intake.heldCells());
      if (intake.judged()) {
        missing.take(values, intake.state());
      }
      if (intake.judged() && HeldValues.complete(intake.state())) {
        extendRun(label);
      } else if (intake.judged()) {
        report.incomplete();
      }
    } else {
      report.skipped(admission);
    }
    rows.add(
        new StateData.Row(
            stream, names.size() - 1, report.rows() - 1, held, afterGap, StateData.Row.NO_STEP));
  }

  /** Rows were left out: the next one does not follow the last. */
  void leaveOut() {
    intake.breakChain();
  }

  /** Rows without a time are known by their place in the file. */
  private boolean isExcluded(long time) {
    long place = timing.timed() ? time : report.rows();
    for (Excluded stretch : excluded) {
      if (stretch.contains(place)) {
        report.excluded(stretch);
        return true;
      }
    }
    return false;
  }

  private void extendRun(IntSupplier label) {
    report.used(!intake.follows());
    if (!intake.follows()) {
      closeRun();
    } else if (label != null) {
      labels.add(previousLabel.getAsInt());
    }
    if (run.isEmpty()) {
      firstRow = rows.size();
    }
    double[] state = intake.state();
    run.add(state);
    if (intake.heldCells() > 0) {
      closeMeasured();
    } else {
      if (measured.isEmpty()) {
        measuredRow = rows.size();
      }
      measured.add(state);
    }
    previousLabel = label;
  }

  /** Marks the episode's last row as its end. */
  private void endEpisode() {
    if (held != null) {
      StateData.Row row = rows.remove(rows.size() - 1);
      Observation end =
          Observation.state(held.time(), held.state(), held.episode().orElseThrow(), true);
      rows.add(
          new StateData.Row(
              stream,
              row.episode(),
              row.line(),
              held.isElsewhere() ? end.elsewhere() : end,
              row.afterGap(),
              row.step()));
    }
  }

  private void closeMeasured() {
    if (!measured.isEmpty()) {
      measuredRuns.add(measured.toArray(new double[0][]));
      measuredRows.add(measuredRow);
      measured.clear();
    }
  }

  private void closeRun() {
    closeMeasured();
    if (!run.isEmpty()) {
      runs.add(run.toArray(new double[0][]));
      firstRows.add(firstRow);
      run.clear();
    }
  }

  /** Ends the last episode. */
  void finish() {
    endEpisode();
    closeRun();
    missing.finish();
  }

  /** For every sensor the lengths of its runs of missing values. */
  List<List<Integer>> missing() {
    return missing.lengths();
  }

  /** Runs of complete states that follow one another. */
  List<double[][]> runs() {
    return runs;
  }

  /** Where every run lies; its episodes are counted from {@code firstEpisode}. */
  List<Episodes.Place> places(int firstEpisode) {
    return places(firstEpisode, runs, firstRows);
  }

  /** The runs without states that hold a value of an earlier one, which end a run. */
  List<double[][]> measuredRuns() {
    return measuredRuns;
  }

  /** Where every one of {@link #measuredRuns} lies. */
  List<Episodes.Place> measuredPlaces(int firstEpisode) {
    return places(firstEpisode, measuredRuns, measuredRows);
  }

  /** Steps are those of the time where there is one, else rows. */
  private List<Episodes.Place> places(
      int firstEpisode, List<double[][]> runs, List<Integer> firstRows) {
    List<Episodes.Place> places = new ArrayList<>();
    long step = timing.timed() ? typicalStep() : 1;
    int episode = -1;
    long origin = 0;
    long free = 0;
    for (int i = 0; i < runs.size(); i++) {
      StateData.Row row = rows.get(firstRows.get(i));
      long at = timing.timed() ? row.observation().time() : firstRows.get(i);
      if (row.episode() != episode) {
        episode = row.episode();
        origin = at;
        free = 0;
      }
      // A clock that was set back, or a short step, leaves the order of the rows as it is.
      long start = Math.max(free, Math.round((double) (at - origin) / step));
      places.add(new Episodes.Place(stream, firstEpisode + episode, start));
      free = start + runs.get(i).length + 1;
    }
    return places;
  }

  /** The step declared, else the median time from one row to the next. */
  private long typicalStep() {
    if (timing.step() > 0) {
      return timing.step();
    }
    long[] steps =
        IntStream.range(1, rows.size())
            .mapToLong(i -> rows.get(i).observation().time() - rows.get(i - 1).observation().time())
            .filter(step -> step > 0)
            .sorted()
            .toArray();
    return steps.length == 0 ? 1 : steps[steps.length / 2];
  }

  /** Names of the episodes. */
  List<String> names() {
    return names;
  }

  /** Classes of the transitions' current states. */
  List<Integer> labels() {
    return labels;
  }

  /** Every row, its episodes counted from {@code firstEpisode}. */
  List<StateData.Row> rows(int firstEpisode) {
    long[] steps = new long[rows.size()];
    Arrays.fill(steps, StateData.Row.NO_STEP);
    // Where every row holds a value of an earlier one, all of them stand for the measured ones.
    boolean none = measuredRuns.isEmpty();
    List<double[][]> of = none ? runs : measuredRuns;
    List<Integer> starts = none ? firstRows : measuredRows;
    List<Episodes.Place> places = places(firstEpisode, of, starts);
    for (int run = 0; run < places.size(); run++) {
      int first = starts.get(run);
      int last = Math.min(first + of.get(run).length, steps.length);
      for (int row = first; row < last; row++) {
        steps[row] = places.get(run).start() + row - first;
      }
    }
    List<StateData.Row> numbered = new ArrayList<>();
    for (int i = 0; i < steps.length; i++) {
      StateData.Row row = rows.get(i);
      numbered.add(
          new StateData.Row(
              stream,
              firstEpisode + row.episode(),
              row.line(),
              row.observation(),
              row.afterGap(),
              steps[i]));
    }
    return numbered;
  }
}
