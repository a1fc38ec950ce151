package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.offline.PlainIntervals;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every figure that {@code evaluate} prints, computed again from forecasts of monitors that each
 * saw one stream of the file.
 */
class EvaluateOracleTest {
  private static final double LEVEL = 0.9;
  private static final int PARTS = 3;

  @TempDir static Path folder;
  private static TwoPumps pumps;
  private static JsonNode printed;
  private static String said;
  private static Model model;
  private static final List<Row> ROWS = new ArrayList<>();
  private static StreamStatus last;

  /** A forecast whose time has come; the intervals' figures keep what is in sensor units. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Forecast(
      int horizon,
      double[] predicted,
      double[] target,
      double[] origin,
      double simplex,
      double[] linear,
      PlainIntervals.Outcome sensors) {
    static Forecast of(ScoredForecast scored, int stream) {
      return new Forecast(
          scored.horizon(),
          scored.predicted().clone(),
          scored.target().clone(),
          scored.origin().clone(),
          scored.simplexDistanceSquared(),
          scored.linearState().clone(),
          new PlainIntervals.Outcome(
              stream,
              scored.halfWidth(),
              scored.predictedState(),
              scored.targetState(),
              scored.originState()));
    }
  }

  /** What a row of the file brought. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Row(
      int line,
      int stream,
      boolean changes,
      boolean ready,
      double novelty,
      boolean outside,
      double relation,
      boolean broken,
      boolean faulty,
      double[] coordinates,
      boolean paired,
      List<Forecast> forecasts) {}

  @BeforeAll
  static void evaluate() throws Exception {
    ROWS.clear();
    pumps = new TwoPumps(folder);
    Cli evaluate =
        Cli.words(
            "evaluate --state a,b,c,d --stream plant --time t --time-unit ms --step 10s --hold 30s"
                + " --horizons 1,5 --interval .9 --by-time 3 --input "
                + pumps.history
                + " --model",
            pumps.model);
    printed = evaluate.json();
    said = evaluate.err();
    model = ModelFile.read(pumps.model);
    MonitorSettings settings =
        MonitorSettings.builder()
            .horizons(List.of(1, 5))
            .timing(InputTiming.TIMED.withStep(10_000_000_000L, 0.1).withHold(30_000_000_000L))
            .interval(OptionalDouble.of(LEVEL))
            .build();
    Set<String> streams = new LinkedHashSet<>();
    pumps.rows.forEach(row -> streams.add(row[1]));
    int number = 0;
    for (String stream : streams) {
      StreamMonitor monitor = StreamMonitor.create(settings, model);
      for (String[] row : pumps.rows) {
        if (row[1].equals(stream)) {
          ROWS.add(row(pumps.rows.indexOf(row), number, monitor.advance(observation(row, number))));
        }
      }
      last = monitor.status();
      number++;
    }
  }

  private static Observation observation(String[] row, int stream) {
    double[] values = new double[4];
    for (int i = 0; i < 4; i++) {
      values[i] = row[3 + i].isEmpty() ? Double.NaN : Double.parseDouble(row[3 + i]);
    }
    return Observation.state(
        1_000_000 * Long.parseLong(row[0]), values, Integer.toString(stream), false);
  }

  private static Row row(int line, int stream, RowAssessment found) {
    boolean ready = found.readiness() == Readiness.READY && found.admission().changesState();
    return new Row(
        line,
        stream,
        found.admission().changesState(),
        ready,
        ready ? found.novelty() : Double.NaN,
        found.alarms().outsideMap(),
        found.admission().changesState() ? found.alarms().relation() : Double.NaN,
        found.alarms().relationBroken(),
        found.alarms().sensorFaulty(),
        ready ? found.coordinates().clone() : new double[0],
        ready && found.squaredError().isPresent(),
        found.scored().stream().map(scored -> Forecast.of(scored, stream)).toList());
  }

  private static List<Forecast> forecasts(int horizon, int stream) {
    return ROWS.stream()
        .filter(row -> stream < 0 || row.stream() == stream)
        .flatMap(row -> row.forecasts().stream())
        .filter(forecast -> forecast.horizon() == horizon)
        .toList();
  }

  private static double square(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum;
  }

  private static double[] mean(List<double[]> vectors) {
    double[] mean = new double[vectors.get(0).length];
    vectors.forEach(
        vector -> {
          for (int i = 0; i < mean.length; i++) {
            mean[i] += vector[i] / vectors.size();
          }
        });
    return mean;
  }

  private static double error(List<Forecast> of) {
    return of.stream().mapToDouble(f -> square(f.predicted(), f.target())).sum();
  }

  private static double magnitude(List<Forecast> of) {
    return of.stream().mapToDouble(f -> square(f.target(), new double[f.target().length])).sum();
  }

  private static double variation(List<Forecast> of) {
    double[] mean = mean(of.stream().map(Forecast::target).toList());
    return of.stream().mapToDouble(f -> square(f.target(), mean)).sum();
  }

  private static double relative(List<Forecast> of) {
    return error(of) / magnitude(of);
  }

  private static double explained(List<Forecast> of) {
    return 1 - error(of) / variation(of);
  }

  private static void near(JsonNode node, String name, double expected) {
    assertThat(node.has(name)).as(name).isTrue();
    assertThat(node.path(name).asDouble()).as(name).isCloseTo(expected, within(1e-9));
  }

  private static JsonNode horizon(int horizon) {
    JsonNode node = printed.path("horizons").get(horizon == 1 ? 0 : 1);
    assertThat(node.path("h").asInt()).isEqualTo(horizon);
    return node;
  }

  @Test
  void errorsOfCoordinatesAreThoseOfTheForecasts() {
    for (int h : List.of(1, 5)) {
      JsonNode node = horizon(h);
      List<Forecast> all = forecasts(h, -1);
      double persistence = all.stream().mapToDouble(f -> square(f.origin(), f.target())).sum();
      double relative = 0;
      double explained = 0;
      for (int stream = 0; stream < 3; stream++) {
        List<Forecast> own = forecasts(h, stream);
        JsonNode episode = node.path("episodes").get(stream);
        near(episode, "E", relative(own));
        near(episode, "R2", explained(own));
        assertThat(episode.path("starts").asInt()).isEqualTo(own.size());
        relative += relative(own) / 3;
        explained += explained(own) / 3;
      }

      near(node, "E", relative);
      near(node, "R2", explained);
      near(node, "rmse", Math.sqrt(error(all) / all.size()));
      near(node, "nu", all.stream().mapToDouble(Forecast::simplex).average().orElseThrow());
      near(node, "skill", 1 - error(all) / persistence);
      near(node, "persistenceE", persistence / magnitude(all));
      near(node.path("pooled"), "E", relative(all));
      near(node.path("pooled"), "R2", explained(all));
      assertThat(node.path("starts").asInt()).isEqualTo(all.size()).isGreaterThan(700);
    }
  }

  /** Squared errors of one sensor: of the forecast, of persistence and of the linear model. */
  private static double[] squares(List<Forecast> of, int sensor) {
    double[] sums = new double[4];
    double[] mean = mean(of.stream().map(f -> f.sensors().target()).toList());
    for (Forecast f : of) {
      double target = f.sensors().target()[sensor];
      sums[0] += Math.pow(target - f.sensors().predicted()[sensor], 2);
      sums[1] += Math.pow(target - f.sensors().origin()[sensor], 2);
      sums[2] += Math.pow(target - f.linear()[sensor], 2);
      sums[3] += Math.pow(target - mean[sensor], 2);
    }
    return sums;
  }

