package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** What every dashboard must hold, after the list of Grafana's dashboard-linter. */
final class DashboardRules {
  private static final int SCHEMA_VERSION = 39;
  private static final int GRID_COLUMNS = 24;
  private static final String DATA_SOURCE = "${datasource}";
  private static final Pattern RATE =
      Pattern.compile("\\b(rate|irate|increase)\\s*\\([^\\[]*\\[([^\\]]*)]");
  private static final Pattern ANY_RANGE = Pattern.compile("\\[([^\\]]*)]");

  private final JsonNode dashboard;
  private final List<String> faults = new ArrayList<>();

  private DashboardRules(JsonNode dashboard) {
    this.dashboard = dashboard;
  }

  /** Every rule that a dashboard breaks, in words. */
  static List<String> violations(JsonNode dashboard) {
    DashboardRules rules = new DashboardRules(dashboard);
    rules.header();
    rules.variables();
    rules.annotations();
    rules.layout();
    panels(dashboard).forEach(rules::panel);
    return rules.faults;
  }

  /** Panels that show data: not rows, not text. */
  static List<JsonNode> panels(JsonNode dashboard) {
    return StreamSupport.stream(dashboard.path("panels").spliterator(), false)
        .filter(panel -> !Set.of("row", "text").contains(panel.path("type").asText()))
        .toList();
  }

  static List<String> expressions(JsonNode panel) {
    return StreamSupport.stream(panel.path("targets").spliterator(), false)
        .map(target -> target.path("expr").asText())
        .toList();
  }

  private void require(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  private void header() {
    require(
        dashboard.path("schemaVersion").asInt() == SCHEMA_VERSION,
        "schemaVersion is not " + SCHEMA_VERSION);
    require(dashboard.path("uid").asText().startsWith("kahkm-"), "uid is not kahkm-...");
    require(dashboard.path("id").isNull(), "id is not null: it belongs to one Grafana");
    require(
        dashboard.has("editable") && !dashboard.path("editable").asBoolean(), "editable is true");
    require(!dashboard.path("title").asText().isBlank(), "title is missing");
    require(!dashboard.path("description").asText().isBlank(), "description is missing");
  }

  private JsonNode variable(String name) {
    for (JsonNode variable : dashboard.path("templating").path("list")) {
      if (variable.path("name").asText().equals(name)) {
        return variable;
      }
    }
    return MissingNode.getInstance();
  }

  private void variables() {
    JsonNode source = variable("datasource");
    require(source.path("type").asText().equals("datasource"), "variable datasource is missing");
    require(source.path("query").asText().equals("prometheus"), "datasource is not Prometheus");
    // Where nobody gave the targets an application, everything is shown.
    Map<String, String> all = Map.of("job", ".+", "application", ".*", "instance", ".+");
    for (Map.Entry<String, String> entry : new TreeMap<>(all).entrySet()) {
      String name = entry.getKey();
      String any = entry.getValue();
      JsonNode variable = variable(name);
      require(variable.path("type").asText().equals("query"), "variable " + name + " is missing");
      require(variable.path("multi").asBoolean(), "variable " + name + " is not multi");
      require(variable.path("allValue").asText().equals(any), name + ": allValue is not " + any);
    }
    for (JsonNode variable : dashboard.path("templating").path("list")) {
      String name = variable.path("name").asText();
      require(!variable.path("label").asText().isBlank(), "variable " + name + " has no label");
      if (variable.path("type").asText().equals("query")) {
        require(
            variable.path("datasource").path("uid").asText().equals(DATA_SOURCE),
            "variable " + name + " has a data source of its own");
        String query = variable.path("query").path("query").asText();
        Queries.unknown(query, Set.of()).forEach(faults::add);
      }
    }
  }

  private void annotations() {
    List<String> expressions = new ArrayList<>();
    for (JsonNode annotation : dashboard.path("annotations").path("list")) {
      if (annotation.has("expr")) {
        expressions.add(annotation.path("expr").asText());
      }
    }
    require(
        expressions.stream().anyMatch(expression -> expression.startsWith("ALERTS{")),
        "no annotation from ALERTS");
    require(
        expressions.stream().anyMatch(expression -> expression.contains("kahkm_map_info")),
        "no annotation from map changes");
    if (!variable("stream").isMissingNode()) {
      for (String meter : List.of("kahkm_stream_state", "kahkm_incident_info")) {
        require(
            expressions.stream().anyMatch(expression -> expression.startsWith(meter)),
            "no annotation from " + meter);
      }
    }
    expressions.forEach(expression -> faults.addAll(Queries.unknown(expression, Set.of())));
  }

  private void layout() {
    Set<Integer> ids = new HashSet<>();
    Set<String> cells = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      String title = panel.path("title").asText();
      require(ids.add(panel.path("id").asInt()), title + ": id is used twice");
      JsonNode place = panel.path("gridPos");
      int right = place.path("x").asInt() + place.path("w").asInt();
      require(right <= GRID_COLUMNS, title + ": wider than the grid");
      for (int x = place.path("x").asInt(); x < right; x++) {
        for (int dy = 0; dy < place.path("h").asInt(); dy++) {
          int y = place.path("y").asInt() + dy;
          require(cells.add(x + "/" + y), title + ": overlaps another panel at " + x + "/" + y);
        }
      }
    }
  }

