package io.kahkm.reproduce.paper;

import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import io.kahkm.reproduce.paper.print.FigurePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures of coloured points. */
final class CloudDrawing {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 480;
  private static final int PANEL_WIDTH = 440;
  private static final int PANEL_HEIGHT = 380;
  private static final int COLUMNS = 2;

  /** Ends of the axes that show the whole unit circle. */
  private static final double EDGE = 1.2;

  /** Room around enlarged candidates, relative to their extent. */
  private static final double MARGIN = 0.15;

  private CloudDrawing() {}

  /** Points by category. */
  static Picture categories(List<FigurePoint> points, String xTitle, String yTitle) {
    return picture(Plot.of(xTitle, yTitle), points);
  }

  /** Points by category on the paths of their episodes. */
  static Picture paths(List<FigurePoint> points, String xTitle, String yTitle) {
    Plot plot = Plot.of(xTitle, yTitle);
    points.stream()
        .map(FigurePoint::series)
        .distinct()
        .forEach(
            episode -> {
              List<FigurePoint> path =
                  points.stream().filter(point -> point.series().equals(episode)).toList();
              plot.path(
                  path.stream().map(FigurePoint::x).toList(),
                  path.stream().map(FigurePoint::y).toList());
            });
    return picture(plot, points);
  }

  private static Picture picture(Plot plot, List<FigurePoint> points) {
    plot.categories(
        points.stream().map(FigurePoint::x).toList(),
        points.stream().map(FigurePoint::y).toList(),
        points.stream().map(point -> (int) point.colour()).toList());
    return new Picture(List.of(plot), 1, WIDTH, HEIGHT);
  }

  static Picture spectra(List<FigurePoint> points) {
    Map<String, List<FigurePoint>> panels = new LinkedHashMap<>();
    points.forEach(
        point -> panels.computeIfAbsent(point.panel(), name -> new ArrayList<>()).add(point));
    List<Plot> plots = new ArrayList<>();
    List<String> names = List.copyOf(panels.keySet());
    for (int i = 0; i < names.size(); i += COLUMNS) {
      List<String> row = names.subList(i, Math.min(names.size(), i + COLUMNS));
      row.forEach(
          name -> plots.add(spectrum(name, panels.get(name)).range(-EDGE, EDGE, -EDGE, EDGE)));
      row.forEach(name -> plots.add(enlarged(name, panels.get(name))));
    }
    return new Picture(plots, COLUMNS, PANEL_WIDTH, PANEL_HEIGHT);
  }

  /** The candidates alone: they lie close together. */
  private static Plot enlarged(String name, List<FigurePoint> points) {
    double left = points.stream().mapToDouble(FigurePoint::x).min().orElseThrow();
    double top = points.stream().mapToDouble(FigurePoint::y).max().orElseThrow();
    double margin = MARGIN * (1 - left);
    double height = Math.max((1 + MARGIN) * top, margin);
    return spectrum(name + ", enlarged", points).range(left - margin, 1 + margin, -height, height);
  }

  private static Plot spectrum(String title, List<FigurePoint> points) {
    return Plot.of("Re λ", "Im λ")
        .title(title)
        .circle(1)
        .shades(
            points.stream().map(FigurePoint::x).toList(),
            points.stream().map(FigurePoint::y).toList(),
            points.stream().map(FigurePoint::colour).toList(),
            "log₁₀ ρ");
  }
}