  /** Sums over the sensors in units of each one's variation. */
  private static double[] inVariations(List<Forecast> of) {
    double[] sums = new double[3];
    for (int i = 0; i < 4; i++) {
      double[] own = squares(of, i);
      for (int k = 0; k < 3; k++) {
        sums[k] += own[k] / own[3];
      }
    }
    return sums;
  }

  @Test
  void skillsInSensorUnitsAreThoseOfTheForecasts() {
    for (int h : List.of(1, 5)) {
      List<Forecast> all = forecasts(h, -1);
      double[] sums = inVariations(all);
      JsonNode skill = horizon(h).path("sensorSkill");
      near(skill, "persistence", 1 - sums[0] / sums[1]);
      near(skill, "linear", 1 - sums[0] / sums[2]);
      near(skill, "linearOverPersistence", 1 - sums[2] / sums[1]);
      assertThat(skill.path("forecasts").asInt()).isEqualTo(all.size());
      for (int i = 0; i < 4; i++) {
        double[] own = squares(all, i);
        JsonNode sensor = horizon(h).path("sensors").get(i);
        assertThat(sensor.path("sensor").asText()).isEqualTo(List.of("a", "b", "c", "d").get(i));
        near(sensor, "rmse", Math.sqrt(own[0] / all.size()));
        near(sensor, "skill", 1 - own[0] / own[1]);
        near(sensor, "skillOverLinear", 1 - own[0] / own[2]);
      }
    }
  }

