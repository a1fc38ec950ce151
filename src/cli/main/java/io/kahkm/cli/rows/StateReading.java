package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.ColumnFinder;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.fitting.Recording;
import io.kahkm.internal.monitor.HeldValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Reads the states of a file as a live stream would take them: a cell without a number is missing,
 * times are judged by the monitor's rules, and what is skipped is counted. One use.
 */
public final class StateReading {
  private final CsvSource source;
  private final RowFile file;
  private final InputTiming timing;
  private final int[] columns;
  private final int[] nextColumns;
  private final int timeColumn;
  private final int episodeColumn;
  private final int modeColumn;
  private final int labelColumn;
  private final TimeText timeText;
  private IntakeReport report;
  private final int streamColumn;
  private final boolean transitions;
  private final RowSample sample;
  private final Map<String, StreamReading> streams = new LinkedHashMap<>();

  private StateReading(
      CsvSource source,
      RowFile file,
      RowSample sample,
      Optional<String> labels,
      boolean transitions) {
    this.source = source;
    this.sample = sample;
    this.transitions = transitions;
    this.file = file;
    timing = file.timing();
    labelColumn = labels.map(column -> source.column(column, "--labels")).orElse(-1);
    boolean tags = file.tags().isPresent();
    ColumnFinder finder = new ColumnFinder(source);
    columns = tags ? new int[0] : finder.all(file.columns().state(), "--state");
    nextColumns = finder.all(file.columns().next(), "--next");
    timeColumn = finder.one(file.columns().time().orElse(null), "--time");
    streamColumn = finder.one(file.columns().stream().orElse(null), "--stream");
    episodeColumn = tags ? -1 : finder.one(file.columns().episode().orElse(null), "--episode");
    modeColumn = finder.one(file.wanted().mode().map(ModeRows::column).orElse(null), "input.mode");
    finder.require();
    timeText = new TimeText(file.columns().timeFormat());
    report = new IntakeReport(file.path(), source.detected());
    if (sample.leavesOut()) {
      report.sampled(sample.taken(), sample.rows());
    }
  }

  /**
   * Reads a file.
   *
   * @param file what its rows hold
   * @param labels column with 0-based classes of transitions, empty in an episode's last row; none
   *     where rows hold tags
   * @param transitions whether a file without one is refused
   * @return the states of all streams
   * @throws UsageException if the file lacks a column
   * @throws DataException if it cannot be read as numbers and times, or holds no complete state
   */
  public static StateData read(RowFile file, Optional<String> labels, boolean transitions)
      throws IOException {
    return read(file, RowCounts.of(file), labels, transitions);
  }

  /**
   * The same of a file whose rows were counted.
   *
   * @param counts of the file
   */
  public static StateData read(
      RowFile file, RowCounts counts, Optional<String> labels, boolean transitions)
      throws IOException {
    RowSample sample = RowSample.of(counts, file.wanted().most());
    try (CsvSource source = CsvSource.open(file.path())) {
      StateReading reading = new StateReading(source, file, sample, labels, transitions);
      if (file.tags().isPresent()) {
        if (labels.isPresent()) {
          throw new UsageException("--labels needs --layout rows");
        }
        return reading.tags(new TagFileReading(source, file, file.tags().get()).rows());
      }
      return file.columns().next().isEmpty() ? reading.states() : reading.pairs();
    }
  }

  private StateData pairs() throws IOException {
    while (source.next()) {
      report.row();
      if (isLeftOut()) {
        continue;
      }
      double[] current = values(columns);
      double[] next = values(nextColumns);
      StreamReading stream = stream();
      if (current == null || next == null) {
        report.infinite();
      } else if (timeColumn < 0 || readTime()) {
        if (HeldValues.complete(current) && HeldValues.complete(next)) {
          long time = timeColumn < 0 ? stream.size() : timeText.nanos();
          stream.addPair(Observation.transition(time, current, next), label());
        } else {
          report.incomplete();
        }
      }
    }
    return data(true);
  }

  private StateData states() throws IOException {
    while (source.next()) {
      report.row();
      if (isLeftOut()) {
        continue;
      }
      double[] values = values(columns);
      StreamReading stream = stream();
      if (values == null) {
        report.infinite();
      } else if (modeColumn >= 0 && source.text(modeColumn).isEmpty()) {
        report.withoutMode();
      } else if (timeColumn < 0 || readTime()) {
        String name = episodeColumn < 0 ? file.path() : source.text(episodeColumn);
        long time = timeColumn < 0 ? stream.size() : timeText.nanos();
        stream.addState(time, values, name, label(), isElsewhere());
      }
    }
    return data(false);
  }

  /** Whether the present row is of another mode than the one that is judged. */
  private boolean isElsewhere() {
    return file.wanted().mode().isPresent()
        && !file.wanted().mode().get().isOwn(source.text(modeColumn));
  }

  /** Takes rows that were made of tags. */
  private StateData tags(TagFileReading.StreamRows made) {
    report = made.report();
    streams.putAll(made.streams());
    return data(false);
  }

  /** Whether the sample leaves the present row out; rows on either side do not follow another. */
  private boolean isLeftOut() {
    String name = streamName();
    boolean leftOut = !sample.takesNext(name);
    if (leftOut && streams.containsKey(name)) {
      streams.get(name).leaveOut();
    }
    return leftOut;
  }

