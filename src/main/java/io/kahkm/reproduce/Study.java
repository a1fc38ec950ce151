package io.kahkm.reproduce;

import io.kahkm.numeric.Progress;
import java.util.List;

/** Something that {@code kahkm reproduce} can make: one or more tables. One owner. */
public interface Study {
  /**
   * The word that selects it on the command line.
   *
   * @return lower case
   */
  String name();

  /**
   * What it shows.
   *
   * @return one sentence
   */
  String description();

  /**
   * Makes the tables; the same settings give the same tables, whatever the number of threads.
   *
   * @param settings size and seed
   * @param progress informed as parts are done, one call at a time
   * @return the tables, in the order in which they are shown
   */
  List<ResultTable> run(StudySettings settings, Progress progress);
}