  @Test
  void intervalsAreJudgedByTheirDefinitions() {
    for (int h : List.of(1, 5)) {
      List<PlainIntervals.Outcome> outcomes =
          forecasts(h, -1).stream().map(Forecast::sensors).toList();
      PlainIntervals plain = new PlainIntervals(LEVEL, outcomes);
      JsonNode interval = horizon(h).path("interval");
      assertThat(interval.path("outcomes").asInt()).isEqualTo(outcomes.size());
      near(interval, "level", LEVEL);
      near(interval, "coverage", plain.coverage());
      near(interval, "coverageOfFirst500", plain.first());
      near(interval, "staticCoverage", plain.constantCoverage());
      near(interval, "widthOverStatic", plain.widthOverConstant());
      near(interval, "scoreOverStatic", plain.scoreOverConstant());
      near(interval, "scoreOverPersistence", plain.scoreOverPersistence());
    }
  }

  @Test
  void alarmsAreCountedByStream() {
    double novelty = model.noveltyLimit().orElseThrow();
    double relation = model.alarms().orElseThrow().relations().orElseThrow().normal().limit();
    long[] counts = new long[11];
    for (int stream = 0; stream < 3; stream++) {
      boolean outside = false;
      boolean broken = false;
      boolean faulty = false;
      for (Row row : ROWS) {
        if (row.stream() != stream) {
          continue;
        }
        if (row.ready()) {
          counts[0]++;
          counts[1] += row.novelty() > novelty ? 1 : 0;
          counts[2] += row.outside() && !outside ? 1 : 0;
          counts[3] += row.outside() ? 1 : 0;
          outside = row.outside();
        }
        if (row.changes() && !Double.isNaN(row.relation())) {
          counts[4]++;
          counts[5] += row.relation() > relation ? 1 : 0;
          counts[6] += row.broken() && !broken ? 1 : 0;
          counts[7] += row.broken() ? 1 : 0;
          broken = row.broken();
        }
        if (row.changes()) {
          counts[8]++;
          counts[9] += row.faulty() && !faulty ? 1 : 0;
          counts[10] += row.faulty() ? 1 : 0;
          faulty = row.faulty();
        }
      }
    }
    alarm("novelty", novelty, counts, 0);
    alarm("relations", relation, counts, 4);
    assertThat(model.sensors()).isPresent();
    JsonNode sensors = printed.path("alarms").path("sensors");
    assertThat(sensors.path("rows").asLong()).isEqualTo(counts[8]);
    assertThat(sensors.path("pages").asLong()).isEqualTo(counts[9]);
    assertThat(sensors.path("rowsInAlarm").asLong()).isEqualTo(counts[10]);
    assertThat(counts[2]).as("alarms of two streams").isGreaterThan(1);
    assertThat(said)
        .contains("%,d of %,d rows were".formatted(counts[3], counts[0]))
        .contains("%,d had sensors that disagree".formatted(counts[7]))
        .contains("%,d a faulty sensor".formatted(counts[10]));
  }

  @Test
  void whatTheFileHoldsIsCounted() {
    long missing = pumps.rows.stream().filter(row -> row[5].isEmpty()).count();

    assertThat(said)
        .contains(
            "%,d rows read, %,d used in 4 uninterrupted runs"
                .formatted(pumps.rows.size(), pumps.rows.size() - 1))
        .contains("cells: %d missing, %d filled with the last value\n".formatted(missing, missing))
        .contains("rows skipped: 1 with the time of the row before\n")
        .contains("breaks: 1 irregular step\n");
  }

