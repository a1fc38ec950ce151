package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;

/**
 * How recorded rows are divided for cross-fitting. Rows are counted through all episodes.
 *
 * <p>Rows of one stream are cut into contiguous blocks, the first ones a row longer where they do
 * not divide evenly. With several streams each stream is a block: what is to be known is how a
 * stream looks that the model has not seen, and streams differ more than the times of one. Blocks
 * are left out one by one, or of many streams in as many folds as there would be blocks. Immutable.
 */
public final class Blocks {
  private final int[] ofRow;
  private final int count;
  private final int folds;

  private Blocks(int[] ofRow, int count, int folds) {
    this.ofRow = ofRow;
    this.count = count;
    this.folds = folds;
  }

  /**
   * Divides rows.
   *
   * @param rows the recording
   * @param most blocks of one stream, and folds of several; at least 2
   * @return the division
   * @throws IllegalArgumentException if {@code most} is below 2
   */
  public static Blocks of(Episodes rows, int most) {
    if (most < 2) {
      throw new IllegalArgumentException("most is " + most + ", must be at least 2");
    }
    return rows.stream(0) == rows.stream(rows.count() - 1)
        ? contiguous(rows.transitions() + rows.count(), most)
        : streams(rows, most);
  }

  private static Blocks contiguous(int rows, int blocks) {
    int[] ofRow = new int[rows];
    int row = 0;
    for (int b = 0; b < blocks; b++) {
      int length = rows / blocks + (b < rows % blocks ? 1 : 0);
      for (int i = 0; i < length; i++) {
        ofRow[row++] = b;
      }
    }
    return new Blocks(ofRow, blocks, blocks);
  }

  private static Blocks streams(Episodes rows, int most) {
    int[] ofRow = new int[rows.transitions() + rows.count()];
    int row = 0;
    int block = 0;
    for (int e = 0; e < rows.count(); e++) {
      block += e > 0 && rows.stream(e) != rows.stream(e - 1) ? 1 : 0;
      for (int t = 0; t < rows.length(e); t++) {
        ofRow[row++] = block;
      }
    }
    return new Blocks(ofRow, block + 1, Math.min(most, block + 1));
  }

  /**
   * Number of blocks.
   *
   * @return at least 2
   */
  public int count() {
    return count;
  }

  /**
   * Number of folds, the groups of blocks that are left out together.
   *
   * @return from 2 to the number of blocks
   */
  public int folds() {
    return folds;
  }

  /**
   * The block of a row.
   *
   * @param row counted through all episodes
   * @return 0-based
   */
  public int block(int row) {
    return ofRow[row];
  }

  /**
   * The fold of a block.
   *
   * @param block 0-based
   * @return 0-based
   */
  public int foldOfBlock(int block) {
    return block % folds;
  }

  /**
   * The fold of a row.
   *
   * @param row counted through all episodes
   * @return 0-based
   */
  public int fold(int row) {
    return foldOfBlock(ofRow[row]);
  }
}
