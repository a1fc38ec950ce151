package io.kahkm.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;

/** What the chart library is told of a plot, series by series, and of its axes. */
class ChartTest {
  private static final List<Double> X = List.of(1.0, 2.0, 4.0);
  private static final List<Double> Y = List.of(3.0, 5.0, 2.0);

  private static XYChart chart(Plot plot) {
    return new ChartBuilder(plot, Theme.LIGHT).build(300, 200);
  }

  private static XYStyler styler(Plot plot) {
    return chart(plot).getStyler();
  }

  /** Name, whether in the legend, render style, marker, dashes, width, colour, first points. */
  private static List<String> told(Plot plot) {
    List<String> lines = new ArrayList<>();
    for (XYSeries series : chart(plot).getSeriesCollection()) {
      BasicStroke stroke = series.getLineStyle();
      assertThat(series.getMarkerColor()).isEqualTo(series.getLineColor());
      Color line = series.getLineColor();
      assertThat(series.getFillColor())
          .isEqualTo(new Color(line.getRed(), line.getGreen(), line.getBlue(), 110));
      lines.add(
          String.format(
              Locale.ROOT,
              "%s|%s|%s|%s|%s|%.1f|%06x|%s|%s",
              series.getName(),
              series.isShowInLegend() ? "legend" : "",
              series.getXYSeriesRenderStyle().map(Object::toString).orElse(""),
              series.getMarker().getClass().getSimpleName(),
              stroke.getDashArray() == null ? "" : Arrays.toString(stroke.getDashArray()),
              stroke.getLineWidth(),
              line.getRGB() & 0xffffff,
              Arrays.toString(series.getXData()),
              Arrays.toString(series.getYData())));
    }
    return lines;
  }

  @Test
  void everyKindOfSeriesLooksAsItShould() {
    List<Double> low = List.of(2.0, 4.0, 1.0);
    List<Double> high = List.of(4.0, 6.0, 3.0);
    Plot plot =
        Plot.of("x", "y")
            .line("a", X, Y)
            .dashedLine("b", X, high)
            .bars(List.of(1.0), List.of(2.0), List.of(4.0))
            .points("c", X, Y)
            .crosses("d", X, low)
            .path(X, Y)
            .histogram("e", List.of(10.0, 12.0, 13.9, 18.0), 4)
            .limit("f", 1, 2, 4, 3);

    String points = "[1.0, 2.0, 4.0]|[3.0, 5.0, 2.0]";
    assertThat(told(plot))
        .containsExactly(
            "a|legend|Line|Circle||1.6|0969da|" + points,
            "b|legend|Line|Circle|[6.0, 4.0]|1.6|0969da|[1.0, 2.0, 4.0]|[4.0, 6.0, 3.0]",
            "series 2||Line|None||0.8|0969da|[1.0, 1.0]|[2.0, 4.0]",
            "c|legend|Scatter|Circle||1.6|cf222e|" + points,
            "d|legend|Scatter|Cross||1.6|1f2328|[1.0, 2.0, 4.0]|[2.0, 4.0, 1.0]",
            "series 5||Line|None||0.8|d0d7de|" + points,
            "e|legend|StepArea|None||1.6|1a7f37|[10.0, 12.0, 14.0, 16.0, 18.0]|[1.0, 2.0, 0.0, 1.0,"
                + " 0.0]",
            "f|legend|Line|None|[6.0, 4.0]|1.6|8250df|[1.0, 4.0]|[2.0, 3.0]");
  }

  @Test
  void valuesThatAreAllTheSameAreInOneBinOfWidthOne() {
    assertThat(told(Plot.of("x", "y").histogram("e", List.of(2.0, 2.0), 2)))
        .containsExactly("e|legend|StepArea|None||1.6|0969da|[2.0, 3.0, 4.0]|[2.0, 0.0, 0.0]");
  }

  @Test
  void aDashedLineOrBarsBeforeAnyLineHaveTheFirstColour() {
    assertThat(told(Plot.of("x", "y").dashedLine("b", X, Y)).get(0)).contains("|0969da|");
  }

  /** By 60 dashes of six points, of which the last is left out. */
  @Test
  void aCircleIsDashedAroundTheOrigin() {
    XYSeries circle = chart(Plot.of("x", "y").circle(2)).getSeriesCollection().iterator().next();
    double[] x = circle.getXData();
    double[] y = circle.getYData();
    assertThat(x).hasSize(361);
    int gaps = 0;
    for (int i = 0; i < x.length; i++) {
      double angle = Math.toRadians(i);
      assertThat(x[i]).isCloseTo(2 * Math.cos(angle), within(1e-9));
      if (i % 6 == 5) {
        assertThat(y[i]).isNaN();
        gaps++;
      } else {
        assertThat(y[i]).isCloseTo(2 * Math.sin(angle), within(1e-9));
      }
    }
    assertThat(gaps).isEqualTo(60);
    assertThat(circle.getLineColor().getRGB() & 0xffffff).isEqualTo(0x1f2328);
  }

