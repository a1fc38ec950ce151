package io.kahkm.plot;

import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;

/**
 * One pair of axes with some series. Mutable while series are added, for one thread; drawing
 * changes nothing.
 */
public final class Plot {
  /** Steps of a colour scale. */
  private static final int SHADES = 64;

  /** Dashes of a circle, points of a dash with the gap behind it, and where that begins. */
  private static final int ARCS = 60;

  private static final int ARC_POINTS = 6;

  private static final int DASH_POINTS = 4;

  /** What a series looks like. */
  enum Kind {
    LINE,
    DASHED,
    PATH,
    POINTS,
    CROSSES,
    STEPS,
    BAR,
    LIMIT
  }

  /** One series; x and y have the same size. One without a name is not in the legend. */
  record Series(Kind kind, String name, Paint paint, List<Double> x, List<Double> y) {}

  /** Ends of both axes. */
  record Range(double lowX, double highX, double lowY, double highY) {}

  private final String xTitle;
  private final String yTitle;
  private final List<Series> series = new ArrayList<>();
  private int colours;
  private String title = "";
  private String caption = "";
  private boolean logarithmicX;
  private boolean logarithmicY;
  private ColourScale.Ends scale;
  private Range range;

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
   * Puts a title above the axes.
   *
   * @param text what this plot shows among several
   * @return this
   */
  public Plot title(String text) {
    title = text;
    return this;
  }

  /**
   * Puts a text above the plot, broken into lines where it is wider.
   *
   * @param text what the plot shows, in a sentence
   * @return this
   */
  public Plot caption(String text) {
    caption = text;
    return this;
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
    return add(Kind.LINE, name, nextColour(), x, y);
  }

  /**
   * Adds points joined by dashed lines in the colour of the line that was added last.
   *
   * @param name for the legend, not used before
   * @param x ascending
   * @param y as many values
   * @return this
   */
  public Plot dashedLine(String name, List<Double> x, List<Double> y) {
    return add(Kind.DASHED, name, lastColour(), x, y);
  }

  /**
   * Adds a vertical bar for every point, in the colour of the line that was added last, without an
   * entry in the legend.
   *
   * @param x of the bars
   * @param low their lower ends
   * @param high their upper ends
   * @return this
   */
  public Plot bars(List<Double> x, List<Double> low, List<Double> high) {
    for (int i = 0; i < x.size(); i++) {
      add(
          Kind.BAR,
          "",
          lastColour(),
          List.of(x.get(i), x.get(i)),
          List.of(low.get(i), high.get(i)));
    }
    return this;
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
    return add(Kind.POINTS, name, nextColour(), x, y);
  }

  /**
   * Adds crosses in the colour of the text.
   *
   * @param name for the legend, not used before
   * @param x values
   * @param y as many values
   * @return this
   */
  public Plot crosses(String name, List<Double> x, List<Double> y) {
    return add(Kind.CROSSES, name, new Paint.Neutral(false), x, y);
  }

  /**
   * Adds a thin faint line without an entry in the legend.
   *
   * @param x values in the order in which they are joined
   * @param y as many values
   * @return this
   */
  public Plot path(List<Double> x, List<Double> y) {
    return add(Kind.PATH, "", new Paint.Neutral(true), x, y);
  }

  /**
   * Adds points whose colour names their category; neighbouring numbers have different colours.
   * Categories are not in the legend.
   *
   * @param x values
   * @param y as many values
   * @param labels as many categories, at least 0
   * @return this
   */
  public Plot categories(List<Double> x, List<Double> y, List<Integer> labels) {
    Map<Integer, Series> groups = new TreeMap<>();
    for (int i = 0; i < x.size(); i++) {
      group(groups, labels.get(i), new Paint.Category(labels.get(i)), x.get(i), y.get(i));
    }
    return addAll(groups);
  }

  /**
   * Adds points whose colour shows a quantity, with a colour scale beside the axes.
   *
   * @param x values
   * @param y as many values
   * @param values as many quantities
   * @param scaleTitle what the colour shows
   * @return this
   */
  public Plot shades(List<Double> x, List<Double> y, List<Double> values, String scaleTitle) {
    double low = Collections.min(values);
    double high = Collections.max(values);
    Map<Integer, Series> groups = new TreeMap<>();
    for (int i = 0; i < x.size(); i++) {
      double share = high > low ? (values.get(i) - low) / (high - low) : 0;
      int shade = (int) Math.min(SHADES - 1, share * SHADES);
      group(groups, shade, new Paint.Shade((shade + 0.5) / SHADES), x.get(i), y.get(i));
    }
    scale = new ColourScale.Ends(scaleTitle, low, high);
    return addAll(groups);
  }

