package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.MeterNames;
import io.kahkm.telemetry.meter.Meter;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardRulesTest {
  private static final String FLEET = "grafana/dashboards/fleet.json";
  private static final String STREAM = "grafana/dashboards/stream.json";
  private static final String RUNTIME = "grafana/dashboards/runtime.json";

  /** What Grafana puts in place of its variables, as far as the grammar needs it. */
  private static final Map<String, String> MACROS =
      Map.of("$__rate_interval", "1m", "$__interval", "15s", "$__range", "1h");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"fleet", "stream", "runtime"})
  void dashboardsAreMadeFromTheirSources(String name) throws IOException {
    String made = Dashboards.json(name);
    Path file = Path.of("grafana/dashboards", name + ".json");
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.writeString(file, made);
    }

    assertThat(Files.readString(file))
        .as("make it again: mvn test -Dtest=DashboardRulesTest -Dkahkm.regenerate")
        .isEqualTo(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {FLEET, STREAM, RUNTIME})
  void dashboardsHoldTheRules(String file) {
    assertThat(DashboardRules.violations(ProjectFiles.json(file))).isEmpty();
  }

  @Test
  void thereAreThreeDashboardsWithStableUids() {
    assertThat(ProjectFiles.under("grafana/dashboards", ".json"))
        .containsExactlyInAnyOrder(FLEET, STREAM, RUNTIME);
    assertThat(ProjectFiles.json(FLEET).path("uid").asText()).isEqualTo("kahkm-fleet");
    assertThat(ProjectFiles.json(STREAM).path("uid").asText()).isEqualTo("kahkm-stream");
    assertThat(ProjectFiles.json(RUNTIME).path("uid").asText()).isEqualTo("kahkm-runtime");
  }

  @ParameterizedTest
  @ValueSource(strings = {FLEET, STREAM})
  void dashboardsOfStreamsLetChooseTheStream(String file) {
    assertThat(ProjectFiles.json(file).path("templating").path("list"))
        .extracting(variable -> variable.path("name").asText())
        .contains("stream");
  }

  @Test
  void everyMeterOfTheEngineIsShownSomewhere() {
    Set<String> shown = new HashSet<>();
    for (String file : List.of(FLEET, STREAM, RUNTIME)) {
      for (JsonNode panel : DashboardRules.panels(ProjectFiles.json(file))) {
        for (String expression : DashboardRules.expressions(panel)) {
          for (Queries.Selector selector : Queries.selectors(expression)) {
            Meter meter = Queries.meter(selector.name());
            if (meter != null) {
              shown.add(meter.name());
            }
          }
        }
      }
    }
    // Windows end by the sensor's clock, which a dashboard cannot draw; the alerts use it.
    shown.add("kahkm_certificate_window_end_timestamp_seconds");

    assertThat(shown).containsAll(MeterNames.all().stream().map(Meter::name).toList());
  }

  @Test
  void everyPanelWithABoundSaysWhatAFleetsCertificateSpeaksOf() {
    List<JsonNode> panels = new ArrayList<>();
    for (String file : List.of(FLEET, STREAM)) {
      for (JsonNode panel : DashboardRules.panels(ProjectFiles.json(file))) {
        if (DashboardRules.expressions(panel).stream()
            .anyMatch(expression -> expression.contains("kahkm_certificate_lower_bound"))) {
          panels.add(panel);
        }
      }
    }

    assertThat(panels)
        .hasSizeGreaterThan(2)
        .allSatisfy(
            panel ->
                assertThat(panel.path("description").asText())
                    .as(panel.path("title").asText())
                    .contains("single closure shared by the fleet"));
  }

  @Test
  void onlyTheStateOnTheMapIsGreen() {
    for (String file : List.of(FLEET, STREAM, RUNTIME)) {
      for (JsonNode panel : DashboardRules.panels(ProjectFiles.json(file))) {
        List<String> meanings = new ArrayList<>();
        for (JsonNode mapping : panel.path("fieldConfig").path("defaults").path("mappings")) {
          for (JsonNode option : mapping.path("options")) {
            if (option.path("color").asText().equals("green")) {
              meanings.add(option.path("text").asText());
            }
          }
        }
        int uses = panel.toString().split("\"green\"", -1).length - 1;
        if (panel.path("title").asText().equals("Normal")) {
          JsonNode steps = panel.at("/fieldConfig/defaults/thresholds/steps");
          assertThat(steps.get(0).path("color").asText()).as("no stream").isEqualTo("text");
          assertThat(steps.get(1).path("value").asInt()).isEqualTo(1);
        } else {
          assertThat(uses).as(panel.path("title").asText()).isEqualTo(meanings.size());
          assertThat(meanings).isSubsetOf("Normal");
        }
      }
    }
  }

  @Test
  void linksBetweenDashboardsLeadSomewhere() {
    Matcher links =
        Pattern.compile("/d/([a-z-]+)/")
            .matcher(ProjectFiles.text(FLEET) + ProjectFiles.text(RUNTIME));
    List<String> uids = new ArrayList<>();
    while (links.find()) {
      uids.add(links.group(1));
    }
    assertThat(uids).isNotEmpty().containsOnly("kahkm-stream");
  }

  @Test
  void everyQueryIsPromql() throws IOException, InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    ArrayNode rules = mapper.createArrayNode();
    for (String file : List.of(FLEET, STREAM, RUNTIME)) {
      JsonNode dashboard = ProjectFiles.json(file);
      List<String> expressions = new ArrayList<>();
      DashboardRules.panels(dashboard)
          .forEach(panel -> expressions.addAll(DashboardRules.expressions(panel)));
      dashboard
          .path("annotations")
          .path("list")
          .forEach(annotation -> expressions.add(annotation.path("expr").asText("up")));
      for (String expression : expressions) {
        rules.addObject().put("record", "query:" + rules.size()).put("expr", plain(expression));
      }
    }
    ObjectNode group = mapper.createObjectNode();
    ObjectNode queries = group.putArray("groups").addObject().put("name", "queries");
    queries.set("rules", rules);
    Path file = directory.resolve("queries.yml");
    // JSON is YAML.
    Files.writeString(file, mapper.writeValueAsString(group));

    Tool.Answer answer = Tool.promtool("check", "rules", file.toString());

    assertThat(answer.exit()).as(answer.output()).isZero();
    assertThat(answer.output()).contains(rules.size() + " rules found");
  }

  private static String plain(String expression) {
    String plain = expression;
    for (Map.Entry<String, String> macro : MACROS.entrySet()) {
      plain = plain.replace(macro.getKey(), macro.getValue());
    }
    return plain;
  }

  @Test
  void theRulesFindWhatTheyAreFor() {
    assertThat(broken(dashboard -> dashboard.put("editable", true))).contains("editable is true");
    assertThat(broken(dashboard -> dashboard.put("schemaVersion", 36)))
        .contains("schemaVersion is not 39");
    assertThat(broken(dashboard -> firstPanel(dashboard).remove("description")))
        .contains("Streams: description is no sentence");
    assertThat(
            broken(
                dashboard ->
                    ((ObjectNode) firstPanel(dashboard).path("fieldConfig").path("defaults"))
                        .remove("unit")))
        .contains("Streams: no unit");
    assertThat(broken(dashboard -> query(dashboard, "sum(kahkm_streams)")))
        .contains(
            "Streams: kahkm_streams without $job",
            "Streams: kahkm_streams without $application",
            "Streams: kahkm_streams without $instance");
    assertThat(broken(dashboard -> query(dashboard, "sum(kahkm_novelties)")))
        .contains("Streams: kahkm_novelties is no meter of the engine");
    assertThat(broken(dashboard -> query(dashboard, "kahkm_novelty{verdict=\"FINE\"}")))
        .contains("Streams: kahkm_novelty has no label verdict", "Streams: FINE is no verdict");
    assertThat(broken(dashboard -> query(dashboard, "rate(kahkm_transitions_total[5m])")))
        .contains("Streams: rate over 5m");
    assertThat(broken(dashboard -> ((ArrayNode) dashboard.at("/annotations/list")).remove(2)))
        .contains("no annotation from kahkm_stream_state");
    assertThat(
            broken(
                dashboard -> {
                  ObjectNode panel = (ObjectNode) table(dashboard);
                  ((ObjectNode) panel.get("fieldConfig")).putArray("overrides");
                  ((ObjectNode) panel.at("/fieldConfig/defaults/color"))
                      .put("mode", "palette-classic");
                }))
        .contains(
            "Firing alerts: alerts without a link to the runbook",
            "Firing alerts: colours that begin with green");
    assertThat(broken(dashboard -> query(dashboard, "kahkm_certificate_lower_bound")))
        .contains("Streams: a bound without the stream's tolerance beside it");
  }

  private static List<String> broken(Consumer<ObjectNode> change) {
    ObjectNode dashboard = ProjectFiles.json(FLEET).deepCopy();
    change.accept(dashboard);
    return DashboardRules.violations(dashboard);
  }

  private static ObjectNode firstPanel(JsonNode dashboard) {
    return (ObjectNode) DashboardRules.panels(dashboard).get(0);
  }

  private static JsonNode table(JsonNode dashboard) {
    return DashboardRules.panels(dashboard).stream()
        .filter(panel -> panel.path("title").asText().equals("Firing alerts"))
        .findFirst()
        .orElseThrow();
  }

  private static void query(JsonNode dashboard, String expression) {
    ((ObjectNode) firstPanel(dashboard).path("targets").get(0)).put("expr", expression);
  }
}
