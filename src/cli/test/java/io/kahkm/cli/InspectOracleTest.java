package io.kahkm.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} says of a model file, read once more from its bytes. */
class InspectOracleTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir static Path folder;

  private static JsonNode header;
  private static ByteBuffer tensors;
  private static JsonNode json;
  private static List<String> text;

  @BeforeAll
  static void inspect() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder rows = new StringBuilder("run,a,b,c\n");
    double load = 0;
    for (int t = 0; t < 600; t++) {
      load = 0.7 * load + random.nextGaussian();
      rows.append(
          String.format(
              Locale.ROOT,
              "%d,%.6f,%.6f,%.6f%n",
              t / 300,
              10 + load + 0.3 * random.nextGaussian(),
              20 - 2 * load + 0.3 * random.nextGaussian(),
              5 + load + 0.3 * random.nextGaussian()));
    }
    Path recording = Files.writeString(folder.resolve("rows.csv"), rows);
    Path model = folder.resolve("model.safetensors");
    Cli fit =
        Cli.words(
            "fit --classes 3 --omega 6 --tau 1e-5 --block 40 --references all --horizons 1,4"
                + " --delays 2 --beta 0.2 --state a,b,c --episode run --input "
                + recording
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
    byte[] bytes = Files.readAllBytes(model);
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) file.getLong();
    header = MAPPER.readTree(new String(bytes, Long.BYTES, length, UTF_8));
    tensors =
        ByteBuffer.wrap(bytes, Long.BYTES + length, bytes.length - Long.BYTES - length)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    json = MAPPER.readTree(Cli.words("inspect --json", model).out());
    text = Cli.words("inspect", model).out().lines().map(String::strip).toList();
  }

  private static ByteBuffer tensor(String name) {
    JsonNode place = header.path(name).path("data_offsets");
    int from = place.path(0).intValue();
    return tensors.slice(from, place.path(1).intValue() - from).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static double[] doubles(String name) {
    double[] values = new double[tensor(name).remaining() / Double.BYTES];
    tensor(name).asDoubleBuffer().get(values);
    return values;
  }

  private static String meta(String name) {
    return header.path("__metadata__").path(name).textValue();
  }

  private static double number(String name) {
    return Double.parseDouble(meta(name));
  }

  private static List<String> list(JsonNode array) {
    List<String> values = new ArrayList<>();
    array.forEach(value -> values.add(value.asText()));
    return values;
  }

  private static void says(String name, String value) {
    assertThat(text).contains(String.format(Locale.ROOT, "%-16s %s", name, value));
  }

  @Test
  void theMapIsThatOfTheFile() throws Exception {
    long[] counts = new long[3];
    tensor("class_counts").asLongBuffer().get(counts);
    assertThat(list(json.path("classCounts")))
        .containsExactlyElementsOf(Arrays.stream(counts).mapToObj(Long::toString).toList());
    assertThat(Arrays.stream(counts).sum()).as("pairs of states of two readings").isEqualTo(596);
    says("classes", "3 with " + Arrays.toString(counts) + " reference states");
    assertThat(json.path("fingerprint").textValue()).isEqualTo(meta("fingerprint"));
    says("fingerprint", meta("fingerprint"));
    assertThat(list(json.path("sensors"))).containsExactly("a", "b", "c");
    says("sensors", "a, b, c");
    says("state", "2 consecutive readings of every sensor");
    assertThat(json.path("delays").intValue()).isEqualTo(2);
    assertThat(json.path("classes").intValue()).isEqualTo(3);
    assertThat(json.path("omega").doubleValue()).isEqualTo(6);
    assertThat(json.path("tau").doubleValue()).isEqualTo(1e-5);
    says("omega, tau", "6.0, 1.0E-5");
    assertThat(json.path("block").intValue()).isEqualTo(40);
    says(
        "conventions",
        "scaling standard, far field " + meta("farField") + ", regularization fixed-point");
    double[] scaling = doubles("scaling");
    for (int j = 0; j < 6; j++) {
      assertThat(json.path("scaling").path("mean").path(j).doubleValue()).isEqualTo(scaling[j]);
      assertThat(json.path("scaling").path("scale").path(j).doubleValue())
          .isEqualTo(scaling[6 + j]);
    }
  }

  @Test
  void submodelsAreThoseOfTheFile() {
    int columns = header.path("submodels").path("shape").path(1).intValue();
    int count = header.path("submodels").path("shape").path(0).intValue();
    int[] numbers = new int[count * columns];
    tensor("submodels").asIntBuffer().get(numbers);
    double[] values = doubles("submodel_values");
    assertThat(json.path("submodels").size()).isEqualTo(count).isGreaterThan(3);
    int references = 0;
    for (int i = 0; i < count; i++) {
      JsonNode one = json.path("submodels").path(i);
      assertThat(one.path("class").intValue()).isEqualTo(numbers[i * columns]);
      assertThat(one.path("block").intValue()).isEqualTo(numbers[i * columns + 1]);
      assertThat(one.path("references").intValue()).isEqualTo(numbers[i * columns + 4]);
      assertThat(one.path("encodingDimension").intValue()).isEqualTo(numbers[i * columns + 5]);
      assertThat(one.path("iterations").intValue()).isEqualTo(numbers[i * columns + 6]);
      assertThat(one.path("meanSquare").doubleValue()).isEqualTo(values[2 * i]);
      assertThat(one.path("lambda").doubleValue()).isEqualTo(values[2 * i + 1]);
      references += numbers[i * columns + 4];
    }
    says(
        "submodels",
        count + " of about 40 reference states, " + references + " of 596 states in all");
  }

  /** The square root of the largest eigenvalue of A'A, by powers. */
  @Test
  void theClosureIsThatOfTheFile() {
    double[] a = doubles("closure");
    double[] v = {1, 0.9, 1.1};
    double norm = 0;
    for (int round = 0; round < 10_000; round++) {
      double[] image = new double[3];
      double[] back = new double[3];
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          image[i] += a[3 * i + j] * v[j];
        }
      }
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          back[j] += a[3 * i + j] * image[i];
        }
      }
      double length = Math.sqrt(back[0] * back[0] + back[1] * back[1] + back[2] * back[2]);
      norm = Math.sqrt(length);
      for (int j = 0; j < 3; j++) {
        v[j] = back[j] / length;
      }
    }
    assertThat(json.path("closureNorm").doubleValue()).isCloseTo(norm, within(1e-6));
    assertThat(json.path("beta").doubleValue()).isEqualTo(0.2);
    says("closure", String.format(Locale.ROOT, "spectral norm %.6g, step size 0.2", norm));
    assertThat(json.path("coordinateVariance").doubleValue())
        .isEqualTo(number("coordinateVariance"));
    says(
        "coordinates",
        String.format(
            Locale.ROOT, "variance %.6g of the fitting data", number("coordinateVariance")));
    assertThat(list(json.path("readoutHorizons"))).containsExactly("1", "4");
    says("forecasts", "in sensor units for horizons [1, 4]");
    assertThat(json.path("fittingTransitions").intValue()).as("of readings").isEqualTo(598);
    says("fitted on", "598 transitions");
  }

  @Test
  void limitsAreThoseOfTheStoredRoots() {
    checkNull("novelty", json.path("alarms").path("novelty"));
    checkNull("relation", json.path("alarms").path("relations"));
    JsonNode calibration = json.path("calibration");
    double limit = json.path("alarms").path("novelty").path("limit").doubleValue();
    assertThat(calibration.path("noveltyLimit").doubleValue()).isEqualTo(limit);
    double[] roots = doubles("novelty_roots");
    double effective = roots.length / number("alarms.novelty.memory");
    assertThat(calibration.path("rows").intValue()).isEqualTo(roots.length);
    assertThat(calibration.path("effectiveRows").doubleValue()).isCloseTo(effective, within(1e-9));
    assertThat(calibration.path("quantile").doubleValue()).isEqualTo(0.995);
    says(
        "novelty",
        String.format(
            Locale.ROOT,
            "threshold %.6g, from %d rows with an effective sample size of %.0f; 0.0050 of normal"
                + " rows expected above it",
            limit,
            roots.length,
            effective));
    JsonNode coverage = json.path("alarms").path("coverage");
    assertThat(coverage.path("sensor").textValue()).isEqualTo(meta("alarms.coverage.sensor"));
    assertThat(coverage.path("rows").intValue()).isEqualTo(600);
    assertThat(coverage.path("independentRows").doubleValue())
        .isEqualTo(number("alarms.coverage.independent"));
    assertThat(coverage.path("independentRowsOfCombinations").doubleValue())
        .isEqualTo(number("alarms.coverage.combined"))
        .isGreaterThan(10);
    assertThat(coverage.path("provisional").booleanValue()).isFalse();
    assertThat(json.path("alarms").path("relations").path("sensors").intValue()).isEqualTo(3);
    assertThat(json.path("alarms").path("relations").path("floor").doubleValue())
        .isEqualTo(number("alarms.relations.floor"));
  }

  /** (max(g_(k), mean + within t(quantile; degrees)) + shift)^3. */
  private static void checkNull(String channel, JsonNode said) {
    String key = channel.equals("novelty") ? "alarms.novelty." : "alarms.relations.";
    double[] roots = doubles(channel + "_roots");
    Arrays.sort(roots);
    double quantile = 0.995;
    double blocks = number(key + "blocks");
    double within = number(key + "within");
    double memory = number(key + "memory");
    double shift = t(0.9, blocks - 1) * number(key + "between") * Math.sqrt(1 + 1 / blocks);
    double degrees = Math.max(5, roots.length / memory - blocks);
    int rank = (int) Math.min(roots.length, Math.ceil(quantile * (roots.length + 1)));
    double tail = number(key + "mean") + within * t(quantile, degrees);
    double root = Math.max(roots[rank - 1], tail) + shift;
    assertThat(said.path("shift").doubleValue()).isCloseTo(shift, within(1e-6));
    assertThat(said.path("limit").doubleValue()).isCloseTo(Math.pow(root, 3), within(1e-5));
    assertThat(said.path("quantile").doubleValue()).isEqualTo(quantile);
    assertThat(said.path("rows").intValue()).isEqualTo(roots.length);
    assertThat(said.path("blocks").intValue()).isEqualTo((int) blocks);
    assertThat(said.path("within").doubleValue()).isEqualTo(within);
    assertThat(said.path("memory").doubleValue()).isEqualTo(memory);
  }

  /** Quantile of Student's t, by bisection of the integral of its density. */
  private static double t(double quantile, double degrees) {
    double low = 0;
    double high = 50;
    for (int round = 0; round < 60; round++) {
      double middle = (low + high) / 2;
      if (mass(middle, degrees) / mass(2_000, degrees) < 2 * quantile - 1) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Simpson's rule over x = sinh(u), from 0. */
  private static double mass(double to, double degrees) {
    double end = Math.log(to + Math.sqrt(to * to + 1));
    int steps = 4_000;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double u = end * i / steps;
      double x = Math.sinh(u);
      double density = Math.pow(1 + x * x / degrees, -(degrees + 1) / 2) * Math.cosh(u);
      sum += (i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4) * density;
    }
    return sum * end / steps / 3;
  }
}
