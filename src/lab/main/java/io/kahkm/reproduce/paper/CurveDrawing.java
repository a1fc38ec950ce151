package io.kahkm.reproduce.paper;

import io.kahkm.plot.Picture;
import io.kahkm.plot.Plot;
import io.kahkm.reproduce.paper.print.FigurePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures of error curves. */
final class CurveDrawing {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 420;
  private static final String ERROR = "relative coordinate error ";

  private CurveDrawing() {}

  static Picture byHorizon(PaperFigure figure, List<FigurePoint> points) {
    Plot plot = Plot.of("horizon h (steps)", ERROR + "Eₕ").logarithmicX().logarithmicY();
    curves(points)
        .forEach(
            (series, curve) -> {
              plot.line(series, xs(curve), ys(curve));
              bars(plot, curve);
            });
    return finished(plot, figure, points);
  }

  static Picture byNoise(PaperFigure figure, List<FigurePoint> points) {
    return pairs(
        Plot.of("training noise (% of each coordinate's standard deviation)", ERROR + "Eₕ")
            .logarithmicY(),
        figure,
        points,
        OscillatorReference.PRIMARY_HORIZON);
  }

  static Picture byTrajectories(PaperFigure figure, List<FigurePoint> points) {
    Plot plot = Plot.of("training trajectories of 1200 transitions", ERROR + "E₂₀₀").logarithmicY();
    curves(points)
        .forEach(
            (series, curve) -> {
              plot.line(subscripts(series), xs(curve), ys(curve));
              bars(plot, curve);
            });
    return finished(plot, figure, points);
  }

  static Picture byClasses(PaperFigure figure, List<FigurePoint> points) {
    return pairs(Plot.of("number of classes C", ERROR + "Eₕ").logarithmicY(), figure, points, 50);
  }

  /** The last horizon solid, the first dashed in the same colour. */
  private static Picture pairs(Plot plot, PaperFigure figure, List<FigurePoint> points, int last) {
    Map<String, List<FigurePoint>> curves = curves(points);
    String suffix = " E_" + last;
    curves.forEach(
        (series, curve) -> {
          if (series.endsWith(suffix)) {
            plot.line(subscripts(series), xs(curve), ys(curve));
            String first = series.substring(0, series.length() - suffix.length()) + " E_1";
            plot.dashedLine(subscripts(first), xs(curves.get(first)), ys(curves.get(first)));
          }
        });
    return finished(plot, figure, points);
  }

  private static Picture finished(Plot plot, PaperFigure figure, List<FigurePoint> points) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (FigurePoint point : points) {
      PrintedPoints.of(figure, point)
          .ifPresent(
              entry -> {
                x.add(point.x());
                y.add(entry.value());
              });
    }
    if (!x.isEmpty()) {
      plot.crosses("printed in the paper", x, y);
    }
    return new Picture(List.of(plot), 1, WIDTH, HEIGHT);
  }

  /** A deviation that exceeds the mean ends at a tenth of it: the axis is logarithmic. */
  private static void bars(Plot plot, List<FigurePoint> curve) {
    if (curve.stream().anyMatch(point -> Double.isNaN(point.deviation()))) {
      return;
    }
    plot.bars(
        xs(curve),
        curve.stream()
            .map(point -> Math.max(point.y() / 10, point.y() - point.deviation()))
            .toList(),
        curve.stream().map(point -> point.y() + point.deviation()).toList());
  }

  private static String subscripts(String series) {
    return series.replace("E_200", "E₂₀₀").replace("E_50", "E₅₀").replace("E_1", "E₁");
  }

  private static Map<String, List<FigurePoint>> curves(List<FigurePoint> points) {
    Map<String, List<FigurePoint>> curves = new LinkedHashMap<>();
    points.forEach(
        point -> curves.computeIfAbsent(point.series(), name -> new ArrayList<>()).add(point));
    return curves;
  }

  private static List<Double> xs(List<FigurePoint> curve) {
    return curve.stream().map(FigurePoint::x).toList();
  }

  private static List<Double> ys(List<FigurePoint> curve) {
    return curve.stream().map(FigurePoint::y).toList();
  }
}
