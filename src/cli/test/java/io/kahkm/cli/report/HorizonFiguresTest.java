package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.plot.Picture;
import io.kahkm.plot.PlotText;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the picture of the horizons shows, computed a second time from the rows. */
class HorizonFiguresTest {
  private static final int ROWS = 60;
  private static final double TOLERANCE = 0.25;
  private static final Model MODEL = TestModels.vanDerPol(3, 1);

  private static double[][] states() {
    Episodes episode = Simulation.episodes(DynamicalSystems.named("vanderpol"), 9, 1, ROWS);
    double[][] states = new double[ROWS][];
    Arrays.setAll(states, t -> episode.state(0, t));
    return states;
  }

  private static StateData data(double[][] states) {
    return GivenRows.of(new int[states.length], states, false);
  }

  private static HorizonBound bound(
      int horizon, double squaredError, OptionalDouble lower, double upper, double cappedUpper) {
    return new HorizonBound(
        horizon,
        40,
        80,
        1,
        2,
        squaredError,
        lower,
        OptionalDouble.of(upper),
        UpperRule.ENTROPY,
        cappedUpper == 0
            ? Optional.empty()
            : Optional.of(
                new CappedBound(0.05, 2, squaredError, UpperRule.ENTROPY, cappedUpper, 0)),
        OptionalDouble.of(0.5));
  }

  private static WindowCertificate certificate(HorizonClaims claims, HorizonBound... rows) {
    WindowCertificate.Alarm alarm =
        new WindowCertificate.Alarm(
            Bound.MINIMUM,
            1,
            TOLERANCE,
            0.05,
            Optional.empty(),
            0,
            0,
            1,
            OptionalDouble.empty(),
            Verdict.UNDECIDED,
            Reason.MORE_DATA);
    return new WindowCertificate(
        null,
        null,
        null,
        1,
        null,
        alarm,
        null,
        Optional.empty(),
        Optional.of(new HorizonCertificate(0.05, 1, claims, 0, List.of(rows))));
  }

  private static List<String> plot(Picture picture, int number) {
    return PlotText.lines(picture.plots().get(number));
  }

  /** Root of the mean squared distance of coordinates this many rows apart. */
  private static double persistence(double[][] states, int horizon) {
    Encoder encoder = MODEL.map().newEncoder();
    List<double[]> coordinates = new ArrayList<>();
    for (double[] state : states) {
      Encoding encoding = new Encoding(MODEL.map().classes());
      encoder.encode(state, encoding);
      coordinates.add(encoding.coordinates().clone());
    }
    double sum = 0;
    for (int t = 0; t + horizon < states.length; t++) {
      sum += squared(coordinates.get(t), coordinates.get(t + horizon), 0, MODEL.map().classes());
    }
    return Math.sqrt(sum / (states.length - horizon));
  }

  private static double squared(double[] one, double[] other, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum;
  }

  /** The line of errors one and five steps ahead. */
  private static String ofSensors(
      String name, double[][] states, Function<ScoredForecast, double[]> forecast) {
    return PlotText.series(
        "LINE",
        name,
        List.of(1.0, 5.0),
        List.of(ofSensors(states, 1, forecast), ofSensors(states, 5, forecast)));
  }

  /** Errors of what is forecast of the sensors, in their deviations among what came. */
  private static double ofSensors(
      double[][] states, int horizon, Function<ScoredForecast, double[]> forecast) {
    List<double[]> said = new ArrayList<>();
    OfflineRun.forecast(
        MODEL,
        data(states),
        List.of(horizon),
        Projection.NONE,
        OptionalDouble.empty(),
        (row, assessment) ->
            assessment.scored().forEach(scored -> said.add(forecast.apply(scored).clone())));
    assertThat(said).hasSize(states.length - horizon);
    double mean = 0;
    for (int j = 0; j < 2; j++) {
      int sensor = j;
      double average =
          Arrays.stream(states).skip(horizon).mapToDouble(x -> x[sensor]).average().orElseThrow();
      double error = 0;
      double variation = 0;
      for (int t = 0; t < said.size(); t++) {
        error += squared(said.get(t), states[t + horizon], j, j + 1);
        variation += Math.pow(states[t + horizon][j] - average, 2);
      }
      mean += error / variation / 2;
    }
    return Math.sqrt(mean);
  }

