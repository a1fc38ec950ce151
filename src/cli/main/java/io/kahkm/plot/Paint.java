package io.kahkm.plot;

import java.awt.Color;

/** Where a series takes its colour from. */
sealed interface Paint {
  /** One of the theme's series colours. */
  record Numbered(int number) implements Paint {}

  /** A category's own colour. */
  record Category(int label) implements Paint {}

  /** A place on the colour scale, 0 to 1. */
  record Shade(double share) implements Paint {}

  /** The colour of text or, faint, of grid lines. */
  record Neutral(boolean faint) implements Paint {}

  /** The colour in a theme. */
  default Color colour(Theme theme) {
    if (this instanceof Numbered numbered) {
      return theme.series(numbered.number());
    }
    if (this instanceof Category category) {
      return theme.category(category.label());
    }
    if (this instanceof Shade shade) {
      return theme.shade(shade.share());
    }
    return this instanceof Neutral neutral && neutral.faint() ? theme.grid() : theme.text();
  }
}
