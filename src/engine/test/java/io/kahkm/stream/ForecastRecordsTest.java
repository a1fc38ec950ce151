package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.topology.TopologyConfig;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A record of forecasts says what the monitor said of the reading: every field is written a second
 * time, plainly, through relations that break, a sensor that stands still and readings that leave
 * the map.
 */
class ForecastRecordsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int ROWS = 900;
  private static final List<String> SENSORS = List.of("flow", "heat", "power");
  static final Model MODEL = fit();

  /** Event times are microseconds and some nanoseconds apart from whole milliseconds. */
  private static final long STEP = 1_000_000_500L;

  private static TopologyConfig config(String coordinates) throws Exception {
    return TopologyConfig.parse(
        "name: pump\nmodel: {file: unused}\ninput: {state: [flow, heat, power], time: t}\n"
            + "forecasts: {horizons: [1, 5], coordinates: "
            + coordinates
            + "}\n",
        "test",
        Map.of());
  }

  /** Two slow movements that three sensors share. */
  static final class Plant {
    private final SplittableRandom random;
    private double slow;
    private double fast;

    Plant(long seed) {
      random = new SplittableRandom(seed);
    }

    double[] next() {
      slow = 0.9 * slow + 0.4 * random.nextGaussian();
      fast = 0.5 * fast + 0.8 * random.nextGaussian();
      return new double[] {
        10 + slow + 0.1 * random.nextGaussian(),
        20 + slow - fast + 0.1 * random.nextGaussian(),
        30 + slow + 2 * fast + 0.1 * random.nextGaussian()
      };
    }
  }

  private static Model fit() {
    Plant plant = new Plant(1);
    double[][] rows = new double[2_000][];
    Arrays.setAll(rows, t -> plant.next());
    return ModelFitter.fit(
            new FitSettings(
                new MapSettings(
                    SENSORS,
                    6,
                    4,
                    MapSettings.DEFAULT_TAU,
                    MapSettings.Reconstruction.USUAL,
                    MapSettings.States.of(ScalingKind.STANDARD)),
                new Partition.KMeansStart(0),
                ClosureMethod.RIDGE,
                0.1,
                1,
                0.2,
                FitSettings.DEFAULT_QUANTILE,
                List.of(1, 5),
                Map.of()),
            Episodes.of(List.<double[][]>of(rows)),
            Progress.NONE)
        .model();
  }

  private static List<double[]> rows() {
    Plant machine = new Plant(11);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < ROWS; t++) {
      double[] row = machine.next();
      if (t >= 300 && t < 330) {
        row[1] = 40 - row[1];
      } else if (t >= 450 && t < 640) {
        row[0] = 0.25;
      } else if (t >= 760 && t < 790) {
        row[0] += 300;
      } else if (t == 700) {
        row[1] = Double.NaN;
      }
      rows.add(row);
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"base64", "text", "none"})
  void everyFieldIsWhatTheMonitorSaid(String coordinates) throws Exception {
    ResultOutput output = new ResultOutput(config(coordinates), MODEL.map());
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP))
                .horizons(List.of(1, 5))
                .every(1)
                .interval(OptionalDouble.of(0.9))
                .learn(true)
                .alarm(AlarmSettings.of(1e4))
                .build(),
            MODEL);
    Set<String> fields = new TreeSet<>();
    List<double[]> rows = rows();
    for (int t = 0; t < rows.size(); t++) {
      RowAssessment said = monitor.advance(Observation.state(t * STEP, rows.get(t), "e", false));
      if (said.issued().isEmpty()) {
        continue;
      }
      JsonNode written = MAPPER.readTree(output.forecasts("pump-1", said));
      assertThat(written).as("row %d", t).isEqualTo(plainly(said, coordinates));
      names("", written, fields);
    }
    assertThat(fields)
        .as("fields that were seen")
        .contains(
            "/outsideSince",
            "/noveltyShares",
            "/relation",
            "/relationSince",
            "/relationSensors/factor",
            "/sensorSince",
            "/sensorFaults/amount",
            "/sensorFaults/implied",
            "/forecasts/lower",
            "/forecasts/upper",
            "/forecasts/state");
    assertThat(fields.contains("/forecasts/coordinates")).isEqualTo(!coordinates.equals("none"));
  }

  private static void names(String path, JsonNode node, Set<String> found) {
    if (node.isArray()) {
      node.forEach(element -> names(path, element, found));
    } else if (node.isObject()) {
      node.fieldNames()
          .forEachRemaining(
              name -> {
                found.add(path + "/" + name);
                names(path + "/" + name, node.get(name), found);
              });
    }
  }

  /** The record as the pages describe it. */
  private static JsonNode plainly(RowAssessment said, String coordinates) throws Exception {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("stream", "pump-1");
    json.set("time", time(said.time()));
    json.put("map", MODEL.map().fingerprint());
    json.put("class", said.nearestClass());
    json.put("dominant", said.dominant());
    json.put("novelty", said.novelty());
    json.put("outsideMap", said.alarms().outsideMap());
    if (said.alarms().outsideMap()) {
      json.set("outsideSince", time(said.alarms().outsideSince().orElseThrow()));
      json.set("noveltyShares", numbers(said.alarms().noveltyShares()));
    }
    if (!Double.isNaN(said.alarms().relation())) {
      json.put("relation", said.alarms().relation());
    }
    json.put("relationEvidence", said.alarms().relationEvidence());
    json.put("relationBroken", said.alarms().relationBroken());
    json.put("relationProvisional", said.alarms().relationProvisional());
    if (said.alarms().relationBroken()) {
      json.set("relationSince", time(said.alarms().relationSince().orElseThrow()));
      ArrayNode named = json.putArray("relationSensors");
      for (RelationStatus.NamedSensor sensor : said.alarms().relationSensors()) {
        ObjectNode one = named.addObject();
        one.put("sensor", SENSORS.get(sensor.sensor()));
        one.put("factor", sensor.factor());
        one.set("value", number(sensor.value()));
        one.set("predicted", number(sensor.predicted()));
      }
    }
    json.put("sensorEvidence", said.alarms().sensorEvidence());
    json.put("sensorFaulty", said.alarms().sensorFaulty());
    json.put("sensorProvisional", said.alarms().sensorProvisional());
    if (said.alarms().sensorFaulty()) {
      json.set("sensorSince", time(said.alarms().sensorSince().orElseThrow()));
      ArrayNode faults = json.putArray("sensorFaults");
      for (SensorFinding fault : said.alarms().sensorFindings()) {
        ObjectNode one = faults.addObject();
        one.put("sensor", SENSORS.get(fault.sensor()));
        one.put("kind", fault.kind().label());
        one.put("amount", fault.amount());
        one.set("value", number(fault.value()));
        one.set("implied", number(fault.implied()));
      }
    }
    ArrayNode forecasts = json.putArray("forecasts");
    for (IssuedForecast forecast : said.issued()) {
      forecast(forecasts.addObject(), forecast, coordinates);
    }
    // Numbers compare by what their text says.
    return MAPPER.readTree(MAPPER.writeValueAsString(json));
  }

  private static void forecast(ObjectNode json, IssuedForecast forecast, String coordinates)
      throws Exception {
    json.put("horizon", forecast.horizon());
    double[] state = Objects.requireNonNull(forecast.state());
    json.set("state", numbers(state));
    double[] half = forecast.halfWidth();
    if (half != null) {
      double[] lower = state.clone();
      double[] upper = state.clone();
      for (int j = 0; j < state.length; j++) {
        lower[j] -= half[j];
        upper[j] += half[j];
      }
      json.set("lower", numbers(lower));
      json.set("upper", numbers(upper));
    }
    if (coordinates.equals("text")) {
      json.set("coordinates", numbers(forecast.coordinates()));
    } else if (coordinates.equals("base64")) {
      ByteBuffer bytes =
          ByteBuffer.allocate(8 * forecast.coordinates().length).order(ByteOrder.LITTLE_ENDIAN);
      for (double coordinate : forecast.coordinates()) {
        bytes.putDouble(coordinate);
      }
      json.put("coordinates", bytes.array());
    }
    json.set("simplexDistance", number(Math.sqrt(forecast.simplexDistanceSquared())));
  }

  private static JsonNode time(long nanos) throws Exception {
    return MAPPER.readTree(
        BigDecimal.valueOf(nanos)
            .divide(BigDecimal.valueOf(1_000_000))
            .stripTrailingZeros()
            .toPlainString());
  }

  private static ArrayNode numbers(double[] values) {
    ArrayNode array = MAPPER.createArrayNode();
    for (double value : values) {
      array.add(number(value));
    }
    return array;
  }

  private static JsonNode number(double value) {
    return Double.isFinite(value) ? MAPPER.getNodeFactory().numberNode(value) : MAPPER.nullNode();
  }
}
