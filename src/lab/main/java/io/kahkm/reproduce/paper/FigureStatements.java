package io.kahkm.reproduce.paper;

import io.kahkm.report.Figure.Statement;
import io.kahkm.reproduce.paper.print.FigurePoint;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the paper's text and captions say about its figures, checked on the figures' points. */
final class FigureStatements {
  private static final int LAST = OscillatorReference.PRIMARY_HORIZON;

  private final List<FigurePoint> points;

  private FigureStatements(List<FigurePoint> points) {
    this.points = points;
  }

  static List<Statement> of(PaperFigure figure, List<FigurePoint> points) {
    FigureStatements on = new FigureStatements(points);
    return switch (figure) {
      case DUFFING_ABLATION ->
          List.of(
              new Statement(
                  "KAHM coordinates have the lowest E_200, followed by RBF.",
                  on.order(LAST).equals("KAHM affinities, K-means RBF")));
      case VAN_DER_POL_ABLATION ->
          List.of(
              new Statement(
                  "The KAHM affinity map has the smallest plotted relative errors.",
                  on.horizons().allMatch(h -> on.order(h).startsWith("KAHM affinities"))),
              new Statement(
                  "Its error increases at longer horizons.",
                  ascending(on.curve("KAHM affinities"), 1)));
      case TRAIN_COUNT_REFERENCE -> on.trajectoryCounts();
      case EXTERNAL_DUFFING ->
          List.of(
              new Statement(
                  "Polynomial EDMD has the smallest plotted long-horizon errors.",
                  IntStream.of(50, 100, LAST)
                      .allMatch(h -> on.order(h).matches("State EDMD.*, State EDMD.*"))));
      case EXTERNAL_VAN_DER_POL ->
          List.of(
              new Statement(
                  "The KAHKM predictor has lower plotted long-horizon error than the state"
                      + " predictors.",
                  IntStream.of(100, LAST).allMatch(h -> on.order(h).startsWith("KAHKM"))));
      case REGIME_COUNT -> on.classCounts();
      case NOISE_REFERENCE, REGIMES, ACROBOT_VIEWS, ACROBOT_ENERGY, SPECTRAL_PANELS -> List.of();
    };
  }

  private List<Statement> trajectoryCounts() {
    double[] vanDerPol = curve("Van der Pol E_200");
    return List.of(
        new Statement(
            "Duffing decreases over the plotted counts.", ascending(curve("Duffing E_200"), -1)),
        new Statement(
            "Van der Pol improves to three trajectories and then rises slightly.",
            ascending(new double[] {vanDerPol[0], vanDerPol[1], vanDerPol[2]}, -1)
                && vanDerPol[3] > vanDerPol[2]));
  }

  private List<Statement> classCounts() {
    double[] one = curve("MountainCar E_1");
    double[] fifty = curve("MountainCar E_50");
    double[] pole = curve("CartPole E_50");
    int peak = 0;
    for (int i = 1; i < fifty.length; i++) {
      peak = fifty[i] > fifty[peak] ? i : peak;
    }
    int last = fifty.length - 1;
    return List.of(
        new Statement(
            "Larger class counts increase MountainCar's one-step error.", one[last] > one[0]),
        new Statement(
            "They reduce its 50-step error after the initial peak.",
            peak < last / 2 && fifty[last] < fifty[peak]),
        new Statement(
            "CartPole exhibits a smaller long-horizon decrease.",
            pole[last] < pole[0] && pole[0] - pole[last] < fifty[peak] - fifty[last]));
  }

  private IntStream horizons() {
    return points.stream().mapToInt(point -> (int) point.x()).distinct();
  }

  /** The two series with the smallest values at x. */
  private String order(int x) {
    Stream<String> smallest =
        points.stream()
            .filter(point -> point.x() == x)
            .sorted((a, b) -> Double.compare(a.y(), b.y()))
            .limit(2)
            .map(FigurePoint::series);
    return String.join(", ", smallest.toList());
  }

  private double[] curve(String series) {
    return points.stream()
        .filter(point -> point.series().equals(series))
        .mapToDouble(FigurePoint::y)
        .toArray();
  }

  /** Whether every value exceeds the one before, or with direction -1 is below it. */
  private static boolean ascending(double[] values, int direction) {
    return IntStream.range(1, values.length)
        .allMatch(i -> direction * (values[i] - values[i - 1]) > 0);
  }
}
