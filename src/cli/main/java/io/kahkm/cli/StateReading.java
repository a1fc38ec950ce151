package io.kahkm.cli;

import io.kahkm.internal.monitor.HeldValues;
import io.kahkm.internal.monitor.InputTiming;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntSupplier;

/**
 * Reads the states of a file as a live stream would take them: a cell without a number is missing,
 * times are judged by the monitor's rules, and what is skipped is counted. One use.
 */
final class StateReading {
  private final CsvSource source;
  private final InputOptions options;
  private final InputTiming timing;
  private final int[] columns;
  private final int[] nextColumns;
  private final int timeColumn;
  private final int episodeColumn;
  private final int labelColumn;
  private final TimeText timeText;
  private IntakeReport report;
  private final int streamColumn;
  private final boolean transitions;
  private final Map<String, StreamReading> streams = new LinkedHashMap<>();

  /**
   * A reading of one file.
   *
   * @param labelColumn 0-based column of classes, negative for none
   * @param transitions whether a file without one is refused
   */
  StateReading(
      CsvSource source,
      InputOptions options,
      InputTiming timing,
      int labelColumn,
      boolean transitions) {
    this.source = source;
    this.transitions = transitions;
    this.options = options;
    this.timing = timing;
    this.labelColumn = labelColumn;
    ColumnFinder finder = new ColumnFinder(source);
    columns = options.tags.tags() ? new int[0] : finder.all(options.state, "--state");
    nextColumns = options.next == null ? new int[0] : finder.all(options.next, "--next");
    timeColumn = finder.one(options.time, "--time");
    streamColumn = finder.one(options.stream, "--stream");
    episodeColumn = options.tags.tags() ? -1 : finder.one(options.episode, "--episode");
    finder.require();
    timeText = new TimeText(options.timeUnit);
    report = new IntakeReport(options.input, source.detected());
  }

  StateData pairs() throws IOException {
    while (source.next()) {
      report.row();
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

  StateData states() throws IOException {
    while (source.next()) {
      report.row();
      double[] values = values(columns);
      StreamReading stream = stream();
      if (values == null) {
        report.infinite();
      } else if (timeColumn < 0 || readTime()) {
        if (timing.seesIncomplete() || HeldValues.complete(values)) {
          String name = episodeColumn < 0 ? options.input : source.text(episodeColumn);
          long time = timeColumn < 0 ? stream.size() : timeText.nanos();
          stream.addState(time, values, name, label());
        } else {
          report.incomplete();
        }
      }
    }
    return data(false);
  }

  /** Takes rows that were made of tags. */
  StateData tags(TagFileReading.StreamRows made) {
    report = made.report();
    streams.putAll(made.streams());
    return data(false);
  }

  private StreamReading stream() {
    String name = streamColumn < 0 ? "" : source.text(streamColumn);
    if (streamColumn >= 0 && name.isEmpty()) {
      throw new DataException(source.at() + ": the name of the stream is empty");
    }
    return streams.computeIfAbsent(
        name, key -> new StreamReading(streams.size(), timing, columns.length, report));
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
      throw new DataException(options.input + " has no data row");
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
              + options.timeUnit.label()
              + " can read, the first is "
              + report.firstWithoutTime());
    }
    if (runs.isEmpty()) {
      throw new DataException(
          String.join(System.lineSeparator(), report.lines())
              + System.lineSeparator()
              + options.input
              + " holds no complete state of "
              + String.join(",", options.state));
    }
    Episodes episodes = Episodes.ofRuns(runs, places);
    if (transitions && episodes.transitions() == 0) {
      throw new DataException(options.input + " holds no transition: an episode needs two rows");
    }
    List<String> streamNames = streamColumn < 0 ? List.of() : List.copyOf(streams.keySet());
    Episodes ofMeasured = measured.isEmpty() ? episodes : Episodes.ofRuns(measured, measuredPlaces);
    return new StateData(
        episodes, ofMeasured, names, streamNames, pairs, labels, rows, timing, report);
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
