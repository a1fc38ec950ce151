package io.kahkm.fitting;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.fitting.relation.NullFitter;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.CrossFittedNull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Novelty of rows that the map has not seen: the recording is cut into five blocks, or by streams,
 * and each is scored by a map of the others. What is fitted to rows calls them less novel than new
 * ones; rows that were left out it does not, and no row is lost to the final map.
 */
final class NoveltyFolds {
  private static final int MOST_FOLDS = 5;

  private final FitSettings settings;
  private final Episodes data;
  private final Blocks blocks;
  private final Scaling ofAll;

  private NoveltyFolds(FitSettings settings, Episodes data, Blocks blocks, Scaling ofAll) {
    this.settings = settings;
    this.data = data;
    this.blocks = blocks;
    this.ofAll = ofAll;
  }

  /**
   * Fits the distribution.
   *
   * @param settings of the map, and the quantile of its limit
   * @param data all rows, in sensor units
   * @param ofAll the scaling of the map of all rows: a sensor that moved in one block only has no
   *     spread in the rest
   * @param progress told about every fold
   * @throws MapFitException if the rows without a fold do not admit the map
   */
  static CrossFittedNull fit(
      FitSettings settings, Episodes data, Scaling ofAll, Progress progress) {
    NoveltyFolds folds = new NoveltyFolds(settings, data, Blocks.of(data, MOST_FOLDS), ofAll);
    List<Callable<List<double[]>>> parts = new ArrayList<>();
    for (int f = 0; f < folds.blocks.folds(); f++) {
      int fold = f;
      parts.add(() -> folds.score(fold));
    }
    List<double[]> values = new ArrayList<>();
    for (List<double[]> ofFold : Parallel.run("novelty, fold by fold", parts, progress)) {
      values.addAll(ofFold);
    }
    try {
      return NullFitter.fitSlow(values, settings.quantile());
    } catch (IllegalArgumentException e) {
      throw new MapFitException(
          "the rows give too few states for a novelty threshold ("
              + e.getMessage()
              + "); record more, or use --holdout 0 for a model without thresholds");
    }
  }

  /** Novelties of every block of a fold, by a map of the other folds. */
  private List<double[]> score(int number) {
    RowFold fold;
    KahmMap map;
    try {
      fold = RowFold.of(settings, data, blocks, number);
      map = fold.fitMap(ofAll);
    } catch (MapFitException e) {
      throw new MapFitException(
          "without a part of the rows, which is left out to see how novel new rows are: "
              + e.getMessage());
    }
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    List<double[]> novelties = new ArrayList<>();
    for (List<double[][]> block : fold.left()) {
      novelties.add(
          block.stream()
              .flatMap(Stream::of)
              .mapToDouble(
                  state -> {
                    encoder.encode(state, encoding);
                    return encoding.novelty();
                  })
              .toArray());
    }
    return novelties;
  }
}
