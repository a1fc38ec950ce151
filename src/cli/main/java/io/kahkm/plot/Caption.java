package io.kahkm.plot;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.util.ArrayList;
import java.util.List;

/**
 * Text of a plot that the chart library does not draw: outlines, so that no reader needs a font.
 */
final class Caption {
  /** Size of all text, in points. */
  static final int TEXT_SIZE = 12;

  private static final int MARGIN = 10;
  private static final int SPACING = 4;
  private static final int LINE = TEXT_SIZE + SPACING;

  private final List<String> lines = new ArrayList<>();

  /**
   * Breaks a text into lines.
   *
   * @param text words with single blanks between them; empty for no lines
   * @param width points that a line may fill, margins included
   */
  Caption(String text, int width) {
    String line = "";
    for (String word : text.isEmpty() ? new String[0] : text.split(" ")) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && layout(longer).getAdvance() > width - 2 * MARGIN) {
        lines.add(line);
        longer = word;
      }
      line = longer;
    }
    if (!line.isEmpty()) {
      lines.add(line);
    }
  }

  /** The lines, top down. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Points that the lines fill from top to bottom; 0 without any. */
  int height() {
    return lines.isEmpty() ? 0 : lines.size() * LINE + SPACING;
  }

  void paint(Graphics2D graphics, Theme theme) {
    graphics.setColor(theme.text());
    for (int i = 0; i < lines.size(); i++) {
      write(graphics, lines.get(i), MARGIN, (i + 1) * LINE);
    }
  }

  /** Fills the outlines of a text whose base line starts at a point. */
  static void write(Graphics2D graphics, String text, int x, int y) {
    graphics.fill(layout(text).getOutline(AffineTransform.getTranslateInstance(x, y)));
  }

  private static TextLayout layout(String text) {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, TEXT_SIZE);
    return new TextLayout(text, font, new FontRenderContext(null, true, true));
  }
}
