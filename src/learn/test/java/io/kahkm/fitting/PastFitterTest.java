package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.readout.OwnPast;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.PresentReadout;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.forecast.PastModel;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.profile.Lags;
import io.kahkm.profile.Season;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of the regressions of every sensor on its past, put together a second time. */
class PastFitterTest {
  private static final List<String> SENSORS = List.of("a", "b", "still", "input");
  private static final int COUNT = SENSORS.size();
  private static final int INPUT = 3;
  private static final double ROUNDING = 1e-12;

  /** At 24 a season ago is the present reading; the last one has another kind of readout. */
  private static final List<Integer> HORIZONS = List.of(1, 5, 24);

  private static final int WITHOUT_LINEAR = 7;

  /** Two runs: a repeats itself after a season, b follows the input, one sensor stands still. */
  private static Episodes seasonal() {
    Random random = new Random(3);
    double[] pattern = random.doubles(24, -3, 3).toArray();
    List<double[][]> runs = new ArrayList<>();
    for (int length : new int[] {220, 180}) {
      double[][] run = new double[length][COUNT];
      for (int t = 0; t < length; t++) {
        run[t][INPUT] = random.nextInt(20) == 0 ? random.nextGaussian() : t % 24 < 9 ? 1 : -1;
        run[t][0] = pattern[t % 24] + 0.8 * random.nextGaussian();
        run[t][1] = t == 0 ? 0 : 0.7 * run[t - 1][1] + 0.3 * run[t - 1][INPUT];
        run[t][1] += 0.05 * random.nextGaussian();
        run[t][2] = 4;
      }
      runs.add(run);
    }
    return Episodes.of(runs);
  }

  /** A swing whose phase wanders: readings a few steps ago say what one a swing ago says. */
  private static Episodes swinging() {
    Random random = new Random(5);
    double[][] run = new double[420][COUNT];
    for (int t = 2; t < run.length; t++) {
      for (int i = 0; i < COUNT; i++) {
        run[t][i] =
            2 * 0.97 * Math.cos(2 * Math.PI / 12) * run[t - 1][i]
                - 0.97 * 0.97 * run[t - 2][i]
                + random.nextGaussian();
      }
    }
    return Episodes.of(List.<double[][]>of(run));
  }

  private static final KahmMap MAP =
      MapFitter.fit(
          FitSettings.plain(SENSORS, 2, List.of()).map(),
          Arrays.copyOf(swinging().run(0), 60),
          FitSettings.plain(SENSORS, 2, List.of()).partition(),
          Progress.NONE);

  /** Errors of the readouts as if rows left out had given them: of b they are small. */
  private static Map<Integer, HorizonChoice> choices() {
    Map<Integer, HorizonChoice> choices = new TreeMap<>();
    for (int horizon : HORIZONS) {
      HorizonChoice unseen = HorizonChoice.unseen(horizon, COUNT);
      choices.put(
          horizon,
          new HorizonChoice(
              horizon,
              unseen.linear(),
              unseen.explainingPenalty(),
              unseen.correction(),
              List.of(
                  new HorizonChoice.Errors(2, 1.9, 1.8),
                  new HorizonChoice.Errors(2, 0.5, 0.002),
                  new HorizonChoice.Errors(0, 0, 0),
                  new HorizonChoice.Errors(0.5, 0.5, 0.5)),
              100,
              Optional.empty()));
    }
    return choices;
  }

  private static double reach(int sensor, int horizon) {
    return 3 + sensor + 0.1 * horizon;
  }

  private static ErrorQuantiles quantiles(int horizon) {
    double[][] absolute = new double[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      int sensor = i;
      absolute[i] = IntStream.range(0, 90).mapToDouble(k -> k * (1 + sensor) * horizon).toArray();
    }
    return ErrorQuantiles.of(absolute);
  }

