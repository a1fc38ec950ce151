package io.kahkm.plot;

import java.awt.Graphics2D;
import java.util.Locale;

/** The bar beside a plot that tells which colour means which value. */
final class ColourScale {
  /** Room it takes beside the axes, in points. */
  static final int WIDTH = 70;

  private static final int BAR = 12;
  private static final int STEPS = 64;
  private static final int LABELS = 5;
  private static final int TOP = 40;
  private static final int BOTTOM = 60;
  private static final int GAP = 4;

  /** What the scale is of, and the values at its ends. */
  record Ends(String title, double low, double high) {}

  private ColourScale() {}

  static void paint(Graphics2D graphics, Theme theme, Ends scale, int height) {
    double length = height - TOP - BOTTOM;
    double step = length / STEPS;
    for (int i = 0; i < STEPS; i++) {
      graphics.setColor(theme.shade((i + 0.5) / STEPS));
      int y = (int) Math.floor(TOP + length - (i + 1) * step);
      graphics.fillRect(GAP, y, BAR, (int) Math.ceil(step) + 1);
    }
    graphics.setColor(theme.text());
    int half = Caption.TEXT_SIZE / 2 - 1;
    for (int i = 0; i < LABELS; i++) {
      double share = (double) i / (LABELS - 1);
      String label =
          String.format(Locale.ROOT, "%.1f", scale.low() + share * (scale.high() - scale.low()));
      int y = (int) Math.round(TOP + length - share * length) + half;
      Caption.write(graphics, label, GAP + BAR + GAP, y);
    }
    Caption.write(graphics, scale.title(), GAP, TOP - Caption.TEXT_SIZE);
  }
}
