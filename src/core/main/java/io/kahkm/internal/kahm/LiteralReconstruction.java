package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.List;

/**
 * Reconstructs states exactly as the paper writes it (equation "reconstruction" and Appendix A), in
 * plain double arithmetic: kernel values, h = (K + lambda I)^-1 k, sum, division, combination; no
 * fused operation, sequential sums. Owns a workspace; not thread-safe.
 *
 * <p>Where kernel values are subnormal, rounding decides the result and only this order of
 * operations reproduces published numbers; {@link BandReconstruction} gives the same bits faster.
 */
final class LiteralReconstruction {
  private final FarField farField;
  private final double[] encoded;
  private final double[] row;
  private final double[] kernel;
  private final double[] outputs;
  private boolean affine;

  LiteralReconstruction(List<Submodel> submodels, FarField farField) {
    int references = 0;
    int dimension = 0;
    for (Submodel submodel : submodels) {
      references = Math.max(references, submodel.references());
      dimension = Math.max(dimension, submodel.encodingDimension());
    }
    this.farField = farField;
    encoded = new double[dimension];
    row = new double[dimension];
    kernel = new double[references];
    outputs = new double[references];
  }

  /**
   * Reconstructs one state.
   *
   * @param submodel whose references reconstruct it
   * @param state scaled units; not modified
   * @param result A(x), overwritten; where kernel values say nothing the zero vector, or the mean
   *     of the references with a smooth far field
   * @return false where they say nothing: all are zero, or too small for a smooth far field
   */
  boolean reconstruct(Submodel submodel, double[] state, double[] result) {
    encode(submodel, state, encoded);
    boolean any = kernelValues(submodel);
    int count = submodel.references();
    regress(submodel.inverse(), kernel, outputs, count);
    double explained = combine(submodel, outputs, 1, state.length, result);
    if (farField == FarField.SMOOTH) {
      affine = true;
      double weight = FarField.weight(explained);
      blend(submodel, weight, result);
      return weight > 0;
    }
    double weights = 0;
    for (int i = 0; i < count; i++) {
      weights += outputs[i];
    }
    // One up to rounding, and zero where the denominator was zero and replaced.
    affine = weights > 0.5;
    return any;
  }

  /**
   * Whether the last reconstruction is an affine combination of references, that is no zero
   * denominator was replaced (equation "numerical rules").
   */
  boolean affine() {
    return affine;
  }

  /** mu + w (A - mu). */
  private static void blend(Submodel submodel, double weight, double[] result) {
    int n = result.length;
    double[] samples = submodel.samples();
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < submodel.references(); i++) {
        sum += samples[i * n + j];
      }
      double mean = sum / submodel.references();
      result[j] = weight > 0 ? mean + weight * (result[j] - mean) : mean;
    }
  }

  /**
   * h = (K + lambda I)^-1 k, every sum in the order of the references.
   *
   * @param inverse N x N, symmetric, so that row j serves as column j and the inner loop runs over
   *     neighbouring memory
   * @param kernel kernel values; not modified
   * @param outputs overwritten with h
   * @param count N
   */
  static void regress(double[] inverse, double[] kernel, double[] outputs, int count) {
    Arrays.fill(outputs, 0, count, 0);
    for (int j = 0; j < count; j++) {
      int row = j * count;
      for (int i = 0; i < count; i++) {
        outputs[i] += inverse[row + i] * kernel[j];
      }
    }
  }

  /**
   * A = sum_i h_i x_i / sum_i h_i.
   *
   * @param outputs h times a power of two; overwritten with h / sum
   * @param unit that power, which replaces a sum of zero as one would replace it
   * @return sum_i h_i times that power
   */
  static double combine(Submodel submodel, double[] outputs, double unit, int n, double[] result) {
    int count = submodel.references();
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += outputs[i];
    }
    double divisor = sum == 0 ? unit : sum;
    for (int i = 0; i < count; i++) {
      outputs[i] /= divisor;
    }
    double[] samples = submodel.samples();
    for (int j = 0; j < n; j++) {
      double component = 0;
      for (int i = 0; i < count; i++) {
        component += outputs[i] * samples[i * n + j];
      }
      result[j] = component;
    }
    return sum;
  }

  /** P x, in sequential sums. */
  static void encode(Submodel submodel, double[] state, double[] encoded) {
    double[] encoding = submodel.encoding();
    for (int a = 0; a < submodel.encodingDimension(); a++) {
      double sum = 0;
      for (int j = 0; j < state.length; j++) {
        sum += encoding[a * state.length + j] * state[j];
      }
      encoded[a] = sum;
    }
  }

  /** Fills the kernel values; false if all of them are zero. */
  private boolean kernelValues(Submodel submodel) {
    int m = submodel.encodingDimension();
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < submodel.references(); i++) {
      kernel[i] =
          Submodel.EncodedSpace.exponent(
              encoded, 0, submodel.encodedSamples(), i * m, submodel.covarianceInverse(), m, row);
      if (kernel[i] > largest) {
        largest = kernel[i];
      }
    }
    // Only a state too far for its squared distance to be finite leaves no exponent at all.
    double shift = farField == FarField.EXACT && largest > Double.NEGATIVE_INFINITY ? largest : 0;
    boolean any = false;
    for (int i = 0; i < submodel.references(); i++) {
      double exponent = kernel[i] - shift;
      // Not a number where the squared distance is not finite.
      kernel[i] = exponent > Double.NEGATIVE_INFINITY ? StrictMath.exp(exponent) : 0;
      any |= kernel[i] != 0;
    }
    return any;
  }
}
