package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import io.kahkm.telemetry.meter.StreamLabel;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams by site and area: what the API answers, of one instance and of two, and the metrics. */
class StreamPlacesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final StreamNames NAMES =
      StreamNames.byKey("(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)");

  private final List<HttpEndpoint> endpoints = new ArrayList<>();
  private final List<PeerAddress> known = new ArrayList<>();

  private final class Others implements Peers {
    private final int own;

    private Others(int own) {
      this.own = own;
    }

    @Override
    public Optional<PeerAddress> own() {
      return Optional.of(known.get(own));
    }

    @Override
    public List<PeerAddress> others() {
      return known.stream().filter(peer -> !peer.equals(known.get(own))).toList();
    }

    @Override
    public Optional<PeerAddress> holder(String stream) {
      return Optional.empty();
    }
  }

  private EngineTelemetry serve(StreamNames names, String... streams) throws IOException {
    EngineTelemetry telemetry = Scenario.withNames(names, new Scenario.StandingClock());
    for (String stream : streams) {
      telemetry.status(0, stream, stream.endsWith("!") ? Scenario.outside() : Scenario.healthy());
    }
    HttpEndpoint endpoint =
        HttpEndpoint.start(
            "127.0.0.1",
            0,
            telemetry,
            new HealthStub(),
            new HttpEndpoint.Access(Optional.empty(), Set.of()),
            new Others(endpoints.size()));
    endpoints.add(endpoint);
    known.add(new PeerAddress("127.0.0.1", endpoint.port()));
    return telemetry;
  }

  @AfterEach
  void stop() {
    endpoints.forEach(HttpEndpoint::close);
  }

  private JsonNode get(String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + endpoints.get(0).port() + path);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    return MAPPER.readTree(response.body());
  }

  private List<String> streams(String query) throws Exception {
    return StreamSupport.stream(
            get("/api/streams?order=id" + query).path("streams").spliterator(), false)
        .map(row -> row.path("stream").asText())
        .toList();
  }

  @Test
  void rowsHaveTheirPartsAndAreChosenByThem() throws Exception {
    serve(NAMES, "b/1/x!", "b/1/y", "b/2/x", "c/1/x", "odd");

    JsonNode row = get("/api/streams?site=b&area=2").path("streams").path(0);
    assertThat(row.path("site").asText()).isEqualTo("b");
    assertThat(row.path("area").asText()).isEqualTo("2");
    assertThat(row.path("name").asText()).isEqualTo("x");
    assertThat(get("/api/streams/b%2F1%2Fx!").path("name").asText()).isEqualTo("x!");
    assertThat(get("/api/streams/odd").has("site")).isFalse();

    assertThat(streams("")).hasSize(5);
    assertThat(streams("&site=b")).containsExactly("b/1/x!", "b/1/y", "b/2/x");
    assertThat(streams("&site=b&area=1")).containsExactly("b/1/x!", "b/1/y");
    assertThat(streams("&area=1")).containsExactly("b/1/x!", "b/1/y", "c/1/x");
    assertThat(streams("&site=B")).isEmpty();
    assertThat(streams("&site=b&state=outside")).containsExactly("b/1/x!");
    // An id that no pattern matches is never lost.
    assertThat(streams("&site=")).containsExactly("odd");
    assertThat(get("/api/streams").path("groups").toString())
        .isEqualTo(
            "[{\"site\":\"\",\"area\":\"\",\"conditions\":{\"on\":1}},"
                + "{\"site\":\"b\",\"area\":\"1\",\"conditions\":{\"outside\":1,\"on\":1}},"
                + "{\"site\":\"b\",\"area\":\"2\",\"conditions\":{\"on\":1}},"
                + "{\"site\":\"c\",\"area\":\"1\",\"conditions\":{\"on\":1}}]");
  }

  @Test
  void otherInstancesAnswerLikewise() throws Exception {
    serve(NAMES, "b/1/x", "c/1/x");
    serve(NAMES, "b/1/y!", "b/1/z", "d/9/x", "odd");

    assertThat(streams("&site=b")).containsExactly("b/1/x", "b/1/y!", "b/1/z");
    assertThat(streams("&area=9")).containsExactly("d/9/x");
    assertThat(streams("&site=b&area=9")).isEmpty();
    assertThat(streams("&site=")).containsExactly("odd");
    JsonNode all = get("/api/streams");
    assertThat(all.path("groups").toString())
        .isEqualTo(
            "[{\"site\":\"\",\"area\":\"\",\"conditions\":{\"on\":1}},"
                + "{\"site\":\"b\",\"area\":\"1\",\"conditions\":{\"on\":2,\"outside\":1}},"
                + "{\"site\":\"c\",\"area\":\"1\",\"conditions\":{\"on\":1}},"
                + "{\"site\":\"d\",\"area\":\"9\",\"conditions\":{\"on\":1}}]");
    assertThat(all.path("groupsMore").asInt()).isZero();
    // Where one is asked by a third that has no such section yet, it has no groups.
    serve(StreamNames.NONE, "b/1/w");
    assertThat(get("/api/streams").path("groups")).hasSize(4);
  }

  @Test
  void groupsAreBounded() throws Exception {
    EngineTelemetry telemetry = serve(NAMES);
    for (int i = 0; i < SiteCounts.MOST + 3; i++) {
      telemetry.status(0, i + "/a/b", Scenario.healthy());
      telemetry.status(0, "0/a/" + i, Scenario.healthy());
    }
    JsonNode all = get("/api/streams?limit=1");
    assertThat(all.path("groups")).hasSize(SiteCounts.MOST);
    int counted = all.path("groupsMore").asInt();
    for (JsonNode group : all.path("groups")) {
      counted += group.path("conditions").path("on").asInt();
    }
    assertThat(counted).isEqualTo(all.path("total").asInt());
  }

  @Test
  void withoutASectionNothingIsAnswered() throws Exception {
    serve(StreamNames.NONE, "b/1/x");
    JsonNode all = get("/api/streams");
    assertThat(all.has("groups")).isFalse();
    assertThat(all.path("streams").path(0).has("site")).isFalse();
  }

  @Test
  void incidentsHaveTheirPartsAndAreChosenBySite() throws Exception {
    EngineTelemetry telemetry = serve(NAMES, "b/1/x");
    long opened = Scenario.START;
    for (String stream : List.of("b/1/x", "c/1/x", "odd")) {
      telemetry
          .incidents()
          .add(
              new IncidentEntry.Happening(
                  stream + "@1",
                  stream,
                  opened,
                  true,
                  Map.of(),
                  MAPPER.createObjectNode().put("stream", stream)));
    }
    assertThat(get("/api/incidents").path("incidents")).hasSize(3);
    assertThat(get("/api/incidents?site=b").path("incidents"))
        .singleElement()
        .satisfies(one -> assertThat(one.path("name").asText()).isEqualTo("x"));
    assertThat(get("/api/incidents?site=").path("incidents"))
        .singleElement()
        .satisfies(one -> assertThat(one.path("stream").asText()).isEqualTo("odd"));
    assertThat(get("/api/incidents/c%2F1%2Fx@1").path("site").asText()).isEqualTo("c");
  }

  @Test
  void seriesOfStreamsHaveTheLabelsThatAreDeclaredAndNoOthers() throws Exception {
    EngineTelemetry both = serve(NAMES, "b/1/x!", "odd");
    assertThat(Scenario.samples(both, "kahkm_outside_map{"))
        .containsExactlyInAnyOrder(
            "kahkm_outside_map{area=\"1\",site=\"b\",stream=\"b/1/x!\"} 1.0",
            "kahkm_outside_map{area=\"\",site=\"\",stream=\"odd\"} 0.0");
    assertThat(Scenario.samples(both, "kahkm_streams{")).noneMatch(line -> line.contains("site"));
    assertThat(Scenario.samples(both, "kahkm_incident_info{"))
        .singleElement()
        .asString()
        .contains("words=\"x! (b, 1) has been unlike the recording");

    EngineTelemetry site = serve(StreamNames.byKey("(?<site>.).+"), "b/1/x");
    assertThat(Scenario.samples(site, "kahkm_outside_map{"))
        .containsExactly("kahkm_outside_map{site=\"b\",stream=\"b/1/x\"} 0.0");

    EngineTelemetry none = serve(StreamNames.NONE, "b/1/x");
    assertThat(Scenario.scrape(none)).doesNotContain("site=").doesNotContain("area=");
  }

  @Test
  void aLongSiteIsShortenedAsALongIdIs() throws Exception {
    String site = "s".repeat(StreamLabel.LONGEST + 1);
    EngineTelemetry telemetry = serve(NAMES, site + "/1/x");
    assertThat(Scenario.samples(telemetry, "kahkm_outside_map{"))
        .singleElement()
        .asString()
        .contains("site=\"" + StreamLabel.of(site) + "\"");
    assertThat(streams("&site=" + site)).hasSize(1);
  }
}
