package io.kahkm.internal.numeric;

/** Tells matrices apart by the bits of their entries, in order. Mutable, one owner. */
public final class MatrixDigest {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private long digest = FNV_OFFSET;

  /** Nothing was added yet. */
  public MatrixDigest() {}

  /**
   * Adds the entries of a matrix, row by row.
   *
   * @param matrix not modified
   * @return this
   */
  public MatrixDigest add(Matrix matrix) {
    for (double value : matrix.toArray()) {
      digest = Long.rotateLeft((digest ^ Double.doubleToLongBits(value)) * FNV_PRIME, 29);
    }
    return this;
  }

  /**
   * The digest as it is stored.
   *
   * @return hexadecimal digits; no protection against intent
   */
  public String text() {
    return Long.toHexString(digest);
  }
}