  @Test
  void categoriesAreGroupedByNumberWithAColourEach() {
    List<String> lines = told(Plot.of("x", "y").categories(X, Y, List.of(8, 7, 8)));
    assertThat(lines)
        .containsExactly(
            "series 0||Scatter|Circle||1.6|%06x|[2.0]|[5.0]".formatted(category(7)),
            "series 1||Scatter|Circle||1.6|%06x|[1.0, 4.0]|[3.0, 2.0]".formatted(category(8)));
  }

  /** Golden section of the circle of hues; every third label is as bright. */
  private static int category(int label) {
    double turns = label * (Math.sqrt(5) - 1) / 2;
    float hue = (float) (turns - Math.floor(turns));
    int step = label % 3;
    return Color.HSBtoRGB(hue, 0.55f + 0.2f * step, 0.55f + 0.12f * step) & 0xffffff;
  }

  @Test
  void onDarkPagesCategoriesAreBrighter() {
    for (int label = 0; label < 6; label++) {
      float[] light = hsb(Theme.LIGHT.category(label));
      float[] dark = hsb(Theme.DARK.category(label));
      assertThat(dark[2] - light[2]).isCloseTo(0.2f, within(0.01f));
      assertThat(light[2]).isCloseTo(0.55f + 0.12f * (label % 3), within(0.01f));
    }
  }

  private static float[] hsb(Color colour) {
    return Color.RGBtoHSB(colour.getRed(), colour.getGreen(), colour.getBlue(), null);
  }

  /** 64 shades: the second value is a quarter of the way. */
  @Test
  void shadesAreThoseOfTheScaleFromTheLowestToTheHighest() {
    Plot plot = Plot.of("x", "y").shades(X, Y, List.of(-5.0, -4.0, -1.0), "log");
    assertThat(told(plot))
        .containsExactly(
            "series 0||Scatter|Circle||1.6|%06x|[1.0]|[3.0]".formatted(shade(0.5 / 64)),
            "series 1||Scatter|Circle||1.6|%06x|[2.0]|[5.0]".formatted(shade(16.5 / 64)),
            "series 2||Scatter|Circle||1.6|%06x|[4.0]|[2.0]".formatted(shade(63.5 / 64)));
    assertThat(told(Plot.of("x", "y").shades(X, Y, List.of(2.0, 2.0, 2.0), "log")))
        .containsExactly(
            "series 0||Scatter|Circle||1.6|%06x|[1.0, 2.0, 4.0]|[3.0, 5.0, 2.0]"
                .formatted(shade(0.5 / 64)));
  }

  private static int shade(double share) {
    return Theme.LIGHT.shade(share).getRGB() & 0xffffff;
  }

  /** The ends and the middle of viridis; yellow is not used on white, nor purple on black. */
  @Test
  void theColourScaleIsViridisWithoutWhatCannotBeSeen() {
    assertThat(shade(0)).isEqualTo(0x440154);
    // Four of nine ninths.
    assertThat(shade(4 / 9.0 / 0.88)).isEqualTo(0x26828e);
    // 0.88 of the scale: 7.92 of 9 anchors.
    assertThat(shade(1)).isEqualTo(0xafdd2f);
    assertThat(Theme.DARK.shade(1).getRGB() & 0xffffff).isEqualTo(0xfde725);
    // 0.12 of the scale: 1.08 of 9 anchors.
    assertThat(Theme.DARK.shade(0).getRGB() & 0xffffff).isEqualTo(0x472b79);
  }

  @Test
  void coloursOfSeriesRepeatAfterFourAndDifferByTheme() {
    List<Integer> light = List.of(0x0969da, 0xcf222e, 0x1a7f37, 0x8250df, 0x0969da);
    List<Integer> dark = List.of(0x4493f8, 0xf85149, 0x3fb950, 0xab7df8, 0x4493f8);
    for (int i = 0; i < 5; i++) {
      assertThat(Theme.LIGHT.series(i)).isEqualTo(new Color(light.get(i)));
      assertThat(Theme.DARK.series(i)).isEqualTo(new Color(dark.get(i)));
    }
    assertThat(Theme.DARK.text()).isEqualTo(new Color(0xe6edf3));
    assertThat(Theme.DARK.grid()).isEqualTo(new Color(0x3d444d));
  }

  @Test
  void titlesAndAxesAreThoseOfThePlot() {
    Plot plot = Plot.of("time in s", "value").line("a", X, Y);
    XYChart chart = chart(plot);
    assertThat(chart.getXAxisTitle()).isEqualTo("time in s");
    assertThat(chart.getYAxisTitle()).isEqualTo("value");
    assertThat(List.of(chart.getWidth(), chart.getHeight())).containsExactly(300, 200);
    XYStyler styler = chart.getStyler();
    assertThat(styler.isChartTitleVisible()).isFalse();
    assertThat(styler.isXAxisLogarithmic()).isFalse();
    assertThat(styler.isYAxisLogarithmic()).isFalse();
    assertThat(styler.getXAxisMin()).isNull();
    assertThat(chart(plot.title("first")).getTitle()).isEqualTo("first");
    assertThat(styler(plot).isChartTitleVisible()).isTrue();
    assertThat(styler(plot.logarithmicX()).isXAxisLogarithmic()).isTrue();
    assertThat(styler(plot).isYAxisLogarithmic()).isFalse();
    assertThat(styler(plot.logarithmicY()).isYAxisLogarithmic()).isTrue();
    styler = styler(plot.range(1, 2, 3, 4));
    assertThat(
            List.of(
                styler.getXAxisMin(),
                styler.getXAxisMax(),
                styler.getYAxisMin(),
                styler.getYAxisMax()))
        .containsExactly(1.0, 2.0, 3.0, 4.0);
  }

