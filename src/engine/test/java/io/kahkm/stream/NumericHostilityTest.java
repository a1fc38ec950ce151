package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.engine.EngineHealth;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Numbers at the edges of double precision, through the whole topology and out at the API: nothing
 * that is emitted is NaN or infinite, and the engine goes on.
 */
class NumericHostilityTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int STATES = 390;
  private static final int EPISODE = 30;

  @TempDir Path directory;

  /** What came out. */
  private record Output(
      List<JsonNode> forecasts, List<JsonNode> certificates, int rejects, String metrics) {}

  private static final Map<String, IntFunction<double[]>> STREAMS = new LinkedHashMap<>();

  static {
    STREAMS.put("subnormal", t -> new double[] {t * Double.MIN_VALUE, -t * Double.MIN_VALUE});
    STREAMS.put("negative zero", t -> new double[] {-0.0, t % 2 == 0 ? 0.0 : -0.0});
    STREAMS.put("constant", t -> new double[] {1.5, -0.5});
    STREAMS.put("largest", t -> new double[] {Double.MAX_VALUE, -Double.MAX_VALUE});
    STREAMS.put(
        "largest by turns",
        t -> new double[] {t % 2 == 0 ? Double.MAX_VALUE : -Double.MAX_VALUE, 1e300 * (t % 3)});
    STREAMS.put(
        "growing", t -> new double[] {Math.scalb(1.0, t * 23 / 5 - 900), Math.scalb(-1.0, 2 * t)});
    STREAMS.put(
        "normal and wild",
        t ->
            t % 7 == 0
                ? new double[] {1e200, -1e-200}
                : new double[] {2 * Math.cos(t), Math.sin(t)});
    STREAMS.put("normal", t -> new double[] {2 * Math.cos(0.1 * t), 2 * Math.sin(0.1 * t)});
  }

  /** A stream learns no scale of its own from these, and stays at learning. */
  private static final Set<String> WITHOUT_SCALE =
      Set.of("largest by turns", "growing", "normal and wild");

  static Stream<Arguments> streamsAndModels() {
    Map<String, Model> models = new LinkedHashMap<>();
    models.put("unscaled", TestTopology.MODEL);
    models.put("standard, delays", TestModels.ofFleet(ScalingKind.STANDARD, 2));
    models.put("per stream", TestModels.ofFleet(ScalingKind.PER_STREAM, 1));
    models.put("exact far field", TestModels.ofFleet(ScalingKind.STANDARD, 1, FarField.EXACT));
    models.put("one class", fitted(1, 2, ScalingKind.NONE, random -> random.nextGaussian()));
    models.put("two classes", fitted(2, 2, ScalingKind.STANDARD, random -> random.nextGaussian()));
    models.put(
        "duplicate samples", fitted(3, 2, ScalingKind.STANDARD, random -> random.nextInt(3)));
    return models.entrySet().stream()
        .flatMap(
            model ->
                STREAMS.keySet().stream()
                    .map(s -> Arguments.of(s, model.getKey(), model.getValue())));
  }

  private interface Draw {
    double of(Random random);
  }

  private static Model fitted(int classes, int sensors, ScalingKind scaling, Draw draw) {
    Random random = new Random(classes + 31L * sensors);
    List<double[][]> episodes = new ArrayList<>();
    for (int e = 0; e < 6; e++) {
      double[][] rows = new double[80][sensors];
      for (double[] row : rows) {
        Arrays.setAll(row, j -> draw.of(random));
      }
      episodes.add(rows);
    }
    MapSettings map =
        new MapSettings(
            IntStream.range(0, sensors).mapToObj(j -> sensor(j, sensors)).toList(),
            classes,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
            MapSettings.States.of(scaling));
    return ModelFitter.fit(
            new FitSettings(
                map,
                new Partition.KMeansStart(1),
                ClosureMethod.NLMS,
                0.1,
                2,
                0.2,
                FitSettings.DEFAULT_QUANTILE,
                List.of(1, 5),
                Map.of()),
            Episodes.of(episodes),
            Progress.NONE)
        .model();
  }

  private static String sensor(int j, int sensors) {
    return sensors == 2 ? List.of("q", "p").get(j) : "x" + j;
  }

  private static Model withClosure(Model model, Matrix closure) {
    Model.Builder builder =
        Model.builder(model.map())
            .closure(closure)
            .classMeans(model.classMeans())
            .coordinateVariance(model.coordinateVariance());
    model.readoutHorizons().forEach(h -> builder.readout(h, model.readout(h)));
    return builder.build();
  }

  private static TopologyConfig config(Model model, String more) throws Exception {
    String yaml =
        """
        name: hostile
        model: {file: unused}
        input: {state: %s, time: t, time-unit: ms, step: 20ms, episode: run}
        certificates: {sampling: episodes, window: {units: 3}, tolerance: 0.3, margin: 0.1}
        %s
        """;
    return TopologyConfig.parse(yaml.formatted(model.map().sensors(), more), "hostile", Map.of());
  }

  /** Runs a stream of its own and, beside it, a normal one that must not be harmed. */
  private Output run(Model model, String more, IntFunction<double[]> states) throws Exception {
    TopologyConfig config = config(model, more);
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model).withJournalLength(50);
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(10, 30, Duration.ofMinutes(1), Duration.ofHours(1)),
            ServedMaps.of(MapIdentity.of(model, Map.of()), Optional.empty()),
            blueprint.settings().certificates(),
            InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)));
    Properties settings = new Properties();
    settings.setProperty("application.id", "hostile");
    settings.setProperty("bootstrap.servers", "unused:1");
    settings.setProperty("state.dir", directory.toString());
    try (TopologyTestDriver driver =
            new TopologyTestDriver(
                MonitorTopology.build(config, blueprint, telemetry, new HeapBudget(1)), settings);
        HttpEndpoint endpoint =
            HttpEndpoint.start("127.0.0.1", 0, telemetry, new Running(), Optional.empty())) {
      var input =
          driver.createInputTopic(
              "hostile.states", new ByteArraySerializer(), new ByteArraySerializer());
      for (int t = 0; t < STATES; t++) {
        input.pipeInput(utf8("stream"), utf8(json(model, t, states.apply(t))));
      }
      driver.advanceWallClockTime(Duration.ofSeconds(2));
      for (String path :
          List.of("/api/streams", "/api/streams/stream", "/api/streams/stream/history")) {
        requireFinite(path, MAPPER.readTree(get(endpoint, path)));
      }
      return new Output(
          records(driver, "hostile.forecasts"),
          records(driver, "hostile.certificates"),
          records(driver, "hostile.rejects").size(),
          get(endpoint, "/metrics"));
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String json(Model model, int t, double[] state) {
    StringBuilder json = new StringBuilder("{\"t\":" + 20 * t + ",\"run\":\"r" + t / EPISODE + '"');
    List<String> sensors = model.map().sensors();
    for (int j = 0; j < sensors.size(); j++) {
      json.append(",\"").append(sensors.get(j)).append("\":").append(state[j % state.length]);
    }
    return json.append('}').toString();
  }

  private static List<JsonNode> records(TopologyTestDriver driver, String topic) throws Exception {
    List<JsonNode> values = new ArrayList<>();
    for (byte[] value :
        driver
            .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readValuesToList()) {
      values.add(MAPPER.readTree(value));
    }
    return values;
  }

  private static String get(HttpEndpoint endpoint, String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + endpoint.port() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
        .body();
  }

  /** No number but finite ones, no null in the place of a number, also inside Base64. */
  private static void requireFinite(String where, JsonNode node) {
    if (node.isNumber()) {
      assertThat(Double.isFinite(node.doubleValue())).as("%s: %s", where, node).isTrue();
    }
    if (node.isObject()) {
      node.properties()
          .forEach(
              field -> {
                if (where.startsWith("forecast")
                    && field.getValue().isTextual()
                    && field.getKey().equals("coordinates")) {
                  for (double value : decoded(field.getValue().textValue())) {
                    assertThat(Double.isFinite(value)).as("%s: coordinate", where).isTrue();
                  }
                }
                requireFinite(where + "." + field.getKey(), field.getValue());
              });
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      requireFinite(where + "[" + i + "]", node.get(i));
    }
  }

  private static double[] decoded(String base64) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  private static void requireFinite(Output output) {
    output.forecasts().forEach(forecast -> requireFinite("forecast", forecast));
    output.certificates().forEach(certificate -> requireFinite("certificate", certificate));
    assertThat(output.metrics()).contains("kahkm_observation");
    assertThat(nonFinite(output)).isEmpty();
  }

  private static List<String> nonFinite(Output output) {
    return output
        .metrics()
        .lines()
        .filter(line -> line.matches("kahkm_.* (NaN|[+-]?Inf)"))
        .toList();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("streamsAndModels")
  void emitsFiniteNumbersOnly(String stream, String name, Model model) throws Exception {
    Output output = run(model, "forecasts: {horizons: [1, 5], every: 3}", STREAMS.get(stream));

    assertThat(output.rejects()).isZero();
    if (name.equals("per stream") && WITHOUT_SCALE.contains(stream)) {
      assertThat(output.forecasts()).isEmpty();
      assertThat(output.certificates()).isEmpty();
      assertThat(output.metrics()).containsPattern("kahkm_warm_up_states_total.* " + STATES);
    } else {
      assertThat(output.forecasts()).hasSizeGreaterThan(100);
      assertThat(output.certificates()).isNotEmpty();
    }
    requireFinite(output);
  }

  @ParameterizedTest
  @MethodSource("dimensions")
  void takesOneSensorAndTwenty(int sensors) throws Exception {
    Model model = fitted(4, sensors, ScalingKind.STANDARD, random -> random.nextGaussian());
    Random random = new Random(7);

    Output output =
        run(
            model,
            "forecasts: {horizons: [1, 5], every: 3}",
            t -> random.doubles(sensors, -3, 3).toArray());

    assertThat(output.forecasts()).hasSizeGreaterThan(100);
    requireFinite(output);
  }

  static IntStream dimensions() {
    return IntStream.of(1, 20);
  }

  static Stream<Arguments> closures() {
    int classes = TestTopology.MODEL.map().classes();
    double[][] turning = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      turning[i][(i + 1) % classes] = -1.5;
    }
    double[][] huge = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      Arrays.fill(huge[i], i % 2 == 0 ? 1e9 : -1e9);
    }
    double[][] largest = new double[classes][classes];
    for (double[] row : largest) {
      Arrays.fill(row, 1e9);
    }
    return Stream.of(
        Arguments.of("radius 1.5", matrix(turning)),
        Arguments.of("huge", matrix(huge)),
        Arguments.of("largest", matrix(largest)));
  }

  private static Matrix matrix(double[][] rows) {
    return Matrix.of(
        rows.length, rows.length, Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray());
  }

  private static final String LONG = "horizons: [1, 50, 200], every: 3";

  @ParameterizedTest(name = "{0}")
  @MethodSource("closures")
  void boundsForecastsOfAnExpandingClosureByProjection(String name, Matrix closure)
      throws Exception {
    Model model = withClosure(TestTopology.MODEL, closure);
    for (String projection : List.of("vector", "row")) {
      Output output =
          run(
              model,
              "forecasts: {%s, projection: %s}\nclosure: {learn: false}"
                  .formatted(LONG, projection),
              STREAMS.get("normal"));

      requireFinite(output);
      assertThat(output.metrics()).contains("kahkm_forecast_error");
      for (JsonNode record : output.forecasts()) {
        for (JsonNode forecast : record.path("forecasts")) {
          double sum = 0;
          for (double value : decoded(forecast.path("coordinates").textValue())) {
            assertThat(value).isBetween(0.0, 1.0 + 1e-9);
            sum += value;
          }
          // Sums of at most some dozen values of at most 1.
          assertThat(Math.abs(sum - 1)).isLessThan(1e-9);
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("closures")
  void leavesOutWhatAnExpandingClosureMakesInfinite(String name, Matrix closure) throws Exception {
    Model model = withClosure(TestTopology.MODEL, closure);
    for (boolean learn : new boolean[] {false, true}) {
      for (String coordinates : List.of("base64", "text")) {
        Output output =
            run(
                model,
                "forecasts: {%s, coordinates: %s}\nclosure: {learn: %s}"
                    .formatted(LONG, coordinates, learn),
                STREAMS.get("normal"));

        output.forecasts().forEach(forecast -> requireFinite("forecast", forecast));
        output.certificates().forEach(certificate -> requireFinite("certificate", certificate));
        assertThat(nonFinite(output)).isEmpty();
      }
    }
  }

  @Test
  void refusesATolerancesShareOfNoVariation() throws Exception {
    Model model = fitted(1, 2, ScalingKind.NONE, random -> random.nextGaussian());
    TopologyConfig config =
        TopologyConfig.parse(
            config(model, "").toMaskedYaml().replace("tolerance: 0.3", "tolerance: {r2: 0.5}"),
            "r2",
            Map.of());

    assertThatThrownBy(() -> MonitorBlueprint.of(config, model))
        .isInstanceOf(TopologyConfigException.class)
        .hasMessageContaining("certificates.tolerance: r2");
  }

  @Test
  void refusesAClosureBeyondAllMeaning() {
    double[][] huge = new double[TestTopology.MODEL.map().classes()][];
    Arrays.setAll(huge, i -> new double[huge.length]);
    huge[0][0] = 1e300;

    assertThatThrownBy(() -> withClosure(TestTopology.MODEL, matrix(huge)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("closure holds 1.0E300");
  }

  @Test
  void theCheckSeesAnInfiniteCoordinate() throws Exception {
    byte[] bytes =
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putDouble(Double.POSITIVE_INFINITY)
            .array();
    JsonNode bad =
        MAPPER.createObjectNode().put("coordinates", Base64.getEncoder().encodeToString(bytes));

    assertThatThrownBy(() -> requireFinite("forecast", bad)).isInstanceOf(AssertionError.class);
  }

  /** An engine that runs. */
  private static final class Running implements EngineHealth {
    @Override
    public boolean running() {
      return true;
    }

    @Override
    public boolean modelLoaded() {
      return true;
    }

    @Override
    public boolean warm() {
      return true;
    }

    @Override
    public boolean deadThread() {
      return false;
    }

    @Override
    public int partitionsHeld() {
      return 1;
    }

    @Override
    public int partitionsTotal() {
      return 1;
    }

    @Override
    public String detail() {
      return "running";
    }
  }
}
