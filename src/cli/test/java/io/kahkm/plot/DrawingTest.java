package io.kahkm.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.intermediate.commands.Command;
import de.erichseifert.vectorgraphics2d.intermediate.commands.FillShapeCommand;
import de.erichseifert.vectorgraphics2d.intermediate.commands.SetColorCommand;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What is drawn beside the axes: captions, the colour scale, and where plots are in a picture. */
class DrawingTest {
  private static final String TEXT =
      "How far ahead the state of the plant is known, by the error of its forecasts";

  /** A filled shape and its colour. */
  private record Filled(Shape shape, Color colour) {
    Rectangle2D bounds() {
      return shape.getBounds2D();
    }
  }

  private static List<Filled> filled(VectorGraphics2D graphics) {
    List<Filled> all = new ArrayList<>();
    Color colour = Color.BLACK;
    for (Command<?> command : graphics.getCommands()) {
      if (command instanceof SetColorCommand set) {
        colour = set.getValue();
      } else if (command instanceof FillShapeCommand fill) {
        all.add(new Filled(fill.getValue(), colour));
      }
    }
    return all;
  }

  private static TextLayout layout(String text) {
    return new TextLayout(
        text, new Font(Font.SANS_SERIF, Font.PLAIN, 12), new FontRenderContext(null, true, true));
  }

  private static Rectangle2D written(String text, int x, int y) {
    return layout(text).getOutline(AffineTransform.getTranslateInstance(x, y)).getBounds2D();
  }

  /** The same words; every line fits, and the next word would not. */
  @Test
  void aCaptionIsBrokenWhereTheNextWordDoesNotFit() {
    for (int width : new int[] {90, 200, 333, 2_000}) {
      List<String> lines = new Caption(TEXT, width).lines();
      assertThat(String.join(" ", lines)).isEqualTo(TEXT);
      for (int i = 0; i < lines.size(); i++) {
        boolean oneWord = !lines.get(i).contains(" ");
        assertThat(layout(lines.get(i)).getAdvance() <= width - 20 || oneWord).isTrue();
        if (i + 1 < lines.size()) {
          String longer = lines.get(i) + " " + lines.get(i + 1).split(" ")[0];
          assertThat((double) layout(longer).getAdvance()).isGreaterThan(width - 20);
        }
      }
    }
    assertThat(new Caption(TEXT, 2_000).lines()).hasSize(1);
    int exact = (int) Math.ceil(layout(TEXT).getAdvance()) + 20;
    assertThat(new Caption(TEXT, exact).lines()).hasSize(1);
    assertThat(new Caption("word", 1).lines()).as("wider than the line").containsExactly("word");
  }

  @Test
  void aCaptionTakesSixteenPointsForEachLineAndFour() {
    assertThat(new Caption("", 100).lines()).isEmpty();
    assertThat(new Caption("", 100).height()).isZero();
    assertThat(new Caption(TEXT, 2_000).height()).isEqualTo(20);
    Caption several = new Caption(TEXT, 200);
    assertThat(several.height()).isEqualTo(16 * several.lines().size() + 4);

    VectorGraphics2D graphics = new VectorGraphics2D();
    several.paint(graphics, Theme.DARK);
    List<Filled> drawn = filled(graphics);
    assertThat(drawn).hasSameSizeAs(several.lines());
    for (int i = 0; i < drawn.size(); i++) {
      assertThat(drawn.get(i).colour()).isEqualTo(Theme.DARK.text());
      assertThat(drawn.get(i).bounds())
          .isEqualTo(written(several.lines().get(i), 10, 16 * (i + 1)));
    }
  }

  /** 64 steps from 100 points below the top to 60 above the bottom, five numbers beside them. */
  @Test
  void theColourScaleGoesUpFromTheLowestValue() {
    VectorGraphics2D graphics = new VectorGraphics2D();
    ColourScale.paint(graphics, Theme.LIGHT, new ColourScale.Ends("log", -5, -1), 740);
    List<Filled> drawn = filled(graphics);
    assertThat(drawn).hasSize(64 + 5 + 1);
    double step = 640 / 64.0;
    for (int i = 0; i < 64; i++) {
      assertThat(drawn.get(i).colour()).isEqualTo(Theme.LIGHT.shade((i + 0.5) / 64));
      assertThat(drawn.get(i).bounds())
          .isEqualTo(new Rectangle2D.Double(4, 40 + 640 - (i + 1) * step, 12, step + 1));
    }
    List<String> labels = List.of("-5.0", "-4.0", "-3.0", "-2.0", "-1.0");
    for (int i = 0; i < 5; i++) {
      assertThat(drawn.get(64 + i).colour()).isEqualTo(Theme.LIGHT.text());
      assertThat(drawn.get(64 + i).bounds())
          .isEqualTo(written(labels.get(i), 20, 40 + 640 - 160 * i + 5));
    }
    assertThat(drawn.get(69).bounds()).isEqualTo(written("log", 4, 28));
  }

