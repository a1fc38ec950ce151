package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the API answers of a small fleet of which everything is known, field by field. */
class ApiAnswersTest {
  private static final Path RECORDED = Path.of("src/engine/test/resources/telemetry/api.json");

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

  /** Answers by what was asked, one field a line. */
  private static String answers(EngineTelemetry telemetry, List<String> paths) throws Exception {
    ObjectNode all = MAPPER.createObjectNode();
    HttpClient client = HttpClient.newHttpClient();
    try (HttpEndpoint endpoint =
        HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty())) {
      for (String path : paths) {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + path);
        String body =
            client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        all.set(path, MAPPER.readTree(body.replace(":" + endpoint.port(), ":PORT")));
      }
    }
    return MAPPER.writeValueAsString(all) + "\n";
  }

  @Test
  void answersOfASmallFleetAreThoseThatWereRecorded() throws Exception {
    EngineTelemetry modes = Scenario.withModes(new Scenario.StandingClock());
    modes.mode(0, "press", "B", "B");
    modes.accepted(0, "press", Scenario.reading(), Scenario.START);
    modes.status(0, "press", Scenario.off());
    modes.mode(0, "mill", "washing", "A");
    modes.accepted(0, "mill", Scenario.reading(), Scenario.START);
    modes.status(0, "mill", Scenario.settling());

    String said =
        answers(
                Scenario.fleet(),
                List.of(
                    "/api/streams",
                    "/api/streams?order=id&limit=1&state=outside",
                    "/api/streams/pump-1",
                    "/api/streams/pump-2",
                    "/api/streams/pump-2/history",
                    "/api/fleet",
                    "/api/incidents",
                    "/api/login",
                    "/health/ready",
                    "/health/alive"))
            + answers(modes, List.of("/api/streams", "/api/streams/press", "/api/streams/mill"));
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.writeString(RECORDED, said);
    }

    assertThat(said).isEqualTo(Files.readString(RECORDED));
  }
}
