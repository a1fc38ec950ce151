package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.RowAssessment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How unusual the readings were in the steps of a history: the highest novelty, relation and
 * evidence of each alarm. Not thread-safe.
 */
final class StepLevels {
  /** Version of {@link HistoryFiles} since which evidence is stored. */
  private static final int WITH_EVIDENCE = 2;

  private final float[] novelties;
  private final float[] relations;

  /** Highest evidence of each alarm; 1 makes one. Missing in what version 1 stored. */
  private final float[][] evidence;

  /**
   * Nothing yet.
   *
   * @param steps how many steps there are
   */
  StepLevels(int steps) {
    novelties = new float[steps];
    relations = new float[steps];
    evidence = new float[HistoryRange.ALARMS.size()][steps];
  }

  /** Begins the step of a slot. */
  void open(int slot) {
    novelties[slot] = Float.NEGATIVE_INFINITY;
    relations[slot] = Float.NaN;
    for (float[] levels : evidence) {
      levels[slot] = Float.NaN;
    }
  }

  /** Adds a reading to a step. */
  void add(int slot, RowAssessment assessment) {
    novelties[slot] = Math.max(novelties[slot], (float) assessment.novelty());
    relations[slot] = highest(relations[slot], (float) assessment.alarms().relation());
    evidence[0][slot] = highest(evidence[0][slot], (float) assessment.alarms().noveltyLevel());
    evidence[1][slot] = highest(evidence[1][slot], (float) assessment.alarms().relationLevel());
    evidence[2][slot] = highest(evidence[2][slot], (float) assessment.alarms().sensorLevel());
  }

  /** Adds a step of another range to one of this. */
  void absorb(int slot, StepLevels source, int theirs) {
    novelties[slot] = Math.max(novelties[slot], source.novelties[theirs]);
    relations[slot] = highest(relations[slot], source.relations[theirs]);
    for (int i = 0; i < evidence.length; i++) {
      evidence[i][slot] = highest(evidence[i][slot], source.evidence[i][theirs]);
    }
  }

  /** The larger of two numbers, of which either may be missing. */
  private static float highest(float one, float other) {
    return !(other <= one) && !Float.isNaN(other) ? other : one;
  }

  /** Writes {@code novelty}, {@code relation} and {@code evidence} of some slots. */
  void write(ObjectNode json, int[] slots) {
    FloatColumns.add(json.putArray("novelty"), slots, slot -> novelties[slot]);
    FloatColumns.add(json.putArray("relation"), slots, slot -> relations[slot]);
    ObjectNode gathered = json.putObject("evidence");
    for (int i = 0; i < HistoryRange.ALARMS.size(); i++) {
      float[] levels = evidence[i];
      FloatColumns.add(gathered.putArray(HistoryRange.ALARMS.get(i)), slots, slot -> levels[slot]);
    }
  }

  /** Stores a step. */
  void store(DataOutput out, int slot) throws IOException {
    out.writeFloat(novelties[slot]);
    out.writeFloat(relations[slot]);
    for (float[] levels : evidence) {
      out.writeFloat(levels[slot]);
    }
  }

  /**
   * Reads what {@link #store} wrote.
   *
   * @param version of the file
   */
  void restore(DataInput in, int slot, int version) throws IOException {
    novelties[slot] = in.readFloat();
    relations[slot] = in.readFloat();
    for (float[] levels : evidence) {
      levels[slot] = version >= WITH_EVIDENCE ? in.readFloat() : Float.NaN;
    }
  }
}
