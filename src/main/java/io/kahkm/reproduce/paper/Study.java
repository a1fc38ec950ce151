package io.kahkm.reproduce.paper;

import io.kahkm.numeric.Progress;
import java.util.List;

/** One experiment of the paper: computes all values of its tables from the packaged inputs. */
interface Study {
  /** The tables it fills, by the paper's labels. */
  List<String> tables();

  /**
   * Runs the experiment.
   *
   * @param data the inputs
   * @param results receives every value of {@link #tables()}
   * @param progress told of every finished fit
   */
  void run(PaperData data, Results results, Progress progress);
}
