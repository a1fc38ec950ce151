package io.kahkm.reproduce;

import io.kahkm.internal.numeric.Progress;

/** Something that {@code kahkm reproduce} can make: tables or figures. One owner. */
public interface Study {
  /**
   * The word that selects it on the command line.
   *
   * @return lower case
   */
  String name();

  /**
   * Makes tables and figures; the same settings give the same numbers, whatever the number of
   * threads.
   *
   * @param settings size and seed
   * @param progress informed as parts are done, one call at a time
   * @return what was made
   */
  Outcome run(StudySettings settings, Progress progress);
}
