package io.kahkm.reproduce;

import java.util.List;
import java.util.Optional;

/** The studies there are; a new one is added to the list. */
public final class Studies {
  private static final List<Study> ALL = List.of(new CoverageStudy());

  private Studies() {}

  /**
   * Every study.
   *
   * @return immutable, in the order in which they run
   */
  public static List<Study> all() {
    return ALL;
  }

  /**
   * Finds a study.
   *
   * @param name as returned by {@link Study#name()}
   * @return the study, empty for an unknown name
   */
  public static Optional<Study> find(String name) {
    return ALL.stream().filter(study -> study.name().equals(name)).findFirst();
  }
}
