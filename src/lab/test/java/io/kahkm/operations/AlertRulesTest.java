package io.kahkm.operations;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertRulesTest {
  private static final String PROMETHEUS = "deploy/prometheus/";
  private static final String RECORDING = PROMETHEUS + "rules/kahkm.recording.yml";
  private static final String ALERTS = PROMETHEUS + "rules/kahkm.alerts.yml";
  private static final String RUNBOOK = "docs/operate/runbook.md";

  private static final Set<String> NAMES =
      Set.of(
          "KahkmToleranceExcluded",
          "KahkmAttainabilityLost",
          "KahkmHorizonShrunk",
          "KahkmSkillLost",
          "KahkmForecastDegraded",
          "KahkmOutsideMap",
          "KahkmRelationBroken",
          "KahkmRelationUnwatched",
          "KahkmSensorFaulty",
          "KahkmSuspectSampling",
          "KahkmStreamSilent",
          "KahkmNoLimit",
          "KahkmRecordsRejected",
          "KahkmRecordQuarantined",
          "KahkmTagsMissing",
          "KahkmLagGrowing",
          "KahkmNotRunning",
          "KahkmBrokerUnreachable",
          "KahkmStateDirectoryFull",
          "KahkmRebalancing",
          "KahkmMapMismatch",
          "KahkmForgettingHeld",
          "KahkmRegistryUnavailable",
          "KahkmAlertsNotDelivered",
          "KahkmNotReady");

  @TempDir private Path directory;

  private static List<JsonNode> rules(String file) {
    List<JsonNode> rules = new ArrayList<>();
    ProjectFiles.yaml(file)
        .path("groups")
        .forEach(group -> group.path("rules").forEach(rules::add));
    return rules;
  }

  private static List<String> tests() {
    return ProjectFiles.under(PROMETHEUS + "tests", ".test.yml");
  }

  private static Set<String> recorded() {
    return rules(RECORDING).stream()
        .map(rule -> rule.path("record").asText())
        .collect(Collectors.toSet());
  }

  @Test
  void everyAlertIsThere() {
    assertThat(rules(ALERTS))
        .extracting(rule -> rule.path("alert").asText())
        .containsExactlyInAnyOrderElementsOf(NAMES);
  }

  @Test
  void everyAlertSaysHowUrgentItIsAndWhatToDo() {
    Set<String> anchors =
        ProjectFiles.text(RUNBOOK)
            .lines()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-'))
            .collect(Collectors.toSet());
    for (JsonNode rule : rules(ALERTS)) {
      String name = rule.path("alert").asText();
      JsonNode annotations = rule.path("annotations");
      assertThat(rule.path("labels").path("severity").asText())
          .as(name)
          .isIn("critical", "warning");
      assertThat(annotations.path("summary").asText()).as(name).isNotBlank();
      assertThat(annotations.path("description").asText().strip()).as(name).endsWith(".");
      String url = annotations.path("runbook_url").asText();
      assertThat(url).as(name).isEqualTo(RUNBOOK + "#" + name.toLowerCase(Locale.ROOT));
      assertThat(anchors).contains(anchor(url));
      // Where the table of firing alerts in Grafana leads, which cannot change the case.
      assertThat(ProjectFiles.text(RUNBOOK))
          .contains("<a id=\"" + rule.path("alert").asText() + "\"></a>\n\n## ");
      String severity = rule.path("labels").path("severity").asText();
      assertThat(ProjectFiles.text(RUNBOOK).lines())
          .as("row of the runbook's table")
          .filteredOn(line -> line.startsWith("| [" + name + "](#" + anchor(url) + ") |"))
          .singleElement(as(STRING))
          .endsWith("| " + severity + " |");
    }
  }

  private static String anchor(String url) {
    return url.substring(url.indexOf('#') + 1);
  }

  @Test
  void everySeriesThatRulesReadExists() {
    List<JsonNode> all = new ArrayList<>(rules(RECORDING));
    all.addAll(rules(ALERTS));
    for (JsonNode rule : all) {
      String expression = rule.path("expr").asText();
      assertThat(Queries.selectors(expression)).as(expression).isNotEmpty();
      assertThat(Queries.unknown(expression, recorded())).as(expression).isEmpty();
    }
  }

  @Test
  void everyMeterThatRunbookAndReadmesNameExists() {
    for (String file :
        List.of(
            RUNBOOK,
            "docs/operate/README.md",
            "deploy/prometheus/README.md",
            "grafana/README.md",
            "README.md")) {
      for (String name : Queries.metersNamedIn(ProjectFiles.text(file))) {
        assertThat(Queries.meter(name)).as(name + " in " + file).isNotNull();
      }
    }
  }

  @Test
  void recordedNamesAreLevelMetricOperation() {
    assertThat(recorded())
        .allMatch(name -> name.matches("(stream|state|reason|job):[a-z][a-z0-9_]*:[a-z0-9_]+"));
    assertThat(rules(RECORDING)).hasSameSizeAs(recorded());
  }

  @Test
  void noRuleRepeatsTheToleranceAsANumber() {
    for (JsonNode rule : rules(ALERTS)) {
      assertThat(Queries.selectors(rule.path("expr").asText()))
          .extracting(Queries.Selector::name)
          .doesNotContain("kahkm_certificate_lower_bound", "kahkm_certificate_upper_bound");
    }
  }

  @Test
  void everyAlertIsTestedFiringAndSilent() {
    Set<String> firing = new HashSet<>();
    Set<String> silent = new HashSet<>();
    for (String file : tests()) {
      for (JsonNode test : ProjectFiles.yaml(file).path("tests")) {
        for (JsonNode expectation : test.path("alert_rule_test")) {
          (expectation.path("exp_alerts").isEmpty() ? silent : firing)
              .add(expectation.path("alertname").asText());
        }
      }
    }
    assertThat(firing).containsExactlyInAnyOrderElementsOf(NAMES);
    assertThat(silent).containsExactlyInAnyOrderElementsOf(NAMES);
  }

  @Test
  void seriesOfTheTestsAreThoseOfTheEngine() {
    for (String file : tests()) {
      for (JsonNode test : ProjectFiles.yaml(file).path("tests")) {
        for (JsonNode input : test.path("input_series")) {
          String series = input.path("series").asText();
          assertThat(Queries.unknown(series, Set.of())).as(series).isEmpty();
        }
      }
    }
  }

  @Test
  void promtoolFindsTheRulesWellFormed() throws IOException, InterruptedException {
    Tool.Answer answer = Tool.promtool("check", "rules", RECORDING, ALERTS);

    assertThat(answer.exit()).as(answer.output()).isZero();
    assertThat(answer.output()).contains(NAMES.size() + " rules found");
  }

  @Test
  void promtoolFindsTheScrapeConfigWellFormed() throws IOException, InterruptedException {
    Tool.Answer answer = Tool.promtool("check", "config", PROMETHEUS + "prometheus.yml");

    assertThat(answer.exit()).as(answer.output()).isZero();
  }

  /** Each case with the rules that it looks at, since promtool computes all others every minute. */
  @Test
  void alertsFireAndResolveWhenTheyShould() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("test", "rules"));
    for (String file : tests()) {
      String[] parts = ProjectFiles.text(file).split("(?m)^  (?=- name: )");
      for (int i = 1; i < parts.length; i++) {
        Path folder = directory.resolve(Path.of(file).getFileName() + "." + i);
        Set<String> names = rulesNamedIn(parts[i]);
        writeRules(RECORDING, names, folder);
        writeRules(ALERTS, names, folder);
        Path test = Files.createDirectories(folder.resolve("tests")).resolve("case.test.yml");
        arguments.add(Files.writeString(test, parts[0] + "  " + parts[i]).toString());
      }
    }
    assertThat(arguments).hasSizeGreaterThan(NAMES.size());

    Tool.Answer answer = Tool.promtool(arguments.toArray(String[]::new));

    assertThat(answer.exit()).as(answer.output()).isZero();
  }

  /** Alerts and recorded series that a text names, and all series that those are computed from. */
  private static Set<String> rulesNamedIn(String text) {
    List<JsonNode> all = new ArrayList<>(rules(ALERTS));
    all.addAll(rules(RECORDING));
    Set<String> names = new HashSet<>();
    StringBuilder read = new StringBuilder(text);
    boolean grown = true;
    while (grown) {
      grown = false;
      for (JsonNode rule : all) {
        if (read.indexOf(name(rule)) >= 0 && names.add(name(rule))) {
          read.append(rule.path("expr").asText());
          grown = true;
        }
      }
    }
    return names;
  }

  private static String name(JsonNode rule) {
    return rule.path("alert").asText(rule.path("record").asText());
  }

  /** A copy of a file of rules with those of these names only. */
  private static void writeRules(String file, Set<String> names, Path folder) throws IOException {
    JsonNode copy = ProjectFiles.yaml(file);
    for (JsonNode group : copy.path("groups")) {
      ((ArrayNode) group.path("rules")).removeIf(rule -> !names.contains(name(rule)));
    }
    Path rules = Files.createDirectories(folder.resolve("rules"));
    // JSON is YAML.
    Files.writeString(rules.resolve(Path.of(file).getFileName()), copy.toString());
  }

  @Test
  void theUnitTestsOfTheRulesCanFail() throws IOException, InterruptedException {
    Path rules = Files.createDirectories(directory.resolve("rules"));
    Path tests = Files.createDirectories(directory.resolve("tests"));
    Files.copy(Path.of(RECORDING), rules.resolve("kahkm.recording.yml"));
    String impatient =
        ProjectFiles.text(ALERTS)
            .replace("fresh{verdict=\"EXCLUDED\"} >= 2", "fresh{verdict=\"EXCLUDED\"} >= 1");
    assertThat(impatient).isNotEqualTo(ProjectFiles.text(ALERTS));
    Files.writeString(rules.resolve("kahkm.alerts.yml"), impatient);
    String all = ProjectFiles.text(PROMETHEUS + "tests/streams.test.yml");
    // The first of them is of this alert, and the others would take their time.
    int second = all.indexOf("- name:", all.indexOf("- name:") + 1);
    Path test = Files.writeString(tests.resolve("streams.test.yml"), all.substring(0, second));

    Tool.Answer answer = Tool.promtool("test", "rules", test.toString());

    assertThat(answer.exit()).isNotZero();
    assertThat(answer.output()).contains("KahkmToleranceExcluded");
  }

  @Test
  void shortenedRulesAreRulesWithoutLongTimes() throws IOException, InterruptedException {
    List<Path> shortened = new ArrayList<>();
    for (String file : List.of(RECORDING, ALERTS)) {
      Tool.Answer answer =
          Tool.run("sed", "every Unix", List.of("-f", PROMETHEUS + "shorten.sed", file));
      assertThat(answer.exit()).as(answer.output()).isZero();
      Path copy = directory.resolve(Path.of(file).getFileName());
      Files.writeString(copy, answer.output());
      shortened.add(copy);
    }
    for (Path copy : shortened) {
      for (JsonNode group : ProjectFiles.yaml(copy.toString()).path("groups")) {
        for (JsonNode rule : group.path("rules")) {
          String expression = rule.path("expr").asText();
          assertThat(expression).doesNotContainPattern("\\[(1h|1d|[25]m)]|offset (1h|30m|1d)");
          assertThat(rule.path("for").asText("5s")).isEqualTo("5s");
        }
      }
    }
    Tool.Answer check =
        Tool.promtool("check", "rules", shortened.get(0).toString(), shortened.get(1).toString());
    assertThat(check.exit()).as(check.output()).isZero();
  }

  @Test
  void amtoolFindsTheRoutingWellFormed() throws IOException, InterruptedException {
    Tool.Answer answer = Tool.amtool("check-config", "deploy/alertmanager/alertmanager.yml");

    assertThat(answer.exit()).as(answer.output()).isZero();
  }

  @Test
  void criticalAlertsPageAndWarningsOpenTickets() throws IOException, InterruptedException {
    for (JsonNode rule : rules(ALERTS)) {
      String severity = rule.path("labels").path("severity").asText();
      Tool.Answer answer =
          Tool.amtool(
              "config",
              "routes",
              "test",
              "--config.file=deploy/alertmanager/alertmanager.yml",
              "alertname=" + rule.path("alert").asText(),
              "severity=" + severity);
      // Some versions warn before they answer.
      assertThat(answer.output().lines().toList())
          .last()
          .isEqualTo(severity.equals("critical") ? "pager" : "tickets");
    }
  }

  @Test
  void inhibitionNamesAlertsThatExist() {
    JsonNode inhibit =
        ProjectFiles.yaml("deploy/alertmanager/alertmanager.yml").path("inhibit_rules");
    assertThat(inhibit).isNotEmpty();
    for (JsonNode rule : inhibit) {
      for (String side : List.of("source_matchers", "target_matchers")) {
        String matcher = rule.path(side).path(0).asText();
        String names = matcher.substring(matcher.indexOf('"') + 1, matcher.lastIndexOf('"'));
        assertThat(NAMES).contains(names.split("\\|"));
      }
    }
  }

  @Test
  void everyRuleFileIsLoadedByTheConfig() {
    JsonNode config = ProjectFiles.yaml(PROMETHEUS + "prometheus.yml");
    assertThat(
            StreamSupport.stream(config.path("rule_files").spliterator(), false)
                .map(file -> PROMETHEUS + file.asText()))
        .containsExactlyInAnyOrderElementsOf(ProjectFiles.under(PROMETHEUS + "rules", ".yml"));
  }
}
