package io.kahkm.cli;

import io.kahkm.monitor.Admission;
import io.kahkm.monitor.HeldValues;
import io.kahkm.monitor.InputTiming;
import io.kahkm.monitor.Intake;
import io.kahkm.monitor.Observation;
import io.kahkm.numeric.Episodes;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Reads the states of a file as a live stream would take them: a cell without a number is missing,
 * times are judged by the monitor's rules, and what is skipped is counted. One use.
 */
final class StateReading {
  private final CsvSource source;
  private final InputOptions options;
  private final InputTiming timing;
  private final int[] columns;
  private final int timeColumn;
  private final int labelColumn;
  private final TimeText timeText;
  private final IntakeReport report;
  private final List<StateData.Row> rows = new ArrayList<>();
  private final List<double[][]> runs = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();

  StateReading(CsvSource source, InputOptions options, InputTiming timing, int labelColumn) {
    this.source = source;
    this.options = options;
    this.timing = timing;
    this.labelColumn = labelColumn;
    columns = source.columns(options.state, "--state");
    timeColumn = options.time == null ? -1 : source.column(options.time, "--time");
    timeText = new TimeText(options.timeUnit);
    report = new IntakeReport(options.input, source.detected());
  }

  StateData pairs() throws IOException {
    int[] nextColumns = source.columns(options.next, "--next");
    while (source.next()) {
      report.row();
      double[] current = values(columns);
      double[] next = values(nextColumns);
      long time = rows.size();
      if (current == null || next == null) {
        report.infinite();
        continue;
      }
      if (timeColumn >= 0 && !readTime()) {
        continue;
      }
      if (!HeldValues.complete(current) || !HeldValues.complete(next)) {
        report.incomplete();
        continue;
      }
      Observation pair =
          Observation.transition(timeColumn < 0 ? time : timeText.nanos(), current, next);
      rows.add(new StateData.Row(rows.size(), pair, false));
      names.add(Integer.toString(rows.size() - 1));
      report.used(true);
      runs.add(new double[][] {current, next});
      if (labelColumn >= 0) {
        labels.add(label(source.text(labelColumn), source.at(labelColumn)));
      }
    }
    return data(true);
  }

  StateData states() throws IOException {
    int episodeColumn = options.episode == null ? -1 : source.column(options.episode, "--episode");
    Intake intake = new Intake(timing, columns.length);
    List<double[]> run = new ArrayList<>();
    String previousLabel = null;
    String previousLabelAt = null;
    boolean afterGap = false;
    boolean sawRow = false;
    long lastTime = 0;
    // A row is an episode's last only once the next one is known.
    Observation held = null;
    while (source.next()) {
      report.row();
      sawRow = true;
      double[] values = values(columns);
      if (values == null) {
        report.infinite();
        continue;
      }
      if (timeColumn >= 0 && !readTime()) {
        continue;
      }
      if (!timing.seesIncomplete() && !HeldValues.complete(values)) {
        report.incomplete();
        continue;
      }
      String name = episodeColumn < 0 ? options.input : source.text(episodeColumn);
      boolean starts = names.isEmpty() || !name.equals(names.get(names.size() - 1));
      if (starts) {
        endEpisode(held);
        names.add(name);
        afterGap = false;
      }
      long time = timeColumn < 0 ? rows.size() : timeText.nanos();
      held = Observation.state(time, values, Integer.toString(names.size() - 1), false);
      Admission admission = intake.accept(held);
      if (admission.changesState()) {
        boolean gap = intake.startsEpisode() && !starts;
        afterGap |= gap;
        if (gap) {
          report.gap(time < lastTime);
        } else if (admission == Admission.IRREGULAR) {
          report.irregular();
        }
        lastTime = time;
        report.held(intake.heldCells());
        if (!intake.complete()) {
          report.incomplete();
        } else {
          report.used(!intake.follows());
          if (!intake.follows()) {
            flush(run);
          } else if (labelColumn >= 0) {
            labels.add(label(previousLabel, previousLabelAt));
          }
          run.add(intake.state());
          if (labelColumn >= 0) {
            previousLabel = source.text(labelColumn);
            previousLabelAt = source.at(labelColumn);
          }
        }
      } else {
        report.skipped(admission);
      }
      rows.add(new StateData.Row(names.size() - 1, held, afterGap));
    }
    endEpisode(held);
    flush(run);
    if (!sawRow) {
      throw new DataException(options.input + " has no data row");
    }
    return data(false);
  }

  /** Marks the episode's last row as its end. */
  private void endEpisode(Observation last) {
    if (last != null) {
      StateData.Row row = rows.remove(rows.size() - 1);
      Observation end =
          Observation.state(last.time(), last.state(), last.episode().orElseThrow(), true);
      rows.add(new StateData.Row(row.episode(), end, row.afterGap()));
    }
  }

  private void flush(List<double[]> run) {
    if (!run.isEmpty()) {
      runs.add(run.toArray(new double[0][]));
      run.clear();
    }
  }

  private StateData data(boolean pairs) {
    if (rows.isEmpty() && report.rowsWithoutTime() > 0) {
      throw new DataException(
          "no row has a time that --time-unit "
              + options.timeUnit.label()
              + " can read, the first is "
              + report.firstWithoutTime());
    }
    if (rows.isEmpty() && pairs) {
      throw new DataException(options.input + " has no data row");
    }
    if (runs.isEmpty()) {
      throw new DataException(
          String.join(System.lineSeparator(), report.lines())
              + System.lineSeparator()
              + options.input
              + " holds no complete state of "
              + String.join(",", options.state));
    }
    Episodes episodes = Episodes.of(runs);
    if (episodes.transitions() == 0) {
      throw new DataException(options.input + " holds no transition: an episode needs two rows");
    }
    return new StateData(episodes, names, pairs, labels, rows, timing, report);
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
