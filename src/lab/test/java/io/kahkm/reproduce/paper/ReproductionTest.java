package io.kahkm.reproduce.paper;

import org.junit.jupiter.api.Nested;

/**
 * The paper's tables and figures and the committed report: one class, so that what they are
 * compared with is computed once, in one process. Experiments that take long are tagged {@code
 * full}.
 */
class ReproductionTest {
  @Nested
  class Tables extends PaperTablesCases {}

  @Nested
  class Figures extends PaperFiguresCases {}

  @Nested
  class Document extends ReproductionDocumentCases {}
}
