package io.kahkm.plot;

import java.awt.Color;

/** Colours of a picture, whose background is transparent. */
public enum Theme {
  /** For light pages and paper. */
  LIGHT(0x1f2328, 0xd0d7de),
  /** For dark pages. */
  DARK(0xe6edf3, 0x3d444d);

  private static final int[] ON_LIGHT = {0x0969da, 0xcf222e, 0x1a7f37, 0x8250df};
  private static final int[] ON_DARK = {0x4493f8, 0xf85149, 0x3fb950, 0xab7df8};

  private final int text;
  private final int grid;

  Theme(int text, int grid) {
    this.text = text;
    this.grid = grid;
  }

  Color text() {
    return new Color(text);
  }

  Color grid() {
    return new Color(grid);
  }

  /** Colour of the series with this 0-based number; they repeat. */
  Color series(int number) {
    int[] colours = this == LIGHT ? ON_LIGHT : ON_DARK;
    return new Color(colours[number % colours.length]);
  }
}
