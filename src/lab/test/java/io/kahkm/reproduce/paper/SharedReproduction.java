package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.print.ClassSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** One computation of the paper for all tests that look at it. */
final class SharedReproduction {
  static final Reproduction PUBLISHED = new Reproduction(ClassSource.PUBLISHED);

  /** Experiments of about a second at most; the long suite runs the others besides. */
  private static final Set<PaperTable.Source> SHORT =
      EnumSet.of(
          PaperTable.Source.ABSTRACTION,
          PaperTable.Source.SELECTION,
          PaperTable.Source.NOISE,
          PaperTable.Source.ROBUSTNESS,
          PaperTable.Source.EXTERNAL_REFERENCE,
          PaperTable.Source.EXTERNAL,
          PaperTable.Source.SPECTRA,
          PaperTable.Source.PROTOCOL,
          PaperTable.Source.OBSTRUCTION);

  private SharedReproduction() {}

  static Stream<PaperTable> shortTables() {
    return Arrays.stream(PaperTable.values()).filter(table -> SHORT.contains(table.source()));
  }

  static Stream<PaperTable> longTables() {
    return Arrays.stream(PaperTable.values()).filter(table -> !SHORT.contains(table.source()));
  }

  static Stream<PaperFigure> shortFigures() {
    return Arrays.stream(PaperFigure.values()).filter(figure -> SHORT.contains(figure.source()));
  }

  static Stream<PaperFigure> longFigures() {
    return Arrays.stream(PaperFigure.values()).filter(figure -> !SHORT.contains(figure.source()));
  }
}
