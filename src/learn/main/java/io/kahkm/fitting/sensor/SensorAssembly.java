package io.kahkm.fitting.sensor;

import io.kahkm.fitting.relation.StandardizedRows;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorNorm;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The channel made of the fits of sensors that vary and of the values of those that do not. */
final class SensorAssembly {
  private final List<NormFit> fits;
  private final StandardizedRows standardized;
  private final Episodes rows;
  private final int lags;

  /** Indices into a reading of the sensors that vary or are constant. */
  private final int[] watched;

  private final double[][] own;
  private final double[][] changes;
  private final double[][] levels;
  private final double[] intercept;

  private SensorAssembly(
      List<NormFit> fits, StandardizedRows standardized, Episodes rows, int lags) {
    this.fits = fits;
    this.standardized = standardized;
    this.rows = rows;
    this.lags = lags;
    watched =
        Stream.of(standardized.watched(), standardized.constant())
            .flatMap(List::stream)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    own = new double[lags][watched.length];
    changes = new double[watched.length][watched.length];
    levels = new double[watched.length][watched.length];
    intercept = new double[watched.length];
    for (int j = 0; j < fits.size(); j++) {
      place(j);
    }
  }

  /**
   * Assembles.
   *
   * @param fits one per sensor that varies, in their order
   * @param standardized which sensors these are, and the units of all
   * @param rows the recording, which says what a constant sensor reads; not modified
   * @param lags of a sensor's own past
   * @param provisional whether the channel may not alert alone
   */
  static SensorModel of(
      List<NormFit> fits,
      StandardizedRows standardized,
      Episodes rows,
      int[] lags,
      boolean provisional) {
    SensorAssembly parts = new SensorAssembly(fits, standardized, rows, lags.length);
    double[] mean = standardized.mean().clone();
    double[] deviation = standardized.deviation().clone();
    for (int sensor : standardized.constant()) {
      mean[sensor] = rows.state(0, 0)[sensor];
      deviation[sensor] = Scaling.unitOfConstant(mean[sensor]);
    }
    return SensorModel.builder(rows.dimension(), parts.watched)
        .scaling(parts.ofWatched(mean), parts.ofWatched(deviation))
        .past(lags, Matrix.ofRows(parts.own))
        .shared(Matrix.ofRows(parts.changes), Matrix.ofRows(parts.levels), parts.intercept)
        .norms(IntStream.of(parts.watched).mapToObj(parts::norm).toList())
        .provisional(provisional)
        .build();
  }

  /** Puts the weights of a fit where its sensor and the others are among all. */
  private void place(int j) {
    int sensor = indexOf(standardized.watched().get(j));
    double[] weights = fits.get(j).regression().weights();
    for (int k = 0; k < lags; k++) {
      own[k][sensor] = weights[k];
    }
    for (int o = 0; o < fits.size(); o++) {
      int other = indexOf(standardized.watched().get(o));
      changes[other][sensor] = weights[lags + o];
      levels[other][sensor] = weights[lags + fits.size() + o];
    }
    intercept[sensor] = weights[lags + 2 * fits.size()];
  }

  private int indexOf(int sensor) {
    return Arrays.binarySearch(watched, sensor);
  }

  private double[] ofWatched(double[] ofAll) {
    return IntStream.of(watched).mapToDouble(sensor -> ofAll[sensor]).toArray();
  }

  private SensorNorm norm(int sensor) {
    int j = standardized.watched().indexOf(sensor);
    if (j >= 0) {
      return fits.get(j).norm();
    }
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int e = 0; e < rows.count(); e++) {
      for (int t = 0; t < rows.length(e); t++) {
        low = Math.min(low, rows.state(e, t)[sensor]);
        high = Math.max(high, rows.state(e, t)[sensor]);
      }
    }
    return ReadingNorms.ofConstant(low, high);
  }
}
