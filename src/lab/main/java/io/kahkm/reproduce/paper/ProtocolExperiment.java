package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;

/** tab:exp_search_protocol: the documented candidate grids. */
final class ProtocolExperiment implements Experiment {
  private static final String TABLE = "tab:exp_search_protocol";

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    for (PaperSearch search : PaperSearch.all()) {
      results.put(TABLE, search.row(), "Count", search.grid().size());
    }
  }
}
