package io.kahkm.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PlotTest {
  private static Plot plot() {
    return Plot.of("time in s", "value")
        .line("line", List.of(1.0, 2.0, 4.0), List.of(1.0, Double.NaN, 3.0))
        .points("points", List.of(1.0, 3.0), List.of(2.0, 2.5))
        .histogram("histogram", List.of(1.0, 1.1, 1.2, 3.9), 10)
        .limit("limit", 1, 2, 4, 2);
  }

  private static BufferedImage picture(Plot plot, Theme theme) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(plot.png(theme, 300, 200)));
  }

  private static boolean has(BufferedImage image, int colour) {
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        if (image.getRGB(x, y) == (0xff000000 | colour)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void drawsEverySeriesInTheColoursOfTheThemeOnTransparentGround() throws IOException {
    BufferedImage light = picture(plot(), Theme.LIGHT);
    BufferedImage dark = picture(plot(), Theme.DARK);

    assertThat(light.getWidth()).isEqualTo(600);
    assertThat(light.getHeight()).isEqualTo(400);
    assertThat(light.getRGB(0, 0) >>> 24).isZero();
    for (int i = 0; i < 4; i++) {
      assertThat(has(light, Theme.LIGHT.series(i).getRGB())).as("series " + i).isTrue();
      assertThat(has(dark, Theme.DARK.series(i).getRGB())).as("series " + i).isTrue();
    }
    assertThat(has(light, Theme.DARK.series(0).getRGB())).isFalse();
  }

  @Test
  void drawsTheSameTwice() {
    Plot plot = plot().logarithmicX();

    assertThat(plot.png(Theme.LIGHT, 300, 200)).isEqualTo(plot.png(Theme.LIGHT, 300, 200));
  }

  @Test
  void refusesSeriesThatDoNotFit() {
    Plot plot = Plot.of("x", "y");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> plot.line("odd", List.of(1.0), List.of()))
        .withMessageContaining("series odd has 1 x and 0 y values");
  }

  @Test
  void vectorGraphicsHaveThePicturesSizeAndEveryTextAsOutlines() {
    Picture picture = new Picture(List.of(plot(), plot().title("second")), 2, 300, 200);

    String svg = picture.svg();

    assertThat(picture.width()).isEqualTo(600);
    assertThat(picture.height()).isEqualTo(200);
    assertThat(svg).contains("viewBox=\"0 0 600 200\"").contains("<path");
    // Coordinates have at most three decimals.
    assertThat(svg).doesNotContainPattern("\\d\\.\\d{4}").doesNotContain("<text");
  }

  @Test
  void categoriesAndShadesHaveTheirOwnColours() throws IOException {
    List<Double> x = List.of(1.0, 2.0, 3.0);
    Plot categories = Plot.of("x", "y").categories(x, x, List.of(7, 8, 7));
    Plot shades = Plot.of("x", "y").shades(x, x, List.of(-5.0, -4.0, -1.0), "log").circle(2);

    BufferedImage groups = picture(categories, Theme.LIGHT);
    assertThat(has(groups, Theme.LIGHT.category(7).getRGB())).isTrue();
    assertThat(has(groups, Theme.LIGHT.category(8).getRGB())).isTrue();
    assertThat(has(groups, Theme.LIGHT.category(9).getRGB())).isFalse();
    assertThat(has(picture(shades, Theme.DARK), Theme.DARK.shade(0.5 / 64).getRGB())).isTrue();
  }

  @Test
  void numbersAtTheAxesArePlainWhereThatIsShort() {
    assertThat(TickText.of(0)).isEqualTo("0");
    assertThat(TickText.of(-0.05)).isEqualTo("-0.05");
    assertThat(TickText.of(200)).isEqualTo("200");
    assertThat(TickText.of(1e-6)).isEqualTo("10⁻⁶");
    assertThat(TickText.of(2.5e7)).isEqualTo("2.5·10⁷");
    assertThat(TickText.of(0.30000000000000004)).isEqualTo("0.3");
  }
}
