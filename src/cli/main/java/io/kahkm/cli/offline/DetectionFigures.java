package io.kahkm.cli.offline;

import io.kahkm.cli.rows.FaultLabels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How well the alarms of a run found the labelled faults.
 *
 * @param faults the faults, and which were found
 * @param incidents the incidents, and which were false
 * @param readings the labelled readings, one by one
 */
public record DetectionFigures(Faults faults, Incidents incidents, Readings readings) {
  private static final double NANOS_PER_DAY = 86_400e9;

  /**
   * Labelled faults.
   *
   * @param count runs of labelled readings within a stream
   * @param found those with an alarm in any of their readings
   * @param delays readings from the first of a found fault to its first alarm, in order
   * @param delay median time of the same; absent without times or where none was found
   */
  public record Faults(int count, int found, List<Long> delays, Optional<Duration> delay) {
    /** Copies the list. */
    public Faults {
      delays = List.copyOf(delays);
    }
  }

  /**
   * Incidents that opened.
   *
   * @param inFaults those in a labelled reading
   * @param elsewhere those in any other, which are false
   * @param falsePerDay the same per day of readings that are not labelled; absent without times
   */
  public record Incidents(int inFaults, int elsewhere, OptionalDouble falsePerDay) {}

  /**
   * Labelled readings.
   *
   * @param precision share of the readings in alarm that are labelled; 0 where none is in alarm
   * @param recall share of the labelled readings that are in alarm
   * @param volume volume under the surface of precision and recall, as {@link RangeVolume} says
   * @param unscored labelled readings that were not scored, which none of these figures count: left
   *     out, without a value, or with an infinite one
   */
  public record Readings(double precision, double recall, double volume, long unscored) {
    /** F1 of single readings: no alarm counts for another reading than its own. */
    public double f1() {
      return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
    }
  }

  /** The figures of a run. */
  public static DetectionFigures of(ScoredRun run, FaultLabels labels) {
    BitSet fault = labels.rows();
    List<List<ScoredRow>> streams = new ArrayList<>();
    for (int i = 0; i < run.streams(); i++) {
      streams.add(new ArrayList<>());
    }
    for (ScoredRow row : run.rows()) {
      if (row != null) {
        streams.get(row.stream()).add(row);
      }
    }
    int faults = 0;
    List<Long> delays = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    long inAlarm = 0;
    long hits = 0;
    long labelled = 0;
    long readings = 0;
    int opened = 0;
    int falselyOpened = 0;
    for (List<ScoredRow> stream : streams) {
      long begin = -1;
      boolean found = false;
      long incident = 0;
      for (int i = 0; i < stream.size(); i++) {
        ScoredRow row = stream.get(i);
        boolean now = fault.get(Math.toIntExact(row.line()));
        readings++;
        labelled += now ? 1 : 0;
        inAlarm += row.alarm() ? 1 : 0;
        hits += now && row.alarm() ? 1 : 0;
        if (row.incident() > incident) {
          opened += now ? 1 : 0;
          falselyOpened += now ? 0 : 1;
        }
        incident = Math.max(incident, row.incident());
        if (!now) {
          begin = -1;
          continue;
        }
        if (begin < 0) {
          begin = i;
          found = false;
          faults++;
        }
        if (row.alarm() && !found) {
          found = true;
          delays.add(i - begin);
          times.add(row.time() - stream.get(Math.toIntExact(begin)).time());
        }
      }
    }
    boolean timed = run.data().timing().timed();
    double days =
        run.data().step().map(Duration::toNanos).orElse(0L)
            * (double) (readings - labelled)
            / NANOS_PER_DAY;
    return new DetectionFigures(
        new Faults(
            faults,
            delays.size(),
            delays,
            timed && !times.isEmpty()
                ? Optional.of(Duration.ofNanos(median(times)))
                : Optional.empty()),
        new Incidents(
            opened,
            falselyOpened,
            timed && days > 0 ? OptionalDouble.of(falselyOpened / days) : OptionalDouble.empty()),
        new Readings(
            inAlarm == 0 ? 0 : (double) hits / inAlarm,
            labelled == 0 ? 0 : (double) hits / labelled,
            volume(run, streams, fault),
            fault.cardinality() - labelled));
  }

  /** The readings of all streams one after the other; a buffer never reaches into another. */
  private static double volume(ScoredRun run, List<List<ScoredRow>> streams, BitSet fault) {
    List<double[]> scores = new ArrayList<>();
    List<boolean[]> truth = new ArrayList<>();
    for (List<ScoredRow> stream : streams) {
      double[] score = new double[stream.size()];
      boolean[] now = new boolean[score.length];
      for (int i = 0; i < score.length; i++) {
        ScoredRow row = stream.get(i);
        score[i] = run.excess(row);
        now[i] = fault.get(Math.toIntExact(row.line()));
      }
      scores.add(score);
      truth.add(now);
    }
    return RangeVolume.of(scores, truth);
  }

  private static long median(List<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
