package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.ArrayList;
import java.util.List;

/** One figure of the paper, drawn from the experiments behind the tables. */
public final class FigureStudy implements Study {
  private final PaperFigure figure;
  private final Reproduction reproduction;

  /**
   * A study of one figure.
   *
   * @param figure the figure
   * @param reproduction the experiments, whose results tables share
   */
  public FigureStudy(PaperFigure figure, Reproduction reproduction) {
    this.figure = figure;
    this.reproduction = reproduction;
  }

  @Override
  public String name() {
    return figure.label();
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    return new Outcome(List.of(), List.of(figure(reproduction.points(figure, progress))));
  }

  private Figure figure(List<FigurePoint> points) {
    String name = figure.label().replace('_', '-');
    ResultTable data =
        new ResultTable(name, figure.title(), header(points), rows(points), List.of(), true, true);
    return new Figure(
        name,
        figure.title(),
        figure.caption(),
        FigureDrawing.draw(figure, points),
        data,
        FigureStatements.of(figure, points));
  }

  private List<String> header(List<FigurePoint> points) {
    List<String> header = new ArrayList<>(List.of("panel", "series"));
    header.addAll(figure.columns());
    header.add("deviation");
    header.add("printed");
    if (points.stream().allMatch(point -> point.panel().isEmpty())) {
      header.remove("panel");
    }
    if (points.stream().allMatch(point -> Double.isNaN(point.deviation()))) {
      header.remove("deviation");
    }
    if (points.stream().noneMatch(point -> PrintedPoints.of(figure, point).isPresent())) {
      header.remove("printed");
    }
    return header;
  }

  private List<List<String>> rows(List<FigurePoint> points) {
    List<String> header = header(points);
    List<List<String>> rows = new ArrayList<>();
    for (FigurePoint point : points) {
      List<String> row = new ArrayList<>();
      if (header.contains("panel")) {
        row.add(point.panel());
      }
      row.add(point.series());
      row.add(exact(point.x()));
      row.add(exact(point.y()));
      if (figure.columns().size() > 2) {
        row.add(exact(point.colour()));
      }
      if (header.contains("deviation")) {
        row.add(exact(point.deviation()));
      }
      if (header.contains("printed")) {
        row.add(PrintedPoints.of(figure, point).map(PrintedEntry::printed).orElse(""));
      }
      rows.add(row);
    }
    return rows;
  }

  /** All digits, so that whoever reads the file has the numbers that were drawn. */
  private static String exact(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e6
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
