package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * Unit losses of the earlier and the later part of a window, for the check that both have the same
 * law.
 *
 * <p>A window of a known number of units is cut in the middle. A growing window is cut at a unit
 * number that depends on its length only, so the cut is fixed before the data: it keeps the sums of
 * units [0, h), [h, 2h) and [2h, n) with h a power of two and 2h &le; n &lt; 4h, and cuts at 2h
 * once n &ge; 3h, at h before. Each part then holds at least a third of the units.
 */
public final class HalfSums {
  private final int planned;
  private final Part[] parts = {new Part(), new Part(), new Part()};
  private long block = 1;

  /**
   * Creates empty sums.
   *
   * @param planned units of the window, 0 for a growing one
   */
  public HalfSums(int planned) {
    this.planned = planned;
  }

  /** One part of a window: units, sum of u, sum of b. */
  public static final class Part {
    private long units;
    private final CompensatedSum residual = new CompensatedSum();
    private final CompensatedSum distance = new CompensatedSum();

    /** Units of the part. */
    public long units() {
      return units;
    }

    /** Mean of u over them; NaN without units. */
    public double meanResidual() {
      return residual.value() / units;
    }

    /** Mean of b over them; NaN without units. */
    public double meanDistance() {
      return distance.value() / units;
    }

    /** Adds a unit. */
    public void add(double u, double b) {
      residual.add(u);
      distance.add(b);
      units++;
    }

    private void add(Part other) {
      residual.add(other.residual, 1);
      distance.add(other.distance, 1);
      units += other.units;
    }

    /** A part known by its means. */
    public static Part of(long units, double meanResidual, double meanDistance) {
      Part part = new Part();
      part.units = units;
      part.residual.add(meanResidual * units);
      part.distance.add(meanDistance * units);
      return part;
    }

    private void transfer(StateTransfer state) {
      units = state.countOf(units, "units of a part");
      residual.transfer(state);
      distance.transfer(state);
    }
  }

  /** Adds a unit to the part that is open. */
  public void add(double u, double b) {
    open().add(u, b);
    roll();
  }

  /** Appends the units of a later window; they go to the part that is open now. */
  public void merge(HalfSums later) {
    Part open = open();
    for (Part part : later.parts) {
      open.add(part);
    }
    roll();
  }

  private long total() {
    return parts[0].units + parts[1].units + parts[2].units;
  }

  private Part open() {
    long units = total();
    if (planned > 0) {
      return parts[units < planned / 2 ? 0 : 1];
    }
    return parts[(int) Math.min(2, units / block)];
  }

  private void roll() {
    while (planned == 0 && total() >= 4 * block) {
      parts[0].add(parts[1]);
      parts[1] = parts[2];
      parts[2] = new Part();
      block *= 2;
    }
  }

  /** The earlier part, possibly empty. */
  public Part first() {
    Part first = new Part();
    first.add(parts[0]);
    if (cutsLate()) {
      first.add(parts[1]);
    }
    return first;
  }

  /** The later part, possibly empty. */
  public Part second() {
    Part second = new Part();
    if (!cutsLate()) {
      second.add(parts[1]);
    }
    second.add(parts[2]);
    return second;
  }

  private boolean cutsLate() {
    return planned == 0 && total() >= 3 * block;
  }

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    block = state.countOf(block, "block of a growing window");
    if (block < 1) {
      throw new MalformedStateException("block of a growing window is " + block);
    }
    for (Part part : parts) {
      part.transfer(state);
    }
  }
}
