package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.print.Competitor;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.reproduce.paper.study.PaperStudy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every figure of the paper, from the experiments behind its tables. */
abstract class PaperFiguresCases {
  private static final StudySettings SETTINGS = new StudySettings(StudySettings.FEWEST_WINDOWS, 1);

  private static Figure figure(PaperFigure figure) {
    return new FigureStudy(figure, SharedReproduction.PUBLISHED)
        .run(SETTINGS, Progress.NONE)
        .figures()
        .get(0);
  }

  @Test
  void thePapersElevenFiguresAreThereUnderTheirLabels() {
    assertThat(Arrays.stream(PaperFigure.values()).map(PaperFigure::label))
        .containsExactly(
            "exp_duffing_ablation",
            "exp_vanderpol_ablation",
            "exp_noise_reference",
            "exp_train_count_reference",
            "exp_external_duffing_reference",
            "exp_external_vanderpol_reference",
            "exp_regime_count",
            "exp_regimes",
            "exp_acrobot_views",
            "exp_acrobot_energy",
            "exp_spectral_panels");
    // Besides tables and figures, what the paper leaves unevaluated.
    assertThat(PaperStudy.all(ClassSource.PUBLISHED))
        .hasSize(PaperTable.values().length + PaperFigure.values().length + 1);
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#shortFigures")
  void everyFigureIsDrawnWithItsPointsAndSaysWhatThePaperSaysOfIt(PaperFigure each) {
    requireFigure(each);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#longFigures")
  void figuresOfTheLongExperimentsAreDrawnAndSayWhatThePaperSaysOfThem(PaperFigure each) {
    requireFigure(each);
  }

  private static void requireFigure(PaperFigure each) {
    Figure figure = figure(each);

    assertThat(figure.data().rows()).hasSizeGreaterThan(7);
    assertThat(figure.data().header()).containsAll(each.columns());
    assertThat(figure.picture().svg().strip())
        .matches(svg -> svg.startsWith("<?xml") && svg.endsWith("</svg>"), "an SVG document");
    assertThat(figure.picture().png()).startsWith((byte) 0x89, 'P', 'N', 'G');
    assertThat(figure.caption()).isNotEmpty();
    assertThat(figure.statements()).allMatch(Figure.Statement::holds);
  }

  @ParameterizedTest
  @CsvSource({
    "DUFFING_ABLATION, ABLATION, 8",
    "VAN_DER_POL_ABLATION, ABLATION, 8",
    "NOISE_REFERENCE, ROBUSTNESS, 2",
    "TRAIN_COUNT_REFERENCE, ROBUSTNESS, 3"
  })
  void pointsThatTablesHoldTooAreTheTablesNumbers(
      PaperFigure each, PaperTable table, int expected) {
    ResultTable data = figure(each).data();
    List<FigurePoint> points = SharedReproduction.PUBLISHED.points(each, Progress.NONE);

    int shared = 0;
    for (int i = 0; i < points.size(); i++) {
      List<String> row = data.rows().get(i);
      String written = row.get(data.header().indexOf("E"));
      assertThat(Double.parseDouble(written)).isEqualTo(points.get(i).y());
      for (Comparison comparison : SharedReproduction.PUBLISHED.compare(table, Progress.NONE)) {
        if (PrintedPoints.of(each, points.get(i)).filter(comparison.entry()::equals).isPresent()) {
          assertThat(points.get(i).y()).isEqualTo(comparison.value());
          assertThat(row.get(data.header().indexOf("printed")))
              .isEqualTo(comparison.entry().printed());
          shared++;
        }
      }
    }
    assertThat(shared).isEqualTo(expected);
  }

  /** Values of an independent implementation; its sums are rounded elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "NOISE_REFERENCE, Duffing, 0, 4.6451096426109894e-07, 9.232509884263885e-05",
    "NOISE_REFERENCE, Duffing, 1, 5.815328276885955e-07, 0.0005289233128056539",
    "NOISE_REFERENCE, Duffing, 5, 1.468733359577154e-05, 0.028520823491914173",
    "NOISE_REFERENCE, Van der Pol, 0, 0.0018889676089875716, 0.17955130008627007",
    "NOISE_REFERENCE, Van der Pol, 1, 0.0007163070696205882, 0.20092778588889793",
    "NOISE_REFERENCE, Van der Pol, 5, 0.0013734058076235363, 0.7045811222434174",
    "TRAIN_COUNT_REFERENCE, Duffing, 1, , 0.03082957605672196",
    "TRAIN_COUNT_REFERENCE, Duffing, 2, , 0.028109001489943292",
    "TRAIN_COUNT_REFERENCE, Duffing, 3, , 0.022897682346507853",
    "TRAIN_COUNT_REFERENCE, Duffing, 5, , 0.017073951338812347",
    "TRAIN_COUNT_REFERENCE, Van der Pol, 1, , 0.18203555366833965",
    "TRAIN_COUNT_REFERENCE, Van der Pol, 2, , 0.1733324532982962",
    "TRAIN_COUNT_REFERENCE, Van der Pol, 3, , 0.16221708820439062",
    "TRAIN_COUNT_REFERENCE, Van der Pol, 5, , 0.18080456172670076"
  })
  void pointsThatNoTableHoldsAreThoseOfAnIndependentImplementation(
      PaperFigure figure, String system, double x, Double one, double last) {
    assertThat(y(figure, system + " E_200", x)).isCloseTo(last, withinPercentage(1e-5));
    if (one != null) {
      assertThat(y(figure, system + " E_1", x)).isCloseTo(one, withinPercentage(1e-5));
    }
  }

  private static double y(PaperFigure figure, String series, double x) {
    return SharedReproduction.PUBLISHED.points(figure, Progress.NONE).stream()
        .filter(point -> point.series().equals(series) && Math.abs(point.x() - x) < 1e-9)
        .findFirst()
        .orElseThrow()
        .y();
  }

  @Tag("full")
  @Test
  void groupsAreThoseTheTableCounts() {
    assertThat(
            SharedReproduction.PUBLISHED.points(PaperFigure.REGIMES, Progress.NONE).stream()
                .map(FigurePoint::colour)
                .distinct())
        .hasSize((int) value(PaperTable.BEHAVIOR, "MountainCar", "Observed labels"));
  }

  @Test
  void candidatesAreThoseTheTableCounts() {
    List<FigurePoint> spectra =
        SharedReproduction.PUBLISHED.points(PaperFigure.SPECTRAL_PANELS, Progress.NONE);
    assertThat(spectra).hasSize(10 + 10 + 25 + 25);
    assertThat(
            spectra.stream()
                .filter(point -> point.panel().equals("Duffing, NLMS") && point.colour() <= -2))
        .hasSize((int) value(PaperTable.SPECTRA, "duffing nlms", "count<=0.01"));
  }

  @Test
  void aStatementThatTheNumbersDoNotSupportIsReportedAsNotHolding() {
    List<FigurePoint> turned = new ArrayList<>();
    for (FigurePoint point :
        SharedReproduction.PUBLISHED.points(PaperFigure.TRAIN_COUNT_REFERENCE, Progress.NONE)) {
      turned.add(FigurePoint.ofCurve(point.series(), point.x(), 1 / point.y(), Double.NaN));
    }

    assertThat(FigureStatements.of(PaperFigure.TRAIN_COUNT_REFERENCE, turned))
        .isNotEmpty()
        .noneMatch(Figure.Statement::holds);
  }

  /** Tables that no forecast stands in. */
  private static final Set<PaperTable> WITHOUT_FORECASTS =
      EnumSet.of(PaperTable.SETTINGS, PaperTable.OBSTRUCTION, PaperTable.SEARCH_PROTOCOL);

  private static void requireCompetitor(PaperTable table) {
    assertThat(
            SharedReproduction.PUBLISHED.compare(table, Progress.NONE).stream()
                .anyMatch(each -> each.competitor().isPresent()))
        .isEqualTo(!WITHOUT_FORECASTS.contains(table));
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#shortTables")
  void persistenceAndSkillStandBesideEveryForecastTable(PaperTable table) {
    requireCompetitor(table);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#longTables")
  void persistenceAndSkillStandBesideThoseOfTheLongExperiments(PaperTable table) {
    requireCompetitor(table);
  }

  @Test
  void skillIsTheShareOfPersistencesErrorThatIsMissing() {
    Competitor beside =
        SharedReproduction.PUBLISHED
            .compare(PaperTable.ABLATION, Progress.NONE)
            .get(0)
            .competitor()
            .orElseThrow();
    double own = value(PaperTable.ABLATION, "KAHM affinities", "duffing E_1");
    assertThat(beside.skill()).isCloseTo(1 - own / beside.persistence(), withinPercentage(1e-9));
  }

  private static double value(PaperTable table, String row, String column) {
    return SharedReproduction.PUBLISHED.compare(table, Progress.NONE).stream()
        .filter(each -> each.entry().row().equals(row) && each.entry().column().equals(column))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