  /** Coordinates correct the readouts of the first horizon alone. */
  private static Model fitted() {
    Model.Builder model =
        Model.builder(MAP)
            .classMeans(Matrix.identity(2))
            .coordinateVariance(1)
            .readout(WITHOUT_LINEAR, new PresentReadout(Matrix.zero(COUNT, 3), Optional.empty()));
    for (int horizon : HORIZONS) {
      double[] reach = IntStream.range(0, COUNT).mapToDouble(i -> reach(i, horizon)).toArray();
      StackedReadout.Correction correction =
          new StackedReadout.Correction(
              Matrix.zero(2, 1 + COUNT),
              Matrix.of(COUNT, 2, DoubleStream.generate(() -> 1).limit(2L * COUNT).toArray()));
      model
          .readout(
              horizon,
              StackedReadout.of(
                  2,
                  Matrix.zero(COUNT, 1 + COUNT),
                  horizon == 1 ? Optional.of(correction) : Optional.empty(),
                  Matrix.of(COUNT, 1, reach)))
          .forecastErrors(horizon, quantiles(horizon));
    }
    return model.build();
  }

  private record Fit(PastReport report, Model model) {}

  private static Fit fit(
      Episodes readings,
      SeasonChoice seasons,
      List<String> known,
      Map<Integer, HorizonChoice> choices) {
    Model fitted = fitted();
    Model.Builder model = fitted.toBuilder();
    FitSettings settings =
        FitSettings.plain(SENSORS, 2, HORIZONS).withSeasons(seasons).withKnown(known);
    PastReport report = PastFitter.fit(settings, readings, choices, fitted, model);
    return new Fit(report, model.build());
  }

  /** The same from regressions sensor by sensor. */
  private static final class Plain {
    private final Episodes readings;
    private final int[] lags;
    private final List<Integer> seasons;
    private final int limit;

    Plain(Episodes readings, List<Integer> seasons) {
      this.readings = readings;
      this.seasons = seasons;
      lags = Lags.of(readings, seasons);
      int least = 0;
      for (int horizon : HORIZONS) {
        double enough = error(horizon, lag -> true) / 0.99;
        int longest = lags.length == 0 ? 0 : lags[least];
        while (least + 1 < lags.length && error(horizon, upTo(longest)) > enough) {
          longest = lags[++least];
        }
      }
      limit = lags.length == 0 ? 0 : lags[least];
    }

    private static IntPredicate upTo(int longest) {
      return lag -> lag <= longest;
    }

    int[] used() {
      return Arrays.stream(lags).filter(lag -> lag <= limit).toArray();
    }

    OwnPast own(int horizon, int sensor) {
      return new OwnPast(readings, sensor, horizon, lags);
    }

    OwnPast.Choice choice(int horizon, int sensor) {
      return own(horizon, sensor).choose(upTo(limit));
    }

    double ratio(int horizon, int sensor) {
      double persistence = own(horizon, sensor).persistence();
      return persistence > 0 ? choice(horizon, sensor).error() / persistence : 1;
    }

    private double error(int horizon, IntPredicate wanted) {
      return IntStream.range(0, COUNT)
          .mapToObj(i -> own(horizon, i))
          .filter(past -> past.persistence() > 0)
          .mapToDouble(past -> past.choose(wanted).error() / past.persistence())
          .average()
          .orElse(1);
    }

    double error(IntPredicate wanted) {
      return HORIZONS.stream().mapToDouble(h -> error(h, wanted)).average().orElseThrow();
    }

    OwnPast knowing(int horizon, int sensor) {
      return new OwnPast(readings, sensor, horizon, used(), List.of(INPUT));
    }

    double knownRatio(int horizon, int sensor) {
      OwnPast past = knowing(horizon, sensor);
      return sensor == INPUT
          ? 0
          : past.persistence() > 0 ? past.choose(lag -> true).error() / past.persistence() : 1;
    }

    /** A season ago is the present reading where the horizon is a multiple of it. */
    List<Integer> seasons(int horizon) {
      return seasons.stream().filter(season -> horizon % season != 0).toList();
    }

    /** Losses of every expert on rows left out, in persistence's; at most 100 of them count. */
    double[][] start(int horizon, List<ExpertKind> kinds, boolean judged) {
      double[][] start = new double[COUNT][kinds.size()];
      double[][] readouts = {{1.9 / 2, 1.8 / 2}, {0.5 / 2, 0.002 / 2}, {1, 1}, {1, 1}};
      for (int i = 0; i < COUNT; i++) {
        int season = 0;
        for (int k = 0; k < kinds.size(); k++) {
          double ratio =
              switch (kinds.get(k)) {
                case PERSISTENCE -> 1;
                case ALL_SENSORS -> judged ? readouts[i][0] : 1;
                case COORDINATES -> judged ? readouts[i][1] : 1;
                case OWN_PAST -> ratio(horizon, i);
                case SEASON -> own(horizon, i).seasonRatio(seasons(horizon).get(season++));
                case KNOWN_INPUTS -> knownRatio(horizon, i);
                case OTHER -> Double.NaN;
              };
          double rows = Math.min(100, own(horizon, i).rows() / (double) horizon);
          start[i][k] = rows * Math.min(36, ratio);
        }
      }
      return start;
    }

