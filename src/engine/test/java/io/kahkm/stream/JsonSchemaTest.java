package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.kahkm.topology.TopologyConfig;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static JsonSchema schema(String name) throws Exception {
    try (InputStream text = JsonSchemaTest.class.getResourceAsStream("/schema/" + name + ".json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    }
  }

  private static ExpectedOutput run(String coordinates) throws Exception {
    TopologyConfig base = TestTopology.config("pump");
    TopologyConfig config =
        TopologyConfig.parse(
            base.toMaskedYaml().replace("coordinates: base64", "coordinates: " + coordinates),
            "test.yaml",
            Map.of());
    return new ExpectedOutput(config, TestTopology.blueprint(config, TestTopology.MODEL))
        .takeAll(SimulatedInput.messages(1, 9, 12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"base64", "text", "none"})
  void describesEveryForecast(String coordinates) throws Exception {
    JsonSchema schema = schema("forecasts");

    List<byte[]> forecasts = run(coordinates).forecasts.get("a");

    assertThat(forecasts).isNotEmpty();
    for (byte[] forecast : forecasts) {
      JsonNode json = MAPPER.readTree(forecast);
      assertThat(schema.validate(json)).isEmpty();
      assertThat(json.at("/forecasts/0").has("coordinates")).isEqualTo(!coordinates.equals("none"));
      assertThat(json.at("/forecasts/0/state")).hasSize(2);
    }
  }

  @Test
  void saysSinceWhenAndBecauseOfWhichSensorsAStreamIsOutsideTheMap() throws Exception {
    TopologyConfig config = TestTopology.config("pump");
    ExpectedOutput run =
        new ExpectedOutput(config, TestTopology.blueprint(config, TestTopology.MODEL));
    for (int t = 0; t < 12; t++) {
      double[] reading = {2, t < 4 ? 0 : 60};
      run.take("a", TestTopology.json(t, reading, "r", false).getBytes(StandardCharsets.UTF_8));
    }
    JsonSchema schema = schema("forecasts");

    List<byte[]> forecasts = run.forecasts.get("a");

    // Forecasts are issued at every third state; the third one outside is the seventh of the run.
    assertThat(forecasts).hasSize(4);
    for (int i = 0; i < forecasts.size(); i++) {
      JsonNode json = MAPPER.readTree(forecasts.get(i));
      assertThat(schema.validate(json)).isEmpty();
      assertThat(json.get("outsideMap").booleanValue()).isEqualTo(i >= 2);
      assertThat(json.has("outsideSince")).isEqualTo(i >= 2);
      if (i >= 2) {
        assertThat(json.get("outsideSince").longValue()).isEqualTo(4 * 20);
        assertThat(json.get("noveltyShares")).hasSize(2);
        assertThat(json.at("/noveltyShares/1").doubleValue()).isGreaterThan(0.9);
      }
    }
  }

  @Test
  void writesTheSameCoordinatesInBothForms() throws Exception {
    List<byte[]> packed = run("base64").forecasts.get("a");
    List<byte[]> text = run("text").forecasts.get("a");

    for (int i = 0; i < packed.size(); i++) {
      byte[] bytes = MAPPER.readTree(packed.get(i)).at("/forecasts/0/coordinates").binaryValue();
      ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      for (JsonNode number : MAPPER.readTree(text.get(i)).at("/forecasts/0/coordinates")) {
        assertThat(Double.doubleToRawLongBits(number.doubleValue())).isEqualTo(values.getLong());
      }
      assertThat(values.hasRemaining()).isFalse();
    }
  }

  @Test
  void describesEveryCertificate() throws Exception {
    JsonSchema schema = schema("certificates");

    List<byte[]> certificates = run("none").certificates.get("a");

    assertThat(certificates).isNotEmpty();
    for (byte[] certificate : certificates) {
      assertThat(schema.validate(MAPPER.readTree(certificate))).isEmpty();
    }
  }

  /** The first skill record of a stream, published with its 256th state. */
  private static byte[] skill() throws Exception {
    TopologyConfig config = TestTopology.config("pump");
    ExpectedOutput run =
        new ExpectedOutput(config, TestTopology.blueprint(config, TestTopology.MODEL))
            .takeAll(SimulatedInput.messages(1, 30, 12));
    List<byte[]> found = new ArrayList<>();
    for (byte[] value : run.certificates.get("a")) {
      if (MAPPER.readTree(value).has("kind")) {
        found.add(value);
      }
    }
    assertThat(found).isNotEmpty();
    return found.get(0);
  }

  @Test
  void describesWhatIsCertifiedOfForecasts() throws Exception {
    JsonNode json = MAPPER.readTree(skill());

    assertThat(schema("skill").validate(json)).isEmpty();
    assertThat(schema("certificates").validate(json)).isNotEmpty();
    assertThat(json.path("claims")).isNotEmpty();
  }

  @Test
  void describesTheInputAndItsExamples() throws Exception {
    JsonSchema schema = schema("input");
    JsonNode example = MAPPER.readTree(SimulatedInput.messages(1, 1, 1).get(0).json());

    assertThat(schema.validate(example)).isEmpty();
    for (JsonNode published : schema.getSchemaNode().get("examples")) {
      assertThat(schema.validate(published)).isEmpty();
    }
    assertThat(schema.validate(MAPPER.readTree("[1,2]"))).isNotEmpty();
  }

  @Test
  void noticesFieldsThatAreMissingOrNew() throws Exception {
    ExpectedOutput run = run("base64");
    Map<String, byte[]> values =
        Map.of(
            "forecasts", run.forecasts.get("a").get(0),
            "certificates", run.certificates.get("a").get(0),
            "skill", skill());
    for (Map.Entry<String, byte[]> one : values.entrySet()) {
      String name = one.getKey();
      byte[] value = one.getValue();
      ObjectNode without = (ObjectNode) MAPPER.readTree(value);
      without.remove("map");
      ObjectNode with = (ObjectNode) MAPPER.readTree(value);
      with.put("surprise", 1);

      assertThat(schema(name).validate(without)).isNotEmpty();
      assertThat(schema(name).validate(with)).isNotEmpty();
    }
  }
}
