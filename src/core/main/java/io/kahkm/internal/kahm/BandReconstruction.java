package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;
import java.util.List;

/**
 * The literal reconstruction of the paper's far field, bit for bit, on {@link EncoderKernels}: all
 * kernel values and outputs are scaled by {@link EncoderKernels#BAND_SCALE}, which cancels where
 * outputs are divided by their sum. Owns a workspace; not thread-safe.
 */
final class BandReconstruction {
  private final EncoderKernels kernels;
  private final double[][] encodedByDimension;
  private final double[] values;
  private final int[] rows;
  private final double[] outputs;

  BandReconstruction(List<Submodel> submodels, EncoderKernels kernels) {
    this.kernels = kernels;
    int references = 0;
    int dimension = 0;
    for (Submodel submodel : submodels) {
      references = Math.max(references, submodel.references());
      dimension = Math.max(dimension, submodel.encodingDimension());
    }
    encodedByDimension = new double[dimension + 1][];
    for (int m = 1; m <= dimension; m++) {
      encodedByDimension[m] = new double[m];
    }
    values = new double[Lanes.padded(references)];
    rows = new int[values.length];
    outputs = new double[references];
  }

  /**
   * Reconstructs one state.
   *
   * @param submodel whose references reconstruct it
   * @param state scaled units; not modified
   * @param result A(x), overwritten; the zero vector where all kernel values are zero
   * @return false where all kernel values are zero
   */
  boolean reconstruct(Submodel submodel, double[] state, double[] result) {
    Arrays.fill(result, 0);
    double[] encoded = encodedByDimension[submodel.encodingDimension()];
    LiteralReconstruction.encode(submodel, state, encoded);
    int count = submodel.references();
    kernels.bandValues(
        submodel.encodedPlanes(),
        Lanes.padded(count),
        encoded,
        submodel.covarianceInverse(),
        values);
    int used = compact(count);
    if (used == 0) {
      return false;
    }
    kernels.bandProducts(
        submodel.inverse(), count, rows, values, used, submodel.largestInverse(), outputs);
    LiteralReconstruction.combine(
        submodel, outputs, EncoderKernels.BAND_SCALE, state.length, result);
    return true;
  }

  /** Keeps the values other than zero: a zero would add zero to every output. */
  private int compact(int count) {
    int used = 0;
    for (int j = 0; j < count; j++) {
      double value = values[j];
      values[used] = value;
      rows[used] = j;
      used += value != 0 ? 1 : 0;
    }
    return used;
  }
}
