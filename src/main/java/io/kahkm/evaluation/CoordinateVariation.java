package io.kahkm.evaluation;

import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;

/** Retained variation of soft coordinates. Skeleton. */
public final class CoordinateVariation {
  private final int classes;
  private long count;

  /** An empty accumulator. */
  public CoordinateVariation(int classes) {
    this.classes = classes;
  }

  /** Adds one vector. */
  public void add(double[] phi) {
    count++;
  }

  /** Adds everything another accumulator holds. */
  public void merge(CoordinateVariation other) {
    count += other.count;
  }

  /** The figures. */
  public Summary summary() {
    return new Summary(0, 0, 0, 0, count);
  }

  /** Appends the whole state. */
  public void write(StateWriter writer) {
    writer.putInt(classes);
  }

  /** Reads what {@link #write} wrote. */
  public static CoordinateVariation read(StateReader reader) {
    return new CoordinateVariation(reader.getInt());
  }

  /** Retained variation. */
  public record Summary(double vCoord, double rhoVar, double rEff, double rhoRank, long count) {}
}
