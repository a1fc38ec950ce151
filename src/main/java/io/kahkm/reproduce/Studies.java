package io.kahkm.reproduce;

import io.kahkm.reproduce.paper.PaperStudy;
import java.util.List;
import java.util.stream.Stream;

/** The studies there are: coverage of the certificates, and the paper's tables. */
public final class Studies {
  private Studies() {}

  /**
   * Every study.
   *
   * @return new studies in the order in which they run; those of the paper share what they compute
   */
  public static List<Study> all() {
    return Stream.concat(Stream.of(new CoverageStudy()), PaperStudy.all().stream()).toList();
  }
}