  private String streamName() {
    String name = streamColumn < 0 ? "" : source.text(streamColumn);
    if (streamColumn >= 0 && name.isEmpty()) {
      throw new DataException(source.at() + ": the name of the stream is empty");
    }
    return name;
  }

  private StreamReading stream() {
    return streams.computeIfAbsent(
        streamName(),
        key ->
            new StreamReading(
                streams.size(), timing, columns.length, report, file.wanted().excluded()));
  }

  /** Reads the label of the present row, when and if a transition needs it. */
  private IntSupplier label() {
    if (labelColumn < 0) {
      return null;
    }
    String text = source.text(labelColumn);
    String at = source.at(labelColumn);
    return () -> label(text, at);
  }

  private StateData data(boolean pairs) {
    if (streams.isEmpty()) {
      throw new DataException(file.path() + " has no data row");
    }
    List<StateData.Row> rows = new ArrayList<>();
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    List<double[][]> measured = new ArrayList<>();
    List<Episodes.Place> measuredPlaces = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (StreamReading stream : streams.values()) {
      stream.finish();
      rows.addAll(stream.rows(names.size()));
      places.addAll(stream.places(names.size()));
      measuredPlaces.addAll(stream.measuredPlaces(names.size()));
      names.addAll(stream.names());
      runs.addAll(stream.runs());
      labels.addAll(stream.labels());
      measured.addAll(stream.measuredRuns());
    }
    if (rows.isEmpty() && report.rowsWithoutTime() > 0) {
      throw new DataException(
          "no row has a time that --time-unit "
              + file.columns().timeFormat().label()
              + " can read, the first is "
              + report.firstWithoutTime()
              + ". Days that begin with the day: --time-unit dmy; with the month: mdy");
    }
    if (runs.isEmpty()) {
      throw new DataException(
          String.join(System.lineSeparator(), report.lines())
              + System.lineSeparator()
              + file.path()
              + " holds no complete state of "
              + String.join(",", file.columns().state()));
    }
    requireExcluded();
    Episodes episodes = Episodes.ofRuns(runs, places);
    if (transitions && episodes.transitions() == 0) {
      throw new DataException(
          file.path()
              + " holds no transition: "
              + (pairs ? Optional.<String>empty() : OtherStep.words(rows, timing))
                  .orElse("an episode needs two rows"));
    }
    List<String> streamNames = streamColumn < 0 ? List.of() : List.copyOf(streams.keySet());
    Episodes ofMeasured = measured.isEmpty() ? episodes : Episodes.ofRuns(measured, measuredPlaces);
    return new StateData(
        new Recording(episodes, ofMeasured, missing()),
        names,
        streamNames,
        pairs,
        labels,
        rows,
        timing,
        report);
  }

  /** A stretch with a wrong year would keep its fault among the normal rows. */
  private void requireExcluded() {
    if (sample.leavesOut()) {
      // Its rows may be among those that were not read.
      return;
    }
    List<String> idle =
        file.wanted().excluded().stream()
            .filter(stretch -> !report.matched(stretch))
            .map(Excluded::text)
            .toList();
    if (!idle.isEmpty()) {
      throw new UsageException(
          "--exclude " + String.join(",", idle) + " leaves out no row of " + file.path());
    }
  }

  /** For every sensor the runs of missing values of all streams. */
  private List<int[]> missing() {
    int sensors = streams.values().iterator().next().missing().size();
    return IntStream.range(0, sensors)
        .mapToObj(
            j ->
                streams.values().stream()
                    .flatMap(stream -> stream.missing().get(j).stream())
                    .mapToInt(Integer::intValue)
                    .toArray())
        .toList();
  }

  private boolean readTime() {
    String text = source.text(timeColumn);
    if (timeText.read(text) == TimeText.Result.READ) {
      return true;
    }
    report.untimed(text, source.at(timeColumn));
    return false;
  }

  /** The values of the present row, NaN where there is none; null if one is infinite. */
  private double[] values(int[] wanted) {
    double[] values = new double[wanted.length];
    boolean infinite = false;
    for (int i = 0; i < wanted.length; i++) {
      OptionalDouble value = source.value(wanted[i]);
      values[i] = value.orElse(Double.NaN);
      String text = source.text(wanted[i]);
      infinite |= Double.isInfinite(values[i]) || (value.isEmpty() && NumberText.isInfinite(text));
      if (value.isEmpty()) {
        count(wanted[i], text);
      } else if (file.steps().isMissing(values[i])) {
        values[i] = Double.NaN;
        report.missing();
      }
    }
    return infinite ? null : values;
  }

  private void count(int column, String text) {
    if (text.isEmpty() || text.equalsIgnoreCase("null") || NumberText.isNan(text)) {
      report.missing();
    } else {
      report.text(source.header().get(column), text, source.at());
    }
  }

  private static int label(String text, String at) {
    try {
      int label = Integer.parseInt(text);
      if (label >= 0) {
        return label;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with negative labels.
    }
    throw new DataException(at + ": \"" + text + "\" is not a 0-based class");
  }
}
