package io.kahkm.cli.recording;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.numeric.Matrix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where classes come from when k-means is not wanted. */
final class GivenClasses {
  @Option(
      names = "--centroids",
      paramLabel = "FILE",
      description =
          "CSV file with one row per class and the --state columns: every reference state goes to "
              + "its nearest row. Default: k-means.")
  private String centroids;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      description =
          "Column of --input with the 0-based class of every row, empty in the last row of an "
              + "episode.")
  private String labels;

  boolean hasCentroids() {
    return centroids != null;
  }

  /** The column of classes, null where centroids are given. */
  String labels() {
    return labels;
  }

  /**
   * How the fitting rows are divided.
   *
   * @param input rows, read with {@link #labels}
   * @param state the sensors, columns of the file of centroids
   * @throws DataException if the file of centroids holds none
   */
  Partition partition(StateData input, List<String> state) throws IOException {
    if (labels != null) {
      return new Partition.GivenLabels(input.labels());
    }
    List<double[]> rows = new ArrayList<>();
    try (CsvSource source = CsvSource.open(centroids)) {
      int[] columns = source.columns(state, "--state");
      while (source.next()) {
        rows.add(source.numbers(columns));
      }
    }
    if (rows.isEmpty()) {
      throw new DataException(centroids + " has no data row");
    }
    return new Partition.GivenCentroids(Matrix.ofRows(rows.toArray(new double[0][])));
  }
}