  /** More than three names are beside the axes, one below the other. */
  @Test
  void theLegendIsBelowUnlessItHasManyNames() {
    Plot plot = Plot.of("x", "y").path(X, Y);
    assertThat(styler(plot).isLegendVisible()).as("nothing is named").isFalse();
    plot.line("a", X, Y).line("b", X, Y).line("c", X, Y);
    XYStyler few = styler(plot);
    assertThat(few.isLegendVisible()).isTrue();
    assertThat(few.getLegendPosition()).isEqualTo(LegendPosition.OutsideS);
    assertThat(few.getLegendLayout()).isEqualTo(LegendLayout.Horizontal);
    XYStyler many = styler(plot.line("d", X, Y));
    assertThat(many.getLegendPosition()).isEqualTo(LegendPosition.OutsideE);
    assertThat(many.getLegendLayout()).isEqualTo(LegendLayout.Vertical);
  }

  @Test
  void theBackgroundIsThatOfThePageAndTextIsInTheThemesColours() {
    XYStyler styler =
        new ChartBuilder(Plot.of("x", "y").title("t").line("a", X, Y), Theme.DARK)
            .build(300, 200)
            .getStyler();
    Color clear = new Color(0, 0, 0, 0);
    assertThat(
            List.of(
                styler.getChartBackgroundColor(),
                styler.getPlotBackgroundColor(),
                styler.getLegendBackgroundColor(),
                styler.getLegendBorderColor()))
        .containsOnly(clear);
    assertThat(styler.isPlotBorderVisible()).isFalse();
    assertThat(styler.isChartTitleBoxVisible()).isFalse();
    assertThat(
            List.of(
                styler.getChartFontColor(),
                styler.getXAxisTickLabelsColor(),
                styler.getYAxisTickLabelsColor(),
                styler.getXAxisTitleColor(),
                styler.getYAxisTitleColor()))
        .containsOnly(Theme.DARK.text());
    assertThat(List.of(styler.getAxisTickMarksColor(), styler.getPlotGridLinesColor()))
        .containsOnly(Theme.DARK.grid());
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    assertThat(
            List.of(
                styler.getAxisTickLabelsFont(), styler.getAxisTitleFont(), styler.getLegendFont()))
        .containsOnly(font);
    assertThat(styler.getChartTitleFont()).isEqualTo(font.deriveFont(Font.BOLD));
    assertThat(styler.getPlotGridLinesStroke()).isEqualTo(new BasicStroke(0.5f));
    assertThat(styler.getMarkerSize()).isEqualTo(5);
    assertThat(styler.getXAxisTickLabelsFormattingFunction().apply(1e-6)).isEqualTo("10⁻⁶");
    assertThat(styler.getYAxisTickLabelsFormattingFunction().apply(1e-6)).isEqualTo("10⁻⁶");
  }

  @Test
  void seriesAndPicturesWithoutSizeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Plot.of("x", "y").path(List.of(), List.of()))
        .withMessage("series  has 0 x and 0 y values");
    List<Plot> one = List.of(Plot.of("x", "y").line("a", X, Y));
    assertThat(new Picture(one, 1, 1, 1).width()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Picture(one, 0, 300, 200))
        .withMessage("1 plots in 0 columns of 300 x 200 points make no picture");
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture(one, 1, 0, 200));
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture(one, 1, 300, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Picture(List.of(), 1, 300, 200));
  }

  @Test
  void plotsFillRowsFromTheLeft() {
    Plot plot = Plot.of("x", "y").line("a", X, Y);
    Picture three = new Picture(List.of(plot, plot, plot), 2, 30, 20);
    assertThat(List.of(three.width(), three.height())).containsExactly(60, 40);
    Picture two = new Picture(List.of(plot, plot), 2, 30, 20);
    assertThat(two.height()).isEqualTo(20);
  }

  @Test
  void numbersAtTheAxesHaveSixDigits() {
    assertThat(
            List.of(
                TickText.of(0.002),
                TickText.of(0.0019),
                TickText.of(99999),
                TickText.of(1e5),
                TickText.of(-3e-12),
                TickText.of(1234567),
                TickText.of(3.14159265),
                TickText.of(-0.0)))
        .containsExactly(
            "0.002", "1.9·10⁻³", "99999", "10⁵", "-3·10⁻¹²", "1.23457·10⁶", "3.14159", "0");
  }
}
