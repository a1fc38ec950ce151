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

  /** Anchors of the colour scale from low to high, evenly spaced: viridis. */
  private static final int[] SCALE = {
    0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b,
    0xfde725
  };

  /** Yellow cannot be seen on white, nor purple on black. */
  private static final double UNSEEN = 0.12;

  private static final double GOLDEN_SECTION = 0.618033988749895;

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

  /** Colour of a category; neighbouring numbers look different. */
  Color category(int label) {
    float hue = (float) (label * GOLDEN_SECTION % 1);
    float saturation = 0.55f + 0.2f * (label % 3);
    float brightness = (this == LIGHT ? 0.55f : 0.75f) + 0.12f * (label % 3);
    return Color.getHSBColor(hue, saturation, brightness);
  }

  /** Colour of a place on the colour scale, 0 to 1. */
  Color shade(double share) {
    double seen = (this == LIGHT ? 0 : UNSEEN) + share * (1 - UNSEEN);
    double place = seen * (SCALE.length - 1);
    int below = (int) Math.min(SCALE.length - 2, place);
    Color low = new Color(SCALE[below]);
    Color high = new Color(SCALE[below + 1]);
    double part = place - below;
    return new Color(
        between(low.getRed(), high.getRed(), part),
        between(low.getGreen(), high.getGreen(), part),
        between(low.getBlue(), high.getBlue(), part));
  }

  private static int between(int low, int high, double part) {
    return (int) Math.round(low + part * (high - low));
  }
}
