package io.kahkm.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Makes the chart library's chart of a plot. */
final class ChartBuilder {
  private static final int MARKER_SIZE = 5;
  private static final int MANY_NAMES = 3;
  private static final float LINE_WIDTH = 1.6f;
  private static final float THIN = 0.8f;
  private static final float HAIRLINE = 0.5f;
  private static final float[] DASHES = {6, 4};
  private static final int TRANSLUCENT = 110;

  private final Plot plot;
  private final Theme theme;

  ChartBuilder(Plot plot, Theme theme) {
    this.plot = plot;
    this.theme = theme;
  }

  XYChart build(int width, int height) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(plot.title())
            .xAxisTitle(plot.xTitle())
            .yAxisTitle(plot.yTitle())
            .build();
    style(chart.getStyler());
    int number = 0;
    for (Plot.Series added : plot.series()) {
      boolean named = !added.name().isEmpty();
      // The library wants a name of every series.
      String name = named ? added.name() : "series " + number;
      XYSeries drawn = chart.addSeries(name, added.x(), added.y());
      drawn.setShowInLegend(named);
      style(drawn, added);
      number++;
    }
    return chart;
  }

  private void style(XYSeries drawn, Plot.Series added) {
    Color colour = added.paint().colour(theme);
    drawn.setLineColor(colour);
    drawn.setMarkerColor(colour);
    drawn.setFillColor(
        new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), TRANSLUCENT));
    drawn.setLineStyle(new BasicStroke(LINE_WIDTH));
    drawn.setMarker(SeriesMarkers.NONE);
    switch (added.kind()) {
      case LINE -> drawn.setMarker(SeriesMarkers.CIRCLE);
      case DASHED -> {
        drawn.setMarker(SeriesMarkers.CIRCLE);
        drawn.setLineStyle(dashed());
      }
      case PATH, BAR -> drawn.setLineStyle(new BasicStroke(THIN));
      case POINTS -> {
        drawn.setMarker(SeriesMarkers.CIRCLE);
        drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      }
      case CROSSES -> {
        drawn.setMarker(SeriesMarkers.CROSS);
        drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      }
      case STEPS -> drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.StepArea);
      case LIMIT -> drawn.setLineStyle(dashed());
    }
  }

  private static BasicStroke dashed() {
    return new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, DASHES, 0);
  }

  private void style(XYStyler styler) {
    Color clear = new Color(0, 0, 0, 0);
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, Caption.TEXT_SIZE);
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
    styler.setChartTitleFont(font.deriveFont(Font.BOLD));
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleVisible(!plot.title().isEmpty());
    long names = plot.series().stream().filter(each -> !each.name().isEmpty()).count();
    styler.setLegendVisible(names > 0);
    styler.setLegendPosition(
        names > MANY_NAMES ? LegendPosition.OutsideE : LegendPosition.OutsideS);
    styler.setLegendLayout(names > MANY_NAMES ? LegendLayout.Vertical : LegendLayout.Horizontal);
    styler.setXAxisLogarithmic(plot.hasLogarithmicX());
    styler.setYAxisLogarithmic(plot.hasLogarithmicY());
    // Dashed grid lines would be cut into thousands of pieces in vector graphics.
    styler.setPlotGridLinesStroke(new BasicStroke(HAIRLINE));
    styler.setXAxisTickLabelsFormattingFunction(TickText::of);
    styler.setYAxisTickLabelsFormattingFunction(TickText::of);
    styler.setMarkerSize(MARKER_SIZE);
    Plot.Range range = plot.range();
    if (range != null) {
      styler.setXAxisMin(range.lowX());
      styler.setXAxisMax(range.highX());
      styler.setYAxisMin(range.lowY());
      styler.setYAxisMax(range.highY());
    }
  }
}
