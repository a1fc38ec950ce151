package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import io.kahkm.text.StreamNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the view of an incident in a report is made of: readings a minute apart. */
class IncidentViewsTest {
  private static final long MINUTE = 60_000_000_000L;
  private static final Model MODEL = TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5);
  private static final Episodes READINGS =
      Simulation.episodes(DynamicalSystems.named("vanderpol"), 9, 1, 120);
  private static final List<Double> FIRST = List.of(1.0, 0.0);
  private static final List<Double> SECOND = List.of(0.25, 0.75);

  /** An incident by its minutes; with no end where it is open. */
  private static ScoredRun.StreamIncident incident(
      int stream, long number, long since, long opened, long end, boolean over, List<Double> of) {
    return new ScoredRun.StreamIncident(
        stream,
        new Incident(
            number,
            since * MINUTE,
            opened * MINUTE,
            (over ? end - 1 : end) * MINUTE,
            over ? OptionalLong.of(end * MINUTE) : OptionalLong.empty(),
            true,
            false,
            false,
            2.5,
            0,
            of,
            List.of(OptionalLong.empty(), OptionalLong.empty()),
            List.of()));
  }

  private static IncidentViews none(String... streams) {
    return new IncidentViews(MODEL, Map.of("q", "V"), StreamNames.NONE, List.of(streams));
  }

  /** Reads a stream minute by minute; an incident is told with the reading after its end. */
  private static void read(
      IncidentViews views, int stream, int readings, ScoredRun.StreamIncident... incidents) {
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .pairing(Pairing.STATES)
                .horizons(List.of(1))
                .timing(InputTiming.TIMED.withStep(MINUTE, 0.1))
                .build(),
            MODEL);
    views.begins(stream);
    List<ScoredRun.StreamIncident> open = new ArrayList<>();
    for (int t = 0; t < readings; t++) {
      views.advanced(
          monitor.advance(Observation.state(t * MINUTE, READINGS.state(0, t), "run", false)),
          monitor);
      for (ScoredRun.StreamIncident one : incidents) {
        if (one.incident().ended().isEmpty()) {
          open.add(one);
        } else if (one.incident().ended().getAsLong() == t * MINUTE) {
          views.happened(one);
        }
      }
    }
    open.stream().distinct().forEach(views::happened);
    views.ended(monitor);
  }

  private static List<String> words(JsonNode array, String field) {
    List<String> words = new ArrayList<>();
    array.forEach(one -> words.add((field.isEmpty() ? one : one.get(field)).asText()));
    return words;
  }

  /** As long before and after it as it lasted, but ten minutes at least. */
  @Test
  void anIncidentIsShownWithTheTimeAroundItOnceThatIsOver() {
    IncidentViews views = none();
    read(
        views,
        0,
        100,
        incident(0, 1, 20, 21, 40, true, FIRST),
        incident(0, 2, 44, 44, 45, true, SECOND),
        incident(0, 3, 85, 86, 90, false, FIRST));

    List<IncidentViews.View> all = views.views();
    assertThat(all).extracting(IncidentViews.View::number).containsExactly(1L, 2L, 3L);
    assertThat(all)
        .as("readings that had come")
        .extracting(view -> view.detail().at("/records").asInt())
        .containsExactly(62, 57, 100);
    assertThat(all)
        .extracting(view -> view.history().orElseThrow().at("/past/from").asLong())
        .containsExactly(0L, 34 * 60_000L, 75 * 60_000L);
    assertThat(all)
        .extracting(view -> view.history().orElseThrow().at("/past/to").asLong())
        .containsExactly(60 * 60_000L + 1, 55 * 60_000L + 1, 100 * 60_000L + 1);
    assertThat(all).extracting(IncidentViews.View::stream).containsOnly(0);
    assertThat(all.get(1).record().get("incident").asText())
        .isEqualTo(IncidentRecords.id("", 44 * MINUTE));
    assertThat(all.get(1).record().get("stream").asText()).isEmpty();
    assertThat(all.get(1).record().get("state").asText()).isEqualTo("ended");
    assertThat(all.get(2).record().get("state").asText()).isEqualTo("open");
    assertThat(all.get(0).isOf(incident(0, 1, 0, 0, 0, true, FIRST))).isTrue();
    assertThat(all.get(0).isOf(incident(0, 2, 0, 0, 0, true, FIRST))).isFalse();
    assertThat(all.get(0).isOf(incident(1, 1, 0, 0, 0, true, FIRST))).isFalse();
  }

  /** A record knows what had opened, and what had ended, when its own incident was over. */
  @Test
  void aRecordNamesNeighboursAndIncidentsThatEndedBeforeAsItWouldLive() {
    IncidentViews views = none("pump-a", "pump-b", "pump-c");
    read(
        views,
        0,
        80,
        incident(0, 1, 20, 21, 40, true, SECOND),
        incident(0, 2, 49, 50, 55, true, FIRST));
    read(
        views,
        1,
        80,
        incident(1, 1, 25, 26, 30, true, SECOND),
        incident(1, 2, 44, 45, 50, true, FIRST));
    read(views, 2, 80, incident(2, 1, 30, 31, 79, false, List.of(0.0, 0.0)));

    List<IncidentViews.View> all = views.views();
    assertThat(all)
        .extracting(view -> view.record().get("stream").asText())
        .containsExactly("pump-a", "pump-a", "pump-b", "pump-b", "pump-c");
    assertThat(all)
        .extracting(view -> words(view.record().get("neighbours"), ""))
        .as("one that opens with the last reading of another is its neighbour already")
        .containsExactly(
            List.of("pump-b", "pump-c"),
            List.of("pump-b"),
            List.of("pump-a"),
            List.of("pump-a"),
            List.of("pump-a", "pump-b"));
    assertThat(all)
        .extracting(view -> words(view.record().get("similar"), "incident"))
        .containsExactly(
            List.of(IncidentRecords.id("pump-b", 26 * MINUTE)),
            List.of(IncidentRecords.id("pump-b", 45 * MINUTE)),
            List.of(),
            List.of(),
            List.of());
    assertThat(all.get(2).detail().get("stream").asText()).isEqualTo("pump-b");
  }

  @Test
  void anIncidentThatIsOpenAtTheEndOfItsStreamIsShownOnce() {
    IncidentViews views = none("pump-a", "pump-b");
    read(views, 0, 30, incident(0, 1, 20, 21, 29, false, FIRST));
    read(views, 1, 30, incident(1, 1, 20, 21, 29, false, FIRST));

    assertThat(views.views()).extracting(IncidentViews.View::stream).containsExactly(0, 1);
  }

  @Test
  void aNeighbourThatOpensLaterIsNotKnownYet() {
    IncidentViews views = none("pump-a", "pump-b");
    read(views, 0, 80, incident(0, 1, 49, 51, 55, true, FIRST));
    read(views, 1, 80, incident(1, 1, 44, 45, 50, true, FIRST));

    assertThat(views.views())
        .extracting(view -> words(view.record().get("neighbours"), ""))
        .containsExactly(List.of("pump-b"), List.of());
  }

  /** 800 curves, two for each incident. */
  @Test
  void fourHundredIncidentsOfTwoSensorsHaveTheirCurves() {
    IncidentViews views = none();
    read(
        views,
        0,
        30,
        LongStream.rangeClosed(1, 402)
            .mapToObj(number -> incident(0, number, 5, 5, 6, false, List.of(0.0, 0.0)))
            .toArray(ScoredRun.StreamIncident[]::new));

    List<IncidentViews.View> all = views.views();
    assertThat(all).hasSize(402);
    assertThat(all.subList(0, 400)).allMatch(view -> view.history().isPresent());
    assertThat(all.subList(400, 402)).allMatch(view -> view.history().isEmpty());
  }

  /** A name that would end the element, and its scripts, stand in the file as they are. */
  @Test
  void aReportHoldsTheViewsWithAllScriptsThatTheyNeed() throws IOException {
    String name = "</script><b>&";
    IncidentViews views = none(name);
    read(views, 0, 60, incident(0, 1, 20, 21, 22, true, FIRST));
    StringBuilder html = new StringBuilder();

    IncidentSection.write(html, views.map(), views.views());

    String page = html.toString();
    ObjectMapper json = new ObjectMapper();
    JsonNode data = json.readTree(element(page, "application/json\" id=\"incident-data"));
    assertThat(data.get("map")).isEqualTo(json.readTree(views.map().toString()));
    JsonNode shown = data.at("/incidents/0");
    assertThat(shown.at("/incident/stream").asText()).isEqualTo(name);
    assertThat(shown.at("/detail/records").asInt()).isEqualTo(34);
    assertThat(shown.at("/history/past/from").asLong()).isEqualTo(10 * 60_000L);
    assertThat(page).doesNotContain(name).endsWith("</script>\n");
    JsonNode imports = json.readTree(element(page, "importmap")).get("imports");
    String start = "data:text/javascript;base64,";
    List<String> scripts = new ArrayList<>(List.of(element(page, "module")));
    imports.forEach(
        one -> {
          assertThat(one.asText()).startsWith(start);
          byte[] bytes = Base64.getDecoder().decode(one.asText().substring(start.length()));
          scripts.add(new String(bytes, StandardCharsets.UTF_8));
        });
    Set<String> imported = new TreeSet<>();
    for (String script : scripts) {
      Pattern.compile("(?:from|import) '([^']+)'")
          .matcher(script)
          .results()
          .forEach(match -> imported.add(match.group(1)));
    }
    assertThat(imported).isNotEmpty();
    assertThat(imports.fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(imported);
  }

  private static String element(String page, String type) {
    String begin = "<script type=\"" + type + "\">";
    int from = page.indexOf(begin) + begin.length();
    return page.substring(from, page.indexOf("</script>", from));
  }

  @Test
  void theMapIsKnownOnceAStreamHasBegun() {
    IncidentViews views = none();
    assertThat(views.map()).isNull();
    assertThatIllegalStateException()
        .isThrownBy(() -> views.advanced(null, null))
        .withMessage("no stream has begun");
    read(views, 0, 1);

    assertThat(words(views.map().get("sensors"), "")).containsExactly("q", "p");
    assertThat(views.views()).isEmpty();
  }
}
