package io.kahkm.fitting;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The rows of one fold, which are left out, and the others, which a map is fitted on. Immutable.
 */
final class RowFold {
  private final FitSettings settings;
  private final PreparedEpisodes prepared;
  private final List<Integer> transitions;
  private final List<Episodes> left;

  private RowFold(
      FitSettings settings,
      PreparedEpisodes prepared,
      List<Integer> transitions,
      List<Episodes> left) {
    this.settings = settings;
    this.prepared = prepared;
    this.transitions = transitions;
    this.left = left;
  }

  /**
   * Divides rows.
   *
   * @param settings of the map
   * @param data all rows, in sensor units
   * @param blocks of the rows
   * @param fold the one that is left out
   * @throws MapFitException if the others give no transition
   */
  static RowFold of(FitSettings settings, Episodes data, Blocks blocks, int fold) {
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
    return new RowFold(
        settings,
        PreparedEpisodes.of(settings.map(), others.episodes()),
        transitions,
        Stream.of(left).filter(Objects::nonNull).map(Pieces::episodes).toList());
  }

  /** The other rows as states. */
  PreparedEpisodes prepared() {
    return prepared;
  }

  /** The rows left out as uninterrupted runs of states, one list per block. */
  List<List<double[][]>> left() {
    return left.stream().map(rows -> prepared.later(settings.map(), rows)).toList();
  }

  /**
   * A map of the other rows.
   *
   * @param ofAll the scaling of the map of all rows, where a sensor moved in the rows left out only
   * @throws MapFitException if they do not admit one
   */
  KahmMap fitMap(Scaling ofAll) {
    Partition partition = settings.partition();
    if (partition instanceof Partition.GivenLabels given) {
      List<Integer> labels = transitions.stream().map(given.labels()::get).toList();
      partition = new Partition.GivenLabels(prepared.ofTransitions(labels));
    }
    double[][] states = prepared.states().currentStates();
    return MapFitter.fit(settings.map(), scaling(states, ofAll), states, partition, Progress.NONE);
  }

  private Scaling scaling(double[][] states, Scaling ofAll) {
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
