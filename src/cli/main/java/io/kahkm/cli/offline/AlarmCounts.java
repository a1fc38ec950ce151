package io.kahkm.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.json.JsonFields;
import java.util.Locale;
import java.util.Optional;

/** How many rows of a file lie above the limits, and how many pages they make. */
public final class AlarmCounts {
  private final Channel novelty = new Channel();
  private final Channel relations = new Channel();
  private final Channel sensors = new Channel();
  private final boolean sensorsWatched;
  private final double noveltyLimit;
  private final double relationLimit;
  private final boolean watched;
  private int stream = -1;

  /** Counts of one alarm. */
  private static final class Channel {
    private long rows;
    private long above;
    private long inAlarm;
    private long pages;
    private boolean alarm;

    void count(boolean aboveLimit, boolean nowInAlarm) {
      rows++;
      above += aboveLimit ? 1 : 0;
      inAlarm += nowInAlarm ? 1 : 0;
      pages += nowInAlarm && !alarm ? 1 : 0;
      alarm = nowInAlarm;
    }

    void write(ObjectNode json, double limit) {
      JsonFields.put(json, "limit", limit);
      json.put("rows", rows);
      json.put("rowsAboveLimit", above);
      json.put("pages", pages);
      json.put("rowsInAlarm", inAlarm);
    }
  }

  /** Counts by the limits of a model. */
  public AlarmCounts(Model model) {
    noveltyLimit = model.calibration().map(Calibration::noveltyLimit).orElse(Double.NaN);
    sensorsWatched = model.sensors().isPresent();
    watched = model.channels().relations();
    relationLimit =
        model
            .alarms()
            .flatMap(alarms -> alarms.relations())
            .map(relation -> relation.normal().limit())
            .orElse(Double.NaN);
  }

  /**
   * What a reader of figures over all rows has to know: rows in alarm are no normal operation.
   *
   * @return a sentence; empty where no row was in alarm
   */
  public Optional<String> words() {
    return novelty.inAlarm + relations.inAlarm + sensors.inAlarm == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d of %,d rows were unlike the recording, %,d had sensors that disagree and %,d a"
                    + " faulty sensor: the figures include all rows, not normal operation alone.",
                novelty.inAlarm,
                novelty.rows,
                relations.inAlarm,
                sensors.inAlarm));
  }

  /** Takes what a row brought. */
  public void add(StateData.Row row, RowAssessment assessment) {
    if (row.stream() != stream) {
      stream = row.stream();
      novelty.alarm = false;
      relations.alarm = false;
      sensors.alarm = false;
    }
    if (assessment.readiness() == Readiness.READY) {
      novelty.count(assessment.novelty() > noveltyLimit, assessment.alarms().outsideMap());
    }
    if (watched
        && assessment.admission() != Admission.DUPLICATE
        && assessment.admission() != Admission.OUT_OF_ORDER
        && !Double.isNaN(assessment.alarms().relation())) {
      relations.count(
          assessment.alarms().relation() > relationLimit, assessment.alarms().relationBroken());
    }
    if (sensorsWatched && assessment.admission().changesState()) {
      sensors.count(false, assessment.alarms().sensorFaulty());
    }
  }

  /** Nothing of a model without limits. */
  public void write(ObjectNode json) {
    if (Double.isNaN(noveltyLimit)) {
      return;
    }
    ObjectNode alarms = json.putObject("alarms");
    novelty.write(alarms.putObject("novelty"), noveltyLimit);
    if (watched) {
      relations.write(alarms.putObject("relations"), relationLimit);
    }
    if (sensorsWatched) {
      ObjectNode channel = alarms.putObject("sensors");
      channel.put("rows", sensors.rows);
      channel.put("pages", sensors.pages);
      channel.put("rowsInAlarm", sensors.inAlarm);
    }
  }
}
