package io.kahkm.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a plot shows, in lines of text. */
public final class PlotText {
  private PlotText() {}

  /**
   * The axes, then a line for each series.
   *
   * @param plot to be told
   * @return titles and scales of the axes and their fixed ends; kind, name and points of each
   *     series
   */
  public static List<String> lines(Plot plot) {
    List<String> lines = new ArrayList<>();
    lines.add(
        plot.title()
            + "|"
            + axis(plot.xTitle(), plot.hasLogarithmicX())
            + "|"
            + axis(plot.yTitle(), plot.hasLogarithmicY()));
    Plot.Range range = plot.range();
    if (range != null) {
      lines.add(
          series(
              "RANGE",
              "of the axes",
              List.of(range.lowX(), range.highX()),
              List.of(range.lowY(), range.highY())));
    }
    plot.series()
        .forEach(one -> lines.add(series(one.kind().name(), one.name(), one.x(), one.y())));
    return lines;
  }

  /** A series as {@link #lines} tells it. */
  public static String series(String kind, String name, List<Double> x, List<Double> y) {
    return kind + " " + name + points(x, y);
  }

  private static String axis(String title, boolean logarithmic) {
    return title + (logarithmic ? " (logarithmic)" : "");
  }

  private static String points(List<Double> x, List<Double> y) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < x.size(); i++) {
      text.append(String.format(Locale.ROOT, " %.6g/%.6g", x.get(i), y.get(i)));
    }
    return text.toString();
  }
}
