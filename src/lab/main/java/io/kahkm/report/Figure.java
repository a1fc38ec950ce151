package io.kahkm.report;

import io.kahkm.plot.Picture;
import java.util.List;

/**
 * A figure with its numbers.
 *
 * @param name lower case, words joined by hyphens; names its files
 * @param title what it shows, one line
 * @param caption how it was made and how to read it, one paragraph each
 * @param picture the drawing
 * @param data every point of the drawing
 * @param statements what is said about the figure elsewhere, and whether it holds here; may be
 *     empty
 */
public record Figure(
    String name,
    String title,
    List<String> caption,
    Picture picture,
    ResultTable data,
    List<Statement> statements) {
  /** Copies the lists. */
  public Figure {
    caption = List.copyOf(caption);
    statements = List.copyOf(statements);
  }

  /**
   * A sentence about a figure.
   *
   * @param text the sentence
   * @param holds whether the figure's numbers say so too
   */
  public record Statement(String text, boolean holds) {}
}