  private static void group(Map<Integer, Series> groups, int key, Paint paint, double x, double y) {
    Series group =
        groups.computeIfAbsent(
            key,
            number -> new Series(Kind.POINTS, "", paint, new ArrayList<>(), new ArrayList<>()));
    group.x().add(x);
    group.y().add(y);
  }

  private Plot addAll(Map<Integer, Series> groups) {
    groups.values().forEach(group -> add(group.kind(), "", group.paint(), group.x(), group.y()));
    return this;
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
    double low = Collections.min(values);
    double high = Collections.max(values);
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
    return add(Kind.STEPS, name, nextColour(), x, y);
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
    return add(Kind.LIMIT, name, nextColour(), List.of(fromX, toX), List.of(fromY, toY));
  }

  /**
   * Adds a dashed circle in the colour of the text around the origin, without an entry in the
   * legend.
   *
   * @param radius positive
   * @return this
   */
  public Plot circle(double radius) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i <= ARCS * ARC_POINTS; i++) {
      double angle = 2 * Math.PI * i / (ARCS * ARC_POINTS);
      x.add(radius * StrictMath.cos(angle));
      // The chart library starts its dashes anew at every point.
      y.add(i % ARC_POINTS > DASH_POINTS ? Double.NaN : radius * StrictMath.sin(angle));
    }
    return add(Kind.PATH, "", new Paint.Neutral(false), x, y);
  }

  private Paint nextColour() {
    return new Paint.Numbered(colours++);
  }

  private Paint lastColour() {
    return new Paint.Numbered(Math.max(0, colours - 1));
  }

  private Plot add(Kind kind, String name, Paint paint, List<Double> x, List<Double> y) {
    if (x.isEmpty() || x.size() != y.size()) {
      throw new IllegalArgumentException(
          "series " + name + " has " + x.size() + " x and " + y.size() + " y values");
    }
    series.add(new Series(kind, name, paint, List.copyOf(x), List.copyOf(y)));
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
   * Makes the y axis logarithmic.
   *
   * @return this
   */
  public Plot logarithmicY() {
    logarithmicY = true;
    return this;
  }

  /**
   * Fixes the ends of both axes, which otherwise follow the points.
   *
   * @param lowX left end
   * @param highX right end
   * @param lowY lower end
   * @param highY upper end
   * @return this
   */
  public Plot range(double lowX, double highX, double lowY, double highY) {
    range = new Range(lowX, highX, lowY, highY);
    return this;
  }

  /**
   * Draws the plot as a picture of its own.
   *
   * @param theme colours
   * @param width in points; the picture has twice as many pixels
   * @param height in points
   * @return a PNG file with transparent background
   * @throws IllegalStateException if the Java runtime has no fonts to draw text with
   */
  public byte[] png(Theme theme, int width, int height) {
    return new Picture(List.of(this), 1, width, height).png(theme);
  }

  void paint(Graphics2D graphics, Theme theme, int width, int height) {
    int beside = scale == null ? 0 : ColourScale.WIDTH;
    Caption above = new Caption(caption, width);
    above.paint(graphics, theme);
    graphics.translate(0, above.height());
    int below = height - above.height();
    XYChart chart = new ChartBuilder(this, theme).build(width - beside, below);
    chart.paint(graphics, width - beside, below);
    if (scale != null) {
      graphics.translate(width - beside, 0);
      ColourScale.paint(graphics, theme, scale, below);
      graphics.translate(beside - width, 0);
    }
    graphics.translate(0, -above.height());
  }

  List<Series> series() {
    return Collections.unmodifiableList(series);
  }

  String title() {
    return title;
  }

  String xTitle() {
    return xTitle;
  }

  String yTitle() {
    return yTitle;
  }

  boolean hasLogarithmicX() {
    return logarithmicX;
  }

  boolean hasLogarithmicY() {
    return logarithmicY;
  }

  /** The fixed ends of the axes, null if they follow the points. */
  Range range() {
    return range;
  }
}