  private static void alarm(String name, double limit, long[] counts, int from) {
    JsonNode node = printed.path("alarms").path(name);
    near(node, "limit", limit);
    List<String> names = List.of("rows", "rowsAboveLimit", "pages", "rowsInAlarm");
    for (int i = 0; i < names.size(); i++) {
      assertThat(node.path(names.get(i)).asLong()).as(names.get(i)).isEqualTo(counts[from + i]);
    }
  }

  @Test
  void partsOfTheFileHaveTheOutcomesOfTheirRows() {
    List<String> worse = new ArrayList<>();
    for (int p = 0; p < PARTS; p++) {
      JsonNode part = printed.path("byTime").get(p);
      // Of the file, in which the rows of the pumps take turns.
      int from = (p * pumps.rows.size() + PARTS - 1) / PARTS;
      int to = ((p + 1) * pumps.rows.size() + PARTS - 1) / PARTS;
      assertThat(part.path("fromRow").asInt()).isEqualTo(from + 1);
      assertThat(part.path("toRow").asInt()).isEqualTo(to);
      for (int k = 0; k < 2; k++) {
        int h = k == 0 ? 1 : 5;
        List<Forecast> own =
            ROWS.stream()
                .filter(row -> row.line() >= from && row.line() < to)
                .flatMap(row -> row.forecasts().stream())
                .filter(forecast -> forecast.horizon() == h)
                .toList();
        double[] sums = inVariations(own);
        JsonNode node = part.path("horizons").get(k);
        assertThat(node.path("h").asInt()).isEqualTo(h);
        assertThat(node.path("forecasts").asInt()).isEqualTo(own.size());
        near(node, "error", sums[0] / 4);
        near(node, "persistence", 1 - sums[0] / sums[1]);
        near(node, "linear", 1 - sums[0] / sums[2]);
        near(
            node,
            "coverage",
            new PlainIntervals(LEVEL, own.stream().map(Forecast::sensors).toList()).coverage());
        if (sums[0] > sums[1]) {
          worse.add(
              h + (h == 1 ? " step" : " steps") + " ahead in rows " + (from + 1) + " to " + to);
        }
      }
    }
    assertThat(printed.path("byTime")).hasSize(PARTS);
    List<String> written = new ArrayList<>();
    printed.path("worseThanPersistence").forEach(sentence -> written.add(sentence.asText()));
    assertThat(written).isEqualTo(worse);
  }

  /** A mixture learns from each stream anew, so the shares are those at the end of the file. */
  @Test
  void forecastsAreMadeOfWhatTheMixtureOfTheLastStreamEndsWith() {
    for (HorizonStatus status : last.forecasts().horizons()) {
      JsonNode made = horizon(status.horizon()).path("madeOf");
      assertThat(made.size()).isEqualTo(status.experts().size()).isGreaterThan(1);
      status.experts().forEach(expert -> near(made, expert.name(), expert.share()));
    }
  }

  @Test
  void theVariationIsThatOfTheCoordinates() {
    List<double[]> states = ROWS.stream().filter(Row::paired).map(Row::coordinates).toList();
    double[] mean = mean(states);
    int classes = mean.length;
    DMatrixRMaj covariance = new DMatrixRMaj(classes, classes);
    for (double[] state : states) {
      for (int i = 0; i < classes; i++) {
        for (int j = 0; j < classes; j++) {
          covariance.add(i, j, (state[i] - mean[i]) * (state[j] - mean[j]) / states.size());
        }
      }
    }
    double trace = 0;
    for (int i = 0; i < classes; i++) {
      trace += covariance.get(i, i);
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(classes, false, true);
    assertThat(eigen.decompose(covariance.copy())).isTrue();
    double entropy = 0;
    for (int i = 0; i < classes; i++) {
      double part = eigen.getEigenvalue(i).getReal() / trace;
      entropy -= part > 1e-12 ? part * Math.log(part) : 0;
    }

    JsonNode node = printed.path("variation");
    near(node, "vCoord", trace);
    near(node, "rhoVar", trace / (1 - square(mean, new double[classes])));
    near(node, "rEff", Math.exp(entropy));
    near(node, "rhoRank", Math.exp(entropy) / (classes - 1));
  }
}
