package io.kahkm.alert;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws curves below each other, with their usual range and where the incident begins. */
final class CurvePicture {
  /** Points from side to side; the file has twice as many pixels. */
  static final int WIDTH = 680;

  /** The colour of a curve before the incident, and from there on. */
  static final Color BEFORE = new Color(0x1f6fb8);

  static final Color DURING = new Color(0xad231c);
  static final Color USUAL = new Color(0xe3f3ea);

  private static final int HEIGHT = 170;
  private static final int LEGEND = 34;
  private static final int SCALE = 2;
  private static final int TEXT_SIZE = 12;
  private static final Color TEXT = new Color(0x17212e);
  private static final Color GRID = new Color(0xd8dee6);
  private static final float LINE = 1.6f;
  private static final double MARGIN = 0.06;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private CurvePicture() {}

  /**
   * Draws curves.
   *
   * @param curves at least one
   * @param since event time in milliseconds at which the incident begins
   * @return a PNG file
   */
  static byte[] png(List<IncidentCurves.Curve> curves, double since) {
    BufferedImage image =
        new BufferedImage(
            SCALE * WIDTH, SCALE * (HEIGHT * curves.size() + LEGEND), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.scale(SCALE, SCALE);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, HEIGHT * curves.size() + LEGEND);
    for (IncidentCurves.Curve curve : curves) {
      XYChart chart = chart(curve, since);
      boolean last = curve == curves.get(curves.size() - 1);
      chart.getStyler().setLegendVisible(last);
      int height = last ? HEIGHT + LEGEND : HEIGHT;
      chart.paint(graphics, WIDTH, height);
      graphics.translate(0, height);
    }
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static XYChart chart(IncidentCurves.Curve curve, double since) {
    double[] times = curve.times();
    String day = DAY.format(Instant.ofEpochMilli(Math.round(times[0])));
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(curve.name() + "   (UTC, " + day + ")")
            .build();
    double first = times[0];
    double last = times[times.length - 1];
    curve
        .usual()
        .ifPresent(
            range ->
                add(
                        chart,
                        "usual range",
                        new double[] {first, last, last, first},
                        new double[] {range[0], range[0], range[1], range[1]},
                        USUAL)
                    .setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea));
    part(chart, curve, Double.NEGATIVE_INFINITY, since, "before", BEFORE);
    part(chart, curve, since, Double.POSITIVE_INFINITY, "during the incident", DURING);
    style(chart.getStyler(), curve, first, last);
    return chart;
  }

  /** What of a curve lies between two times; the part before ends where the next one begins. */
  private static void part(
      XYChart chart,
      IncidentCurves.Curve curve,
      double from,
      double to,
      String name,
      Color colour) {
    int begin = 0;
    int end = curve.times().length;
    while (begin < end && curve.times()[begin] < from) {
      begin++;
    }
    while (end > begin && curve.times()[end - 1] > to) {
      end--;
    }
    if (begin > 0 && begin < curve.times().length) {
      begin--;
    }
    double[] values = Arrays.copyOfRange(curve.values(), begin, end);
    if (DoubleStream.of(values).anyMatch(Double::isFinite)) {
      add(chart, name, Arrays.copyOfRange(curve.times(), begin, end), values, colour);
    }
  }

  private static XYSeries add(
      XYChart chart, String name, double[] times, double[] values, Color colour) {
    // The axis is one of dates, with ticks at full minutes or hours, only if it is given dates.
    List<Date> dates =
        DoubleStream.of(times)
            .mapToObj(time -> Date.from(Instant.ofEpochMilli(Math.round(time))))
            .toList();
    XYSeries series = chart.addSeries(name, dates, DoubleStream.of(values).boxed().toList());
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour);
    series.setFillColor(colour);
    series.setLineStyle(new BasicStroke(LINE));
    return series;
  }

  private static void style(
      XYStyler styler, IncidentCurves.Curve curve, double first, double last) {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, TEXT_SIZE);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setChartFontColor(TEXT);
    styler.setAxisTickLabelsColor(TEXT);
    styler.setAxisTickMarksColor(GRID);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(0.5f));
    styler.setAxisTickLabelsFont(font);
    styler.setLegendFont(font);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideS);
    styler.setLegendLayout(LegendLayout.Horizontal);
    styler.setChartTitleFont(font.deriveFont(Font.BOLD));
    styler.setChartTitleBoxVisible(false);
    styler.setTimezone(TimeZone.getTimeZone(ZoneOffset.UTC));
    styler.setLocale(Locale.ENGLISH);
    styler.setXAxisMin(first);
    styler.setXAxisMax(last > first ? last : first + 1);
    double[] seen =
        DoubleStream.concat(
                DoubleStream.of(curve.values()),
                DoubleStream.of(curve.usual().orElse(new double[0])))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    double low = seen[0];
    double high = seen[seen.length - 1];
    double margin = high > low ? MARGIN * (high - low) : 1;
    styler.setYAxisMin(low - margin);
    styler.setYAxisMax(high + margin);
  }
}
