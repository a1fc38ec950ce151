package io.kahkm.bench.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Faults found and false pages of one kind of peer. Every score has the same rule: its limit is the
 * largest of the last third of the fitting rows, from a peer that had learned from the first two
 * thirds, and it pages when three in a row are above. Peers that page by limits of their own have a
 * line for these too. Every run begins with a new peer that has learned from all fitting rows.
 */
final class FaultSearch {
  /** Columns of {@link #rows}. */
  static final List<String> HEADER =
      List.of(
          "peer",
          "score",
          "faults found",
          "rows to the alarm",
          "fault rows in alarm",
          "false alarms",
          "normal rows in alarm");

  private static final int IN_A_ROW = 3;
  private static final double PERCENT = 100;

  private final PeerKind kind;
  private final int choice;
  private final PeerTask task;
  private final List<Line> lines = new ArrayList<>();

  /**
   * A search.
   *
   * @param kind of the peers
   * @param choice index among its choices
   * @param recording standardised, with faults
   */
  FaultSearch(PeerKind kind, int choice, PeerRecording recording) {
    this.kind = kind;
    this.choice = choice;
    task =
        new PeerTask(recording.sensors(), recording.fitting(), recording.delays(), List.of(1), 1);
    limits();
    for (double[][] run : recording.judged()) {
      judge(run, run.length);
    }
    for (PeerRecording.FaultRun fault : recording.faults()) {
      judge(fault.rows(), fault.onset());
    }
  }

  /** One score, or the peer's own alarm, and what it came to. */
  private static final class Line {
    final String score;
    double limit = Double.NEGATIVE_INFINITY;
    int above;
    boolean on;
    final List<Integer> delays = new ArrayList<>();
    int faults;
    int falsePages;
    int normalRows;
    int normalInAlarm;
    int faultRows;
    int faultInAlarm;

    Line(String score) {
      this.score = score;
    }

    /** Takes the alarm of a row; says whether it began there. */
    boolean turn(boolean alarm) {
      boolean begins = alarm && !on;
      on = alarm;
      return begins;
    }
  }

  private boolean byError() {
    return kind.scores().isEmpty();
  }

  private void limits() {
    List<String> names = byError() ? List.of("error of one step") : kind.scores();
    names.forEach(name -> lines.add(new Line(name)));
    PeerTask first = task.firstPart();
    Run run = new Run(kind.learned(first, choice));
    for (double[][] rows : task.lastPart()) {
      run.start();
      for (double[] reading : rows) {
        run.take(reading);
        for (int i = 0; i < names.size(); i++) {
          double score = run.score(i);
          lines.get(i).limit =
              Double.isNaN(score) ? lines.get(i).limit : Math.max(lines.get(i).limit, score);
        }
      }
    }
    if (kind.alarms()) {
      lines.add(new Line("its own alarm"));
    }
  }

  private void judge(double[][] rows, int onset) {
    Run run = new Run(kind.learned(task, choice));
    run.start();
    boolean fault = onset < rows.length;
    boolean[] found = new boolean[lines.size()];
    for (Line line : lines) {
      line.above = 0;
      line.on = false;
      line.faults += fault ? 1 : 0;
    }
    for (int t = 0; t < rows.length; t++) {
      run.take(rows[t]);
      for (int i = 0; i < lines.size(); i++) {
        Line line = lines.get(i);
        boolean alarm;
        if (kind.alarms() && i == lines.size() - 1) {
          alarm = run.peer.inAlarm();
        } else {
          line.above = run.score(i) > line.limit ? line.above + 1 : 0;
          alarm = line.above >= IN_A_ROW;
        }
        boolean begins = line.turn(alarm);
        if (t < onset) {
          line.normalRows++;
          line.normalInAlarm += alarm ? 1 : 0;
          line.falsePages += begins ? 1 : 0;
        } else {
          line.faultRows++;
          line.faultInAlarm += alarm ? 1 : 0;
          // An alarm that was on before the fault has found nothing.
          if (begins && !found[i]) {
            found[i] = true;
            line.delays.add(t - onset);
          }
        }
      }
    }
  }

  /** A line of the table for every score, in the order of {@link #HEADER}. */
  List<List<String>> rows() {
    return lines.stream()
        .map(
            line ->
                List.of(
                    kind.name(),
                    line.score,
                    line.delays.size() + " of " + line.faults,
                    line.delays.toString().replace("[", "").replace("]", ""),
                    percent(line.faultInAlarm, line.faultRows),
                    line.falsePages + " in " + line.normalRows + " rows",
                    percent(line.normalInAlarm, line.normalRows)))
        .toList();
  }

  private static String percent(int some, int all) {
    return String.format(Locale.ROOT, "%.2f %%", PERCENT * some / all);
  }

  /** A peer in a run, and the error of what it said of the reading before it came. */
  private final class Run {
    final Peer peer;
    private final double[] expected = new double[task.sensors().size()];
    private double error = Double.NaN;
    private boolean started;

    Run(Peer peer) {
      this.peer = peer;
    }

    void start() {
      peer.startRun();
      started = false;
      error = Double.NaN;
      Arrays.fill(expected, 0);
    }

    void take(double[] reading) {
      if (byError()) {
        error = 0;
        for (int j = 0; j < reading.length; j++) {
          error += (reading[j] - expected[j]) * (reading[j] - expected[j]);
        }
        error = started ? error : Double.NaN;
      }
      peer.take(reading);
      if (byError()) {
        started = peer.forecast(0, expected);
      }
    }

    double score(int which) {
      return byError() ? error : peer.score(which);
    }
  }
}
