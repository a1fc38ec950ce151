package io.kahkm.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.process.EngineProcess;
import io.kahkm.topology.TopologyConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What a topology with simulated sensors emits on a broker.
 *
 * @param forecasts committed records of the forecasts topic
 * @param certificates committed records of the certificates topic
 * @param metrics the page of metrics after them
 */
record LiveTopology(List<JsonNode> forecasts, List<JsonNode> certificates, String metrics) {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String CERTIFIED = "kahkm_certificate_upper_bound{";

  /** Runs until so many certificates are there and one is among the metrics, or time is over. */
  static LiveTopology run(
      TopologyConfig file, String bootstrap, Path folder, int wanted, Duration longest)
      throws Exception {
    TopologyConfig config =
        file.withKafka(
                Map.of(
                    "bootstrap.servers",
                    bootstrap,
                    "state.dir",
                    folder.resolve("state-" + file.name()).toString()))
            .withTelemetryPort(0);
    Model model = DemoModel.fit(config, Progress.NONE);
    List<JsonNode> forecasts = new ArrayList<>();
    List<JsonNode> certificates = new ArrayList<>();
    try (EngineProcess process = EngineProcess.start(config, model, 1);
        KafkaConsumer<String, byte[]> consumer = consumer(bootstrap)) {
      process.engine().awaitRunning(START);
      String forecastTopic = config.forecasts().topic();
      consumer.subscribe(List.of(forecastTopic, config.certificates().orElseThrow().topic()));
      long end = System.nanoTime() + longest.toNanos();
      String metrics = "";
      try (Feed fleet =
          Feed.start(
              new SimulatedFleet(config),
              config.simulate().orElseThrow().settings().rate(),
              bootstrap,
              config.input().topic())) {
        // An engine whose tasks moved on a busy machine shows a certificate after its next window.
        while ((certificates.size() < wanted || !metrics.contains(CERTIFIED))
            && System.nanoTime() < end) {
          fleet.requireRunning();
          for (var found : consumer.poll(POLL)) {
            JsonNode json = new ObjectMapper().readTree(found.value());
            // Records of skill stand between those of windows.
            if (!json.has("kind")) {
              (found.topic().equals(forecastTopic) ? forecasts : certificates).add(json);
            }
          }
          if (certificates.size() >= wanted) {
            metrics = get(process.url(config) + "/metrics");
          }
        }
        fleet.stop();
      }
      return new LiveTopology(forecasts, certificates, metrics);
    }
  }

  private static String get(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static KafkaConsumer<String, byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "group.id",
            "live-topology",
            "auto.offset.reset",
            "earliest",
            "isolation.level",
            "read_committed"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }
}