    HorizonExperts experts(
        int horizon, List<ExpertKind> kinds, boolean judged, Optional<KnownRegression> known) {
      double[][] own = new double[COUNT][];
      for (int i = 0; i < COUNT; i++) {
        own[i] = own(horizon, i).fit(choice(horizon, i), upTo(limit));
      }
      return new HorizonExperts(
          horizon,
          Matrix.ofRows(own),
          column(i -> reach(i, horizon)),
          column(i -> own(horizon, i).persistence()),
          kinds,
          Matrix.ofRows(start(horizon, kinds, judged)),
          known);
    }

    /** The constant, every sensor's reading, the lags, and the input at every step. */
    KnownRegression regression(int horizon) {
      List<Integer> steps = KnownRegression.steps(horizon);
      int used = used().length;
      double[][] weights = new double[COUNT][1 + COUNT + used + steps.size()];
      for (int i = 0; i < INPUT; i++) {
        OwnPast past = knowing(horizon, i);
        double[] of = past.fit(past.choose(lag -> true), lag -> true);
        weights[i][0] = of[0];
        weights[i][1 + i] = of[1];
        int next = 2;
        for (int k = 0; k < used; k++) {
          weights[i][1 + COUNT + k] = of[next++];
        }
        for (int m = 0; m < COUNT; m++) {
          weights[i][1 + m] = m == i ? of[1] : of[next++];
        }
        for (int s = 0; s < steps.size(); s++) {
          weights[i][1 + COUNT + used + s] = of[next++];
        }
        assertThat(next).isEqualTo(of.length);
      }
      return new KnownRegression(List.of(INPUT), steps, Matrix.ofRows(weights));
    }

    /** The rows before the longest lag exists are forecast by the readout, whose errors count. */
    double[] errors(int horizon, int sensor, double[] own) {
      int longest = lags[lags.length - 1];
      double all = 0;
      double without = 0;
      for (int e = 0; e < readings.count(); e++) {
        all += readings.length(e) - horizon;
        without += Math.min(readings.length(e) - horizon, longest);
      }
      double share = without / all;
      int more = (int) (own.length * share / (1 - share));
      double[] added = new double[more];
      for (int j = 0; j < more; j++) {
        double level = (j + 0.5) / more;
        added[j] =
            level < 0.5
                ? quantiles(horizon).at(sensor, 0.5) * level / 0.5
                : quantiles(horizon).at(sensor, Math.min(level, 0.99));
      }
      double[] both = DoubleStream.concat(Arrays.stream(own), Arrays.stream(added)).toArray();
      return ErrorQuantiles.of(new double[][] {both}).values().row(0);
    }
  }

  private static Matrix column(IntToDoubleFunction value) {
    return Matrix.of(COUNT, 1, IntStream.range(0, COUNT).mapToDouble(value).toArray());
  }

  private static List<ExpertKind> kinds(int horizon, int seasons, boolean known) {
    List<ExpertKind> kinds =
        new ArrayList<>(List.of(ExpertKind.PERSISTENCE, ExpertKind.ALL_SENSORS));
    if (horizon == 1) {
      kinds.add(ExpertKind.COORDINATES);
    }
    kinds.add(ExpertKind.OWN_PAST);
    kinds.addAll(Collections.nCopies(seasons, ExpertKind.SEASON));
    if (known) {
      kinds.add(ExpertKind.KNOWN_INPUTS);
    }
    return kinds;
  }