  @Test
  void errorsBoundsToleranceAndClaimsAreDrawnByHorizon() {
    double[][] states = states();
    HorizonBound one = bound(1, 0.04, OptionalDouble.of(0.125), 0.24, 0);
    HorizonBound five = bound(5, 0.09, OptionalDouble.empty(), 1.5, 0);

    Picture picture =
        new HorizonPicture(
                certificate(new HorizonClaims(1, 5, List.of(1)), one, five), MODEL, data(states))
            .picture();

    double lowest = Math.min(0.2, Math.min(persistence(states, 1), persistence(states, 5))) / 4;
    List<Double> steps = List.of(1.0, 5.0);
    assertThat(plot(picture, 0))
        .containsExactly(
            "|steps ahead (logarithmic)|error in soft coordinates (logarithmic)",
            PlotText.series("RANGE", "of the axes", List.of(0.8, 6.25), List.of(lowest, 1.875)),
            PlotText.series(
                "LIMIT", "tolerance", List.of(0.8, 6.25), List.of(TOLERANCE, TOLERANCE)),
            PlotText.series("BAR", "", List.of(1.0, 1.0), List.of(0.125, 0.24)),
            PlotText.series("BAR", "", List.of(5.0, 5.0), List.of(lowest, 1.5)),
            PlotText.series("LINE", "frozen forecast, [L, U]", steps, List.of(0.2, 0.3)),
            PlotText.series(
                "LINE",
                "persistence",
                steps,
                List.of(persistence(states, 1), persistence(states, 5))),
            PlotText.series("LIMIT", "trusted up to 1", List.of(1.0, 1.0), List.of(lowest, 1.875)),
            PlotText.series("LIMIT", "excluded from 5", List.of(5.0, 5.0), List.of(lowest, 1.875)));
    assertThat(picture.width()).isEqualTo(1240);
    assertThat(picture.height()).isEqualTo(400);
  }

  @Test
  void readingsAreDrawnBesideWhereTheModelForecastsThem() {
    double[][] states = states();
    HorizonBound[] rows = {
      bound(1, 0.04, OptionalDouble.empty(), 0.24, 0),
      bound(2, 0.04, OptionalDouble.empty(), 0.24, 0),
      bound(5, 0.09, OptionalDouble.empty(), 1.5, 0)
    };

    Picture picture =
        new HorizonPicture(certificate(HorizonClaims.NONE, rows), MODEL, data(states)).picture();

    assertThat(MODEL.readoutHorizons()).containsExactly(1, 5);
    assertThat(plot(picture, 1))
        .containsExactly(
            "Readings: forecast, linear model, persistence|steps ahead (logarithmic)|error of the"
                + " sensors, in their deviations (logarithmic)",
            ofSensors("forecast", states, ScoredForecast::predictedState),
            ofSensors("linear model", states, ScoredForecast::linearState),
            ofSensors("persistence", states, ScoredForecast::originState));
    assertThat(plot(picture, 0)).as("no claim").noneMatch(line -> line.contains("to 1"));
    Picture without =
        new HorizonPicture(certificate(HorizonClaims.NONE, rows[1]), MODEL, data(states)).picture();
    assertThat(without.plots()).as("nothing is forecast of sensors at 2 steps").hasSize(1);
    assertThat(without.width()).isEqualTo(620);
  }

  @Test
  void aCapIsNamedAndItsBoundDrawn() {
    HorizonBound one = bound(1, 0.04, OptionalDouble.of(0.1), 9, 0.24);

    List<String> plot =
        plot(
            new HorizonPicture(
                    certificate(new HorizonClaims(1, 0, List.of()), one), MODEL, data(states()))
                .picture(),
            0);

    assertThat(plot)
        .contains(
            PlotText.series("BAR", "", List.of(1.0, 1.0), List.of(0.1, 0.24)),
            PlotText.series("LINE", "frozen forecast, [L, U capped]", List.of(1.0), List.of(0.2)))
        .anyMatch(line -> line.startsWith("LIMIT within tolerance up to 1"))
        .noneMatch(line -> line.contains("trusted") || line.contains("excluded"));
  }

  @Test
  void aHorizonWithoutPairsOrOutcomesIsNotDrawn() {
    HorizonBound one = bound(1, 0.04, OptionalDouble.of(0.1), 0.24, 0);
    HorizonBound[] unknown = {
      HorizonBound.missing(2), bound(ROWS, 0.04, OptionalDouble.of(0.1), 0.3, 0)
    };

    assertThat(
            plot(
                new HorizonPicture(
                        certificate(HorizonClaims.NONE, one, unknown[0], unknown[1]),
                        MODEL,
                        data(states()))
                    .picture(),
                0))
        .contains(PlotText.series("LINE", "frozen forecast, [L, U]", List.of(1.0), List.of(0.2)))
        .hasSize(6);
    assertThat(
            plot(
                new HorizonPicture(certificate(HorizonClaims.NONE, unknown), MODEL, data(states()))
                    .picture(),
                0))
        .as("only the tolerance")
        .hasSize(3)
        .element(1)
        .isEqualTo("RANGE of the axes 1.60000/0.0625000 75.0000/0.312500");
  }

  /** Nothing moves, so that repeating the reading makes no error, which has no logarithm. */
  @Test
  void persistenceThatNeverErrsIsLeftOut() {
    double[][] still = new double[ROWS][];
    Arrays.fill(still, states()[3]);
    HorizonBound one = bound(1, 0.04, OptionalDouble.of(0.1), 0.24, 0);

    Picture picture =
        new HorizonPicture(certificate(HorizonClaims.NONE, one), MODEL, data(still)).picture();

    assertThat(plot(picture, 0))
        .noneMatch(line -> line.contains("persistence"))
        .element(1)
        .isEqualTo("RANGE of the axes 0.800000/0.0500000 1.25000/0.312500");
    assertThat(plot(picture, 1))
        .first()
        .asString()
        .endsWith("|error of the sensors, in their deviations");
  }
}
