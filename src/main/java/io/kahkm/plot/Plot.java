package io.kahkm.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * One pair of axes with some series, drawn as PNG. Mutable while series are added, for one thread;
 * drawing changes nothing.
 */
public final class Plot {
  /** Pixels per unit of width and height, for sharp screens. */
  private static final int SCALE = 2;

  private static final int TEXT_SIZE = 12;
  private static final float LINE_WIDTH = 1.6f;
  private static final float[] DASHES = {6, 4};

  private enum Kind {
    LINE,
    POINTS,
    STEPS,
    LIMIT
  }

  /** One series; x and y have the same size. */
  private record Series(Kind kind, String name, List<Double> x, List<Double> y) {}

  private final String xTitle;
  private final String yTitle;
  private final List<Series> series = new ArrayList<>();
  private boolean logarithmicX;

  private Plot(String xTitle, String yTitle) {
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /**
   * Empty axes.
   *
   * @param xTitle what is along, with its unit
   * @param yTitle what is up, with its unit
   * @return a plot without series
   */
  public static Plot of(String xTitle, String yTitle) {
    return new Plot(xTitle, yTitle);
  }

  /**
   * Adds points joined by lines.
   *
   * @param name for the legend, not used before
   * @param x ascending
   * @param y as many values; NaN leaves a gap
   * @return this
   */
  public Plot line(String name, List<Double> x, List<Double> y) {
    return add(Kind.LINE, name, x, y);
  }

  /**
   * Adds single points.
   *
   * @param name for the legend, not used before
   * @param x values
   * @param y as many values
   * @return this
   */
  public Plot points(String name, List<Double> x, List<Double> y) {
    return add(Kind.POINTS, name, x, y);
  }

  /**
   * Adds a histogram of equal bins from the smallest to the largest value.
   *
   * @param name for the legend, not used before
   * @param values at least one, finite
   * @param bins at least 1
   * @return this
   */
  public Plot histogram(String name, List<Double> values, int bins) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double width = high > low ? (high - low) / bins : 1;
    double[] counts = new double[bins];
    for (double value : values) {
      counts[(int) Math.min(bins - 1, (value - low) / width)]++;
    }
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < bins; i++) {
      x.add(low + i * width);
      y.add(counts[i]);
    }
    x.add(low + bins * width);
    y.add(0.0);
    return add(Kind.STEPS, name, x, y);
  }

  /**
   * Adds a dashed straight line between two points.
   *
   * @param name for the legend, not used before
   * @param fromX x of the first point
   * @param fromY y of the first point
   * @param toX x of the second point
   * @param toY y of the second point
   * @return this
   */
  public Plot limit(String name, double fromX, double fromY, double toX, double toY) {
    return add(Kind.LIMIT, name, List.of(fromX, toX), List.of(fromY, toY));
  }

  private Plot add(Kind kind, String name, List<Double> x, List<Double> y) {
    if (x.isEmpty() || x.size() != y.size()) {
      throw new IllegalArgumentException(
          "series " + name + " has " + x.size() + " x and " + y.size() + " y values");
    }
    series.add(new Series(kind, name, List.copyOf(x), List.copyOf(y)));
    return this;
  }

  /**
   * Makes the x axis logarithmic.
   *
   * @return this
   */
  public Plot logarithmicX() {
    logarithmicX = true;
    return this;
  }

  /**
   * Draws the plot.
   *
   * @param theme colours
   * @param width in points; the picture has twice as many pixels
   * @param height in points
   * @return a PNG file with transparent background
   * @throws IllegalStateException if the Java runtime has no fonts to draw text with
   */
  public byte[] png(Theme theme, int width, int height) {
    try {
      XYChart chart = chart(theme, width, height);
      BufferedImage image =
          new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_ARGB);
      Graphics2D graphics = image.createGraphics();
      graphics.scale(SCALE, SCALE);
      chart.paint(graphics, width, height);
      graphics.dispose();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(image, "png", bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (LinkageError | RuntimeException e) {
      // A runtime without fontconfig fails somewhere inside AWT, with whatever error.
      throw new IllegalStateException("pictures cannot be drawn: " + e, e);
    }
  }

  private XYChart chart(Theme theme, int width, int height) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler(), theme);
    for (int i = 0; i < series.size(); i++) {
      Series added = series.get(i);
      XYSeries drawn = chart.addSeries(added.name(), added.x(), added.y());
      Color colour = theme.series(i);
      drawn.setLineColor(colour);
      drawn.setMarkerColor(colour);
      drawn.setFillColor(translucent(colour));
      drawn.setLineStyle(new BasicStroke(LINE_WIDTH));
      drawn.setMarker(added.kind() == Kind.POINTS ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
      switch (added.kind()) {
        case LINE -> drawn.setMarker(SeriesMarkers.CIRCLE);
        case POINTS -> drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        case STEPS -> drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.StepArea);
        case LIMIT ->
            drawn.setLineStyle(
                new BasicStroke(
                    LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, DASHES, 0));
      }
    }
    return chart;
  }

  private void style(XYStyler styler, Theme theme) {
    Color clear = new Color(0, 0, 0, 0);
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, TEXT_SIZE);
    styler.setChartBackgroundColor(clear);
    styler.setPlotBackgroundColor(clear);
    styler.setLegendBackgroundColor(clear);
    styler.setLegendBorderColor(clear);
    styler.setPlotBorderVisible(false);
    styler.setChartFontColor(theme.text());
    styler.setAxisTickLabelsColor(theme.text());
    styler.setXAxisTitleColor(theme.text());
    styler.setYAxisTitleColor(theme.text());
    styler.setAxisTickMarksColor(theme.grid());
    styler.setPlotGridLinesColor(theme.grid());
    styler.setAxisTickLabelsFont(font);
    styler.setAxisTitleFont(font);
    styler.setLegendFont(font);
    styler.setLegendPosition(LegendPosition.OutsideS);
    styler.setLegendLayout(LegendLayout.Horizontal);
    styler.setChartTitleVisible(false);
    styler.setXAxisLogarithmic(logarithmicX);
    styler.setMarkerSize(4);
  }

  private static Color translucent(Color colour) {
    return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 110);
  }
}