  private static void requireReports(PastReport report, Plain plain) {
    for (int h = 0; h < HORIZONS.size(); h++) {
      int horizon = HORIZONS.get(h);
      int better = 0;
      int moving = 0;
      double skill = 0;
      for (int i = 0; i < COUNT; i++) {
        if (plain.own(horizon, i).persistence() > 0) {
          moving++;
          better += plain.ratio(horizon, i) < 1 ? 1 : 0;
          skill += 1 - plain.ratio(horizon, i);
        }
      }
      assertThat(report.horizons().get(h).horizon()).isEqualTo(horizon);
      assertThat(report.horizons().get(h).sensors()).isEqualTo(better);
      assertThat(report.horizons().get(h).skill())
          .isCloseTo(skill / Math.max(1, moving), within(ROUNDING));
    }
    assertThat(report.horizons()).hasSameSizeAs(HORIZONS);
  }

  @Test
  void aSeasonThatLessensTheErrorIsKept() {
    Episodes readings = seasonal();
    Fit fit = fit(readings, SeasonChoice.AUTO, List.of(), choices());

    assertThat(Season.find(readings, Optional.empty()).orElseThrow().steps()).isEqualTo(24);
    Plain plain = new Plain(readings, List.of(24));
    List<Integer> near = Arrays.stream(Lags.of(readings, List.of())).boxed().toList();
    assertThat(fit.report.seasons()).containsExactly(24);
    assertThat(fit.report.found()).isEqualTo(24);
    assertThat(fit.report.seasonGain().orElseThrow())
        .isGreaterThan(0.1)
        .isCloseTo(1 - plain.error(lag -> true) / plain.error(near::contains), within(ROUNDING));
    assertThat(fit.report.longest()).isEqualTo(plain.lags[plain.lags.length - 1]).isEqualTo(49);
    assertThat(fit.report.lags())
        .containsExactlyElementsOf(Arrays.stream(plain.used()).boxed().toList())
        .contains(24)
        .doesNotContain(49);
    assertThat(fit.report.known()).isEmpty();
    requireReports(fit.report, plain);
    PastModel past = fit.model.past();
    assertThat(past.seasons()).containsExactly(24);
    assertThat(past.lags()).isEqualTo(plain.used());
    assertThat(past.horizons()).isEqualTo(HORIZONS);
    for (int horizon : HORIZONS) {
      assertThat(past.experts(horizon).orElseThrow())
          .isEqualTo(
              plain.experts(
                  horizon, kinds(horizon, horizon == 24 ? 0 : 1, false), true, Optional.empty()));
    }
    // A sensor that stands still has no season that beats persistence, which is exact.
    assertThat(past.experts(1).orElseThrow().start().row(2))
        .containsExactly(100, 100, 100, 100, 3600);
  }

  @Test
  void intervalsAreThoseOfOwnPastWhereItErrsLess() {
    Episodes readings = seasonal();
    Fit fit = fit(readings, SeasonChoice.of(List.of(24)), List.of(), choices());
    Plain plain = new Plain(readings, List.of(24));

    for (int horizon : HORIZONS) {
      double[][] expected = quantiles(horizon).values().toRows();
      for (int i = 0; i < COUNT; i++) {
        double ofReadout = i == 0 ? 0.9 : i == 1 ? 0.001 : 1;
        if (i != 2 && plain.ratio(horizon, i) < ofReadout) {
          OwnPast own = plain.own(horizon, i);
          double[] absolute = own.absoluteErrors(plain.choice(horizon, i), Plain.upTo(plain.limit));
          expected[i] = plain.errors(horizon, i, absolute);
        }
      }
      assertThat(expected[0]).isNotEqualTo(quantiles(horizon).values().row(0));
      assertThat(fit.model.forecastErrors(horizon).orElseThrow().values())
          .isEqualTo(Matrix.ofRows(expected));
    }
    assertThat(fit.report.found()).as("none was looked for").isZero();
    assertThat(fit.report.seasonGain()).isEmpty();
    assertThat(fit.report.seasons()).containsExactly(24);
  }

  /** Their periods are named; each is an expert where the horizon is no multiple of it. */
  @Test
  void severalSeasonsAreExpertsOfTheirOwn() {
    Episodes readings = seasonal();
    Fit fit = fit(readings, SeasonChoice.of(List.of(24, 10)), List.of(), choices());
    Plain plain = new Plain(readings, List.of(10, 24));

    assertThat(fit.model.past().seasons()).containsExactly(10, 24);
    for (int horizon : HORIZONS) {
      assertThat(fit.model.past().experts(horizon).orElseThrow())
          .isEqualTo(
              plain.experts(
                  horizon, kinds(horizon, horizon == 24 ? 1 : 2, false), true, Optional.empty()));
    }
  }

