package io.kahkm.lab;

import io.kahkm.reproduce.CoverageStudy;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.study.PaperStudy;
import java.util.List;
import java.util.stream.Stream;

/** The studies there are: coverage of the certificates, and the paper's tables. */
public final class Studies {
  private Studies() {}

  /**
   * Every study.
   *
   * @param classes where the reference classes of the paper come from
   * @return new studies in the order in which they run; those of the paper share what they compute
   */
  public static List<Study> all(ClassSource classes) {
    return Stream.concat(Stream.of(new CoverageStudy()), PaperStudy.all(classes).stream()).toList();
  }
}
