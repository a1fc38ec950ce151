package io.kahkm.plot;

import de.erichseifert.vectorgraphics2d.Document;
import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * Some plots side by side and below each other, all of the same size.
 *
 * @param plots in reading order, at least one; not modified afterwards
 * @param columns plots side by side, at least 1
 * @param plotWidth width of a plot in points
 * @param plotHeight height of a plot in points
 */
public record Picture(List<Plot> plots, int columns, int plotWidth, int plotHeight) {
  /** Pixels per point, for sharp screens. */
  private static final int SCALE = 2;

  private static final Pattern DIGITS = Pattern.compile("(\\d\\.\\d{3})\\d+");

  /** Copies the list and checks the sizes. */
  public Picture {
    plots = List.copyOf(plots);
    if (plots.isEmpty() || columns < 1 || plotWidth < 1 || plotHeight < 1) {
      throw new IllegalArgumentException(
          plots.size()
              + " plots in "
              + columns
              + " columns of "
              + plotWidth
              + " x "
              + plotHeight
              + " points make no picture");
    }
  }

  /**
   * Width of the whole picture.
   *
   * @return points
   */
  public int width() {
    return columns * plotWidth;
  }

  /**
   * Height of the whole picture.
   *
   * @return points
   */
  public int height() {
    return (plots.size() + columns - 1) / columns * plotHeight;
  }

  /**
   * Draws with transparent background, for pages that have one.
   *
   * @param theme colours
   * @return a PNG file of twice as many pixels as the picture has points
   * @throws IllegalStateException if the Java runtime has no fonts to draw text with
   */
  public byte[] png(Theme theme) {
    return png(theme, new Color(0, 0, 0, 0));
  }

  /**
   * Draws on white, to stand alone.
   *
   * @return a PNG file of twice as many pixels as the picture has points
   * @throws IllegalStateException if the Java runtime has no fonts to draw text with
   */
  public byte[] png() {
    return png(Theme.LIGHT, Color.WHITE);
  }

  private byte[] png(Theme theme, Color background) {
    BufferedImage image =
        new BufferedImage(SCALE * width(), SCALE * height(), BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(SCALE, SCALE);
    paint(graphics, theme, background);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Draws on white as vector graphics.
   *
   * @return an SVG document
   * @throws IllegalStateException if the Java runtime has no fonts to measure text with
   */
  public String svg() {
    VectorGraphics2D graphics = new VectorGraphics2D();
    paint(graphics, Theme.LIGHT, Color.WHITE);
    Document document =
        Processors.get("svg")
            .getDocument(graphics.getCommands(), new PageSize(0, 0, width(), height()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      document.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A thousandth of a point is finer than any screen; the rest is half of the file.
    return DIGITS.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("$1");
  }

  private void paint(Graphics2D graphics, Theme theme, Color background) {
    try {
      graphics.setColor(background);
      graphics.fillRect(0, 0, width(), height());
      for (int i = 0; i < plots.size(); i++) {
        int x = i % columns * plotWidth;
        int y = i / columns * plotHeight;
        graphics.translate(x, y);
        plots.get(i).paint(graphics, theme, plotWidth, plotHeight);
        graphics.translate(-x, -y);
      }
    } catch (LinkageError | RuntimeException e) {
      // A runtime without fontconfig fails somewhere inside AWT, with whatever error.
      throw new IllegalStateException("pictures cannot be drawn: " + e, e);
    }
  }
}