  @Test
  void aSeasonThatAddsNothingIsLeftOut() {
    Episodes readings = swinging();
    Fit fit = fit(readings, SeasonChoice.AUTO, List.of(), choices());

    int found = Season.find(readings, Optional.empty()).orElseThrow().steps();
    Plain with = new Plain(readings, List.of(found));
    Plain plain = new Plain(readings, List.of());
    List<Integer> near = Arrays.stream(plain.lags).boxed().toList();
    double gain = 1 - with.error(lag -> true) / with.error(near::contains);
    assertThat(gain).isLessThan(0.005);
    assertThat(fit.report.seasonGain().orElseThrow()).isCloseTo(gain, within(ROUNDING));
    assertThat(fit.report.found()).isEqualTo(found);
    assertThat(fit.report.seasons()).isEmpty();
    assertThat(fit.report.longest()).isEqualTo(near.get(near.size() - 1));
    assertThat(fit.report.lags()).isEqualTo(Arrays.stream(plain.used()).boxed().toList());
    requireReports(fit.report, plain);
    assertThat(fit.model.past().seasons()).isEmpty();
    for (int horizon : HORIZONS) {
      assertThat(fit.model.past().experts(horizon).orElseThrow())
          .isEqualTo(plain.experts(horizon, kinds(horizon, 0, false), true, Optional.empty()));
    }
  }

  @Test
  void whatIsKnownAheadIsAnExpertWithItsOwnRegression() {
    Episodes readings = seasonal();
    Fit fit = fit(readings, SeasonChoice.NONE, List.of("input"), choices());
    Plain plain = new Plain(readings, List.of());

    assertThat(fit.model.past().known()).containsExactly(INPUT);
    for (int h = 0; h < HORIZONS.size(); h++) {
      int horizon = HORIZONS.get(h);
      assertThat(fit.model.past().experts(horizon).orElseThrow())
          .isEqualTo(
              plain.experts(
                  horizon, kinds(horizon, 0, true), true, Optional.of(plain.regression(horizon))));
      double[] without = new double[2];
      double[] with = new double[2];
      int better = 0;
      for (int i = 0; i < 2; i++) {
        double ofReadouts = i == 0 ? 0.9 : 0.001;
        without[i] = Math.min(1, Math.min(ofReadouts, plain.ratio(horizon, i)));
        with[i] = plain.knownRatio(horizon, i);
        better += with[i] < without[i] ? 1 : 0;
      }
      PastReport.Known known = fit.report.known().get(h);
      assertThat(known.horizon()).isEqualTo(horizon);
      assertThat(known.sensors()).isEqualTo(better);
      assertThat(known.skill()).isCloseTo(1 - (with[0] + with[1]) / 2, within(ROUNDING));
      assertThat(known.without()).isCloseTo(1 - (without[0] + without[1]) / 2, within(ROUNDING));
    }
  }

  /** Without readouts that do well, the best is what knows the input; its own errors are none. */
  @Test
  void intervalsAreThoseOfKnownInputsWhereTheseErrLeast() {
    Episodes readings = seasonal();
    Map<Integer, HorizonChoice> choices = choices();
    HorizonChoice choice = choices.get(5);
    choices.put(
        5,
        new HorizonChoice(
            5,
            choice.linear(),
            choice.explainingPenalty(),
            choice.correction(),
            Collections.nCopies(COUNT, new HorizonChoice.Errors(1, 1, 1)),
            100,
            Optional.empty()));
    Fit fit = fit(readings, SeasonChoice.NONE, List.of("input"), choices);
    Plain plain = new Plain(readings, List.of());

    OwnPast past = plain.knowing(5, 1);
    double[] absolute = past.absoluteErrors(past.choose(lag -> true), lag -> true);
    assertThat(plain.knownRatio(5, 1)).isLessThan(plain.ratio(5, 1));
    Matrix values = fit.model.forecastErrors(5).orElseThrow().values();
    assertThat(values.row(1)).isEqualTo(plain.errors(5, 1, absolute));
    assertThat(values.row(2)).as("it stands still").isEqualTo(quantiles(5).values().row(2));
    double[] exact = new double[(int) plain.knowing(5, INPUT).rows()];
    assertThat(values.row(INPUT)).isEqualTo(plain.errors(5, INPUT, exact));
    assertThat(fit.report.known().get(1).sensors()).isGreaterThanOrEqualTo(1);
  }