  private void panel(JsonNode panel) {
    String title = panel.path("title").asText();
    require(!title.isBlank(), "panel " + panel.path("id") + " has no title");
    String description = panel.path("description").asText();
    require(description.strip().endsWith("."), title + ": description is no sentence");
    require(
        !panel.path("fieldConfig").path("defaults").path("unit").asText().isBlank(),
        title + ": no unit");
    require(
        panel.path("datasource").path("uid").asText().equals(DATA_SOURCE),
        title + ": data source is not the variable");
    require(!panel.path("targets").isEmpty(), title + ": no query");
    for (JsonNode target : panel.path("targets")) {
      require(
          target.path("datasource").path("uid").asText().equals(DATA_SOURCE),
          title + ": a query's data source is not the variable");
      query(title, target.path("expr").asText());
    }
    // Its first colour is green, which says that a stream is normal.
    require(
        !panel.toString().contains("palette-classic"), title + ": colours that begin with green");
    String queries = String.join(" ", expressions(panel));
    require(
        !panel.path("type").asText().equals("table")
            || !queries.contains("ALERTS")
            || panel.toString().contains("${runbook}#${__value.text}"),
        title + ": alerts without a link to the runbook");
    require(
        !queries.contains("kahkm_certificate_lower_bound")
            || queries.contains("kahkm_certificate_tolerance"),
        title + ": a bound without the stream's tolerance beside it");
  }

  private void query(String title, String expression) {
    require(!expression.isBlank(), title + ": an empty query");
    Queries.unknown(expression, Set.of()).forEach(fault -> faults.add(title + ": " + fault));
    boolean perStream = !variable("stream").isMissingNode();
    for (Queries.Selector selector : Queries.selectors(expression)) {
      String name = selector.name();
      require(selector.has("job=~\"$job\""), title + ": " + name + " without $job");
      require(
          selector.has("application=~\"$application\""),
          title + ": " + name + " without $application");
      // Alerts on streams outlive a move between instances and carry no instance.
      require(
          name.equals("ALERTS") || selector.has("instance=~\"$instance\""),
          title + ": " + name + " without $instance");
      boolean ofStream =
          name.startsWith("kahkm_")
              && Queries.meter(name) != null
              && Queries.meter(name).labels().contains("stream");
      require(
          !perStream || !ofStream || selector.has("stream=~\"$stream\""),
          title + ": " + name + " without $stream");
      require(
          !perStream || !ofStream || selector.has("site=~\"$site\", area=~\"$area\""),
          title + ": " + name + " without $site and $area");
      boolean counter = name.endsWith("_total") && !name.contains("restore_remaining");
      require(
          !counter
              || expression.contains("rate(" + name)
              || expression.contains("increase(" + name),
          title + ": " + name + " is not a rate");
    }
    Matcher rate = RATE.matcher(expression);
    while (rate.find()) {
      require(
          rate.group(2).equals("$__rate_interval"),
          title + ": " + rate.group(1) + " over " + rate.group(2));
    }
    Matcher range = ANY_RANGE.matcher(expression);
    while (range.find()) {
      require(range.group(1).startsWith("$__"), title + ": a fixed range " + range.group());
    }
  }
}
