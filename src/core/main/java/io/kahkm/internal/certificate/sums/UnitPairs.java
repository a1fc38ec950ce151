package io.kahkm.internal.certificate.sums;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The pairs of an open unit one after the other, as long as they take less room than their sums.
 * Mutable, single owner.
 *
 * <p>Coordinates of classes that a state is nowhere near are equal to the bit: of a state it keeps
 * the smallest value once, which entries have another, and these. Coordinates that are those of the
 * successor before are not kept again.
 */
public final class UnitPairs {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NOTHING = {};

  private static final int OUTSIDE = 1;
  private static final int BROKEN = 2;
  private static final int FAILS = 4;
  private static final int CONTINUES = 8;

  /** Class, flags, residual. */
  private static final int HEAD = Integer.BYTES + 1 + Double.BYTES;

  private static final int LEAST_ROOM = 512;

  private final int classes;
  private final int maskBytes;
  private byte[] bytes = NOTHING;
  private int length;
  private int count;

  /** Where the last successor begins. */
  private int last;

  /** What the pairs are added to. */
  public interface Target {
    /**
     * Takes a pair.
     *
     * @param phi coordinates; valid during the call
     * @param z coordinates of the successor; valid during the call
     * @param c nearest class
     * @param residual of the frozen closure
     * @param outside whether it starts outside the map
     * @param broken whether the sensors' relations were broken
     * @param fails whether its margin fails
     */
    void add(
        double[] phi,
        double[] z,
        int c,
        double residual,
        boolean outside,
        boolean broken,
        boolean fails);
  }

  /**
   * No pair.
   *
   * @param classes C
   */
  public UnitPairs(int classes) {
    this.classes = classes;
    maskBytes = (classes + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Pairs that are kept. */
  public int count() {
    return count;
  }

  /** About what the sums of a unit take, with what pads them and waits to be added. */
  private long limit() {
    return 12L * classes * (classes + 24);
  }

  /**
   * Keeps a pair; its arrays are copied.
   *
   * @param pair not modified
   * @param fails whether its margin fails
   * @return false where it would take too much room; nothing has changed then
   */
  public boolean add(PairEvidence pair, boolean fails) {
    int flags = (pair.outside ? OUTSIDE : 0) | (pair.broken ? BROKEN : 0) | (fails ? FAILS : 0);
    return add(pair.coordinates, pair.successor, pair.nearestClass, pair.residual, flags);
  }

  /**
   * Keeps the coordinates of a pair, of which nothing else is asked.
   *
   * @param phi coordinates; copied
   * @param z coordinates of the successor; copied
   * @return false where it would take too much room; nothing has changed then
   */
  public boolean add(double[] phi, double[] z) {
    return add(phi, z, 0, 0, 0);
  }

  private boolean add(double[] phi, double[] z, int c, double residual, int kind) {
    int state = maskBytes + (1 + classes) * Double.BYTES;
    long most = (long) length + HEAD + 2L * state;
    if (most > limit()) {
      return false;
    }
    if (most > bytes.length) {
      long room = Math.max(Math.max(most, LEAST_ROOM), bytes.length + bytes.length / 4);
      bytes = Arrays.copyOf(bytes, (int) Math.min(room, limit()));
    }
    boolean continues = count > 0 && holds(last, phi);
    putInt(length, c);
    bytes[length + Integer.BYTES] = (byte) (continues ? kind | CONTINUES : kind);
    putDouble(length + Integer.BYTES + 1, residual);
    int at = length + HEAD;
    if (!continues) {
      at = put(at, phi);
    }
    last = at;
    length = put(at, z);
    count++;
    return true;
  }

  private void putInt(int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >>> (i * Byte.SIZE));
    }
  }

  private int getInt(int at) {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value |= (bytes[at + i] & 0xff) << (i * Byte.SIZE);
    }
    return value;
  }

  private void putDouble(int at, double value) {
    LONGS.set(bytes, at, Double.doubleToRawLongBits(value));
  }

  private double getDouble(int at) {
    return Double.longBitsToDouble((long) LONGS.get(bytes, at));
  }

  /** Appends a state; returns where it ends. */
  private int put(int from, double[] state) {
    double smallest = state[0];
    for (int k = 1; k < classes; k++) {
      smallest = Math.min(smallest, state[k]);
    }
    long base = Double.doubleToRawLongBits(smallest);
    Arrays.fill(bytes, from, from + maskBytes, (byte) 0);
    LONGS.set(bytes, from + maskBytes, base);
    int at = from + maskBytes + Double.BYTES;
    for (int k = 0; k < classes; k++) {
      long bits = Double.doubleToRawLongBits(state[k]);
      if (bits != base) {
        bytes[from + k / Byte.SIZE] |= (byte) (1 << k % Byte.SIZE);
        LONGS.set(bytes, at, bits);
        at += Double.BYTES;
      }
    }
    return at;
  }

  private boolean own(int from, int k) {
    return (bytes[from + k / Byte.SIZE] >>> k % Byte.SIZE & 1) != 0;
  }

  /** Whether a state that is kept is this one, to the bit. */
  private boolean holds(int from, double[] state) {
    long base = (long) LONGS.get(bytes, from + maskBytes);
    int at = from + maskBytes + Double.BYTES;
    for (int k = 0; k < classes; k++) {
      long kept = base;
      if (own(from, k)) {
        kept = (long) LONGS.get(bytes, at);
        at += Double.BYTES;
      }
      if (kept != Double.doubleToRawLongBits(state[k])) {
        return false;
      }
    }
    return true;
  }

  /** Reads a state; returns where it ends. */
  private int get(int from, double[] state) {
    double base = getDouble(from + maskBytes);
    int at = from + maskBytes + Double.BYTES;
    for (int k = 0; k < classes; k++) {
      if (own(from, k)) {
        state[k] = getDouble(at);
        at += Double.BYTES;
      } else {
        state[k] = base;
      }
    }
    return at;
  }

  /**
   * Hands out all pairs in their order.
   *
   * @param target takes them
   * @param first workspace of C elements
   * @param second another
   */
  public void replay(Target target, double[] first, double[] second) {
    double[] phi = first;
    double[] z = second;
    int at = 0;
    for (int i = 0; i < count; i++) {
      int head = at;
      int flags = bytes[head + Integer.BYTES];
      at += HEAD;
      if ((flags & CONTINUES) != 0) {
        double[] before = phi;
        phi = z;
        z = before;
      } else {
        at = get(at, phi);
      }
      at = get(at, z);
      target.add(
          phi,
          z,
          getInt(head),
          getDouble(head + Integer.BYTES + 1),
          (flags & OUTSIDE) != 0,
          (flags & BROKEN) != 0,
          (flags & FAILS) != 0);
    }
  }

  /** Forgets all pairs, and gives up their room. */
  public void release() {
    clear();
    bytes = NOTHING;
  }

  /** Forgets all pairs and keeps the room. */
  public void clear() {
    length = 0;
    count = 0;
  }
}
