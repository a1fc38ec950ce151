package io.kahkm.fitting;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.fitting.relation.NullFitter;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Partition;
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
      return NullFitter.fit(values, settings.quantile());
    } catch (IllegalArgumentException e) {
      throw new MapFitException(
          "the rows give too few states for a novelty limit ("
              + e.getMessage()
              + "); record more,"
              + " or use --holdout 0 for a model without limits");
    }
  }

  /** Novelties of every block of a fold, by a map of the other folds. */
  private List<double[]> score(int fold) {
    Pieces others = new Pieces();
    List<Integer> transitions = new ArrayList<>();
    Pieces[] left = new Pieces[blocks.count()];
    int row = 0;
    for (int e = 0; e < data.count(); e++) {
      int before = -1;
      for (int t = 0; t < data.length(e); t++, row++) {
        int block = blocks.block(row);
        boolean leftOut = blocks.foldOfBlock(block) == fold;
        Pieces pieces = others;
        if (leftOut) {
          left[block] = left[block] == null ? new Pieces() : left[block];
          pieces = left[block];
        }
        // Rows of two blocks do not continue each other where one of them is left out.
        int place = leftOut ? block : blocks.count();
        boolean follows = t > 0 && place == before;
        pieces.add(data.state(e, t), data.stream(e), follows);
        if (follows && !leftOut) {
          // Transition number: rows before it, less one per episode before it, less one.
          transitions.add(row - e - 1);
        }
        before = place;
      }
    }
    KahmMap map;
    PreparedEpisodes prepared;
    try {
      prepared = PreparedEpisodes.of(settings.map(), others.episodes());
      map = fitMap(prepared, transitions);
    } catch (MapFitException e) {
      throw new MapFitException(
          "without a part of the rows, which is left out to see how novel new rows are: "
              + e.getMessage());
    }
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    List<double[]> novelties = new ArrayList<>();
    for (Pieces block : left) {
      if (block != null) {
        novelties.add(
            prepared.later(settings.map(), block.episodes()).stream()
                .flatMap(Stream::of)
                .mapToDouble(
                    state -> {
                      encoder.encode(state, encoding);
                      return encoding.novelty();
                    })
                .toArray());
      }
    }
    return novelties;
  }

  private KahmMap fitMap(PreparedEpisodes prepared, List<Integer> transitions) {
    Partition partition = settings.partition();
    if (partition instanceof Partition.GivenLabels given) {
      List<Integer> labels = transitions.stream().map(given.labels()::get).toList();
      partition = new Partition.GivenLabels(prepared.ofTransitions(labels));
    }
    double[][] states = prepared.states().currentStates();
    return MapFitter.fit(
        settings.map(), scaling(prepared, states), states, partition, Progress.NONE);
  }

  /** That of the fold, or of all rows where a sensor moved in the rows left out only. */
  private Scaling scaling(PreparedEpisodes prepared, double[][] states) {
    if (prepared.scaling().isPresent()) {
      return prepared.scaling().get();
    }
    try {
      return MapFitter.scaling(settings.map(), states);
    } catch (MapFitException e) {
      return ofAll;
    }
  }

  /** Rows gathered into uninterrupted runs. */
  private static final class Pieces {
    private final List<double[][]> runs = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>();
    private final List<double[]> run = new ArrayList<>();
    private int stream;

    void add(double[] row, int ofStream, boolean follows) {
      if (!follows) {
        close();
      }
      stream = ofStream;
      run.add(row);
    }

    private void close() {
      if (!run.isEmpty()) {
        runs.add(run.toArray(double[][]::new));
        streams.add(stream);
        run.clear();
      }
    }

    Episodes episodes() {
      close();
      return Episodes.of(runs, streams);
    }
  }
}
