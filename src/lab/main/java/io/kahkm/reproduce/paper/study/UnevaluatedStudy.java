package io.kahkm.reproduce.paper.study;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.Reproduction;
import io.kahkm.reproduce.paper.UnevaluatedTable;
import java.util.List;

/** What the paper proves and leaves unevaluated, as one table of {@code reproduce}. */
final class UnevaluatedStudy implements Study {
  private final Reproduction reproduction;

  UnevaluatedStudy(Reproduction reproduction) {
    this.reproduction = reproduction;
  }

  @Override
  public String name() {
    return "unevaluated";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    return Outcome.ofTables(
        List.of(UnevaluatedTable.of(reproduction.fits(), settings.seed(), progress)));
  }
}