  private static BufferedImage image(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  /** Its lowest and highest columns and rows that have the colour; null where none has. */
  private static int[] extent(BufferedImage image, Color colour) {
    int[] found = {Integer.MAX_VALUE, -1, Integer.MAX_VALUE, -1};
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        if (image.getRGB(x, y) == colour.getRGB()) {
          found[0] = Math.min(found[0], x);
          found[1] = Math.max(found[1], x);
          found[2] = Math.min(found[2], y);
          found[3] = Math.max(found[3], y);
        }
      }
    }
    return found;
  }

  private static Plot flat(String name) {
    return Plot.of("x", "y").line(name, List.of(1.0, 2.0), List.of(1.0, 2.0));
  }

  /** The third of three plots in two columns is below the first, and drawn as that. */
  @Test
  void plotsAreDrawnFromLeftToRightAndDown() throws IOException {
    Plot red = Plot.of("x", "y").dashedLine("r", List.of(1.0, 2.0), List.of(1.0, 2.0));
    List<Double> x = List.of(1.0, 2.0);
    Plot full = Plot.of("x", "y").shades(x, x, List.of(0.0, 1.0), "log").caption("Words");
    BufferedImage image =
        image(new Picture(List.of(full, red, flat("a")), 2, 120, 90).png(Theme.LIGHT));
    BufferedImage first = image(full.png(Theme.LIGHT, 120, 90));
    BufferedImage second = image(red.png(Theme.LIGHT, 120, 90));
    BufferedImage third = image(flat("a").png(Theme.LIGHT, 120, 90));
    assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(480, 360);
    assertThat(same(image.getSubimage(0, 0, 240, 180), first)).isTrue();
    assertThat(same(image.getSubimage(240, 0, 240, 180), second)).isTrue();
    assertThat(same(image.getSubimage(0, 180, 240, 180), third)).isTrue();
  }

  private static boolean same(BufferedImage one, BufferedImage other) {
    for (int x = 0; x < one.getWidth(); x++) {
      for (int y = 0; y < one.getHeight(); y++) {
        if (one.getRGB(x, y) != other.getRGB(x, y)) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void aPictureOfItsOwnIsOnWhite() throws IOException {
    BufferedImage alone = image(new Picture(List.of(flat("a")), 1, 120, 90).png());
    assertThat(alone.getRGB(0, 0)).isEqualTo(0xffffffff);
    assertThat(alone.getRGB(239, 179)).isEqualTo(0xffffffff);
  }

  /** The axes are as wide as is left beside the scale, and as high as is left below the caption. */
  @Test
  void aCaptionAndAColourScaleTakeRoomFromTheAxes() throws IOException {
    List<Double> x = List.of(1.0, 2.0);
    Plot shades = Plot.of("x", "y").shades(x, x, List.of(0.0, 1.0), "log");
    BufferedImage plain = image(flat("").png(Theme.LIGHT, 300, 200));
    BufferedImage beside = image(shades.png(Theme.LIGHT, 300, 200));
    BufferedImage below = image(flat("").caption("Words").png(Theme.LIGHT, 300, 200));
    int[] grid = extent(plain, Theme.LIGHT.grid());
    assertThat(extent(beside, Theme.LIGHT.grid())[1]).isCloseTo(grid[1] - 2 * 70, within(4));
    assertThat(extent(below, Theme.LIGHT.grid())[2]).isCloseTo(grid[2] + 2 * 20, within(4));
    assertThat(extent(below, Theme.LIGHT.grid())[3]).isCloseTo(grid[3], within(4));
    assertThat(extent(below, Theme.LIGHT.text())[2]).as("the caption").isLessThan(2 * 20);
    // The lowest colour of the scale is in its bar, 4 points beside the axes.
    assertThat(extent(beside, Theme.LIGHT.shade(10.5 / 64))[0]).isEqualTo(2 * (230 + 4));
  }
}