  /** Of eight rows none is left out, so that nothing is known to beat persistence. */
  @Test
  void sensorsThatNothingForecastsAreNoneThatKnownInputsHelp() {
    Random random = new Random(2);
    double[][] walks = new double[8][COUNT];
    for (int t = 1; t < walks.length; t++) {
      for (int i = 0; i < COUNT; i++) {
        walks[t][i] = walks[t - 1][i] + random.nextGaussian();
      }
    }
    Episodes readings = Episodes.of(List.<double[][]>of(walks));
    Map<Integer, HorizonChoice> unseen = new TreeMap<>();
    HORIZONS.forEach(horizon -> unseen.put(horizon, HorizonChoice.unseen(horizon, COUNT)));

    PastReport report = fit(readings, SeasonChoice.NONE, List.of("input"), unseen).report;

    assertThat(report.known().get(0)).isEqualTo(new PastReport.Known(1, 0, 0, 0));
    assertThat(report.horizons().get(0)).isEqualTo(new PastReport.Horizon(1, 0, 0));
  }

  @Test
  void readoutsThatNothingIsKnownOfCountAsPersistence() {
    Episodes readings = seasonal();
    Map<Integer, HorizonChoice> unseen = new TreeMap<>();
    HORIZONS.forEach(horizon -> unseen.put(horizon, HorizonChoice.unseen(horizon, COUNT)));
    Fit fit = fit(readings, SeasonChoice.NONE, List.of(), unseen);
    Plain plain = new Plain(readings, List.of());

    for (int horizon : HORIZONS) {
      assertThat(fit.model.past().experts(horizon).orElseThrow())
          .isEqualTo(plain.experts(horizon, kinds(horizon, 0, false), false, Optional.empty()));
      assertThat(fit.model.forecastErrors(horizon)).contains(quantiles(horizon));
    }
  }

  /** Episodes of three rows have none a lag before; what is left is the level. */
  @Test
  void shortEpisodesHaveNoLags() {
    List<double[][]> runs = new ArrayList<>();
    Episodes readings = seasonal();
    for (int e = 0; e < 60; e++) {
      runs.add(readings.run(0, 3 * e, 3 * e + 3));
    }
    Episodes pieces = Episodes.of(runs);
    Fit fit = fit(pieces, SeasonChoice.AUTO, List.of(), choices());
    Plain plain = new Plain(pieces, List.of());

    assertThat(fit.report.lags()).isEmpty();
    assertThat(fit.report.longest()).isZero();
    assertThat(fit.report.found()).isZero();
    requireReports(fit.report, plain);
    assertThat(fit.report.horizons().get(0).sensors()).isPositive();
    assertThat(fit.model.past().experts(1).orElseThrow())
        .isEqualTo(plain.experts(1, kinds(1, 0, false), true, Optional.empty()));
    OwnPast own = plain.own(1, 0);
    double[] absolute = own.absoluteErrors(plain.choice(1, 0), lag -> true);
    assertThat(fit.model.forecastErrors(1).orElseThrow().values().row(0))
        .as("every row has all that is looked at")
        .isEqualTo(ErrorQuantiles.of(new double[][] {absolute}).values().row(0));
  }

  @Test
  void aModelWithoutLinearReadoutsHasNoPast() {
    Model plain =
        Model.builder(MAP)
            .classMeans(Matrix.identity(2))
            .coordinateVariance(1)
            .readout(1, new PresentReadout(Matrix.zero(COUNT, 3), Optional.empty()))
            .build();
    Model.Builder model = plain.toBuilder();
    FitSettings settings = FitSettings.plain(SENSORS, 2, List.of(1));

    assertThat(PastFitter.fit(settings, seasonal(), Map.of(), plain, model))
        .isEqualTo(PastReport.NONE);
    assertThat(model.build().past().horizons()).isEmpty();
  }
}
