package io.kahkm.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes Grafana's JSON from {@code src/lab/test/resources/dashboards}, where each panel says only
 * what is its own: title, meaning, queries, colours. Panels flow from left to right.
 *
 * <p>In queries {@code @application}, {@code @engine}, {@code @place} and {@code @stream} stand for
 * the labels that the dashboard's variables choose, {@code @states} and {@code @verdicts} for a
 * number by state or verdict. Green is nothing but the normal state, so that series are coloured
 * from blue to purple, or one by one.
 */
final class Dashboards {
  private static final int COLUMNS = 24;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SOURCE = "{type: prometheus, uid: \"${datasource}\"}";

  private static final String OF_APPLICATION = "job=~\"$job\", application=~\"$application\"";
  private static final String OF_ENGINE = OF_APPLICATION + ", instance=~\"$instance\"";

  /** Without the labels a series matches the empty text, which All does, too. */
  private static final String OF_PLACE = "site=~\"$site\", area=~\"$area\"";

  private static final String OF_STREAM = OF_ENGINE + ", " + OF_PLACE + ", stream=~\"$stream\"";

  /** Colours of the series that a panel names but does not colour. */
  private static final List<String> COLOURS =
      List.of("blue", "orange", "purple", "yellow", "super-light-blue", "dark-orange");

  private static final Map<String, Shown> STATES = new LinkedHashMap<>();
  private static final Map<String, Shown> VERDICTS = new LinkedHashMap<>();

  static {
    STATES.put("on", new Shown("Normal", "green"));
    STATES.put("off", new Shown("Off", "text"));
    STATES.put("learning", new Shown("Learning", "blue"));
    STATES.put("no-limit", new Shown("Not watched", "orange"));
    STATES.put("silent", new Shown("Silent", "orange"));
    STATES.put("broken", new Shown("Sensors disagree", "red"));
    STATES.put("faulty", new Shown("Sensor faulty", "red"));
    STATES.put("outside", new Shown("Unlike the recording", "purple"));
    for (String verdict : List.of("ATTAINABLE", "UNDECIDED", "SUSPECT", "EXCLUDED", "OUT_OF_MAP")) {
      VERDICTS.put(verdict, new Shown(verdict, colour(verdict)));
    }
  }

  /** Where a cell of a table leads. */
  private static final Map<String, String> LINKS =
      Map.of(
          "stream",
          """
          {title: "Stream ${__data.fields.stream}",
           url: "/d/kahkm-stream/kahkm-stream?var-datasource=${datasource}&${job:queryparam}\
          &var-stream=${__data.fields.stream}&${__url_time_range}"}
          """,
          "runbook",
          """
          {title: "What to do about ${__value.text}", url: "${runbook}#${__value.text}",
           targetBlank: true}
          """);

  /** How a value is shown. */
  private record Shown(String text, String colour) {}

  private final JsonNode source;
  private int x;
  private int y;
  private int height;

  private Dashboards(JsonNode source) {
    this.source = source;
  }

  /** The text of {@code grafana/dashboards/NAME.json}. */
  static String json(String name) throws JsonProcessingException {
    JsonNode source = ProjectFiles.yaml("src/lab/test/resources/dashboards/" + name + ".yaml");
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(indenter);
    printer.indentArraysWith(indenter);
    return MAPPER.writer(printer).writeValueAsString(new Dashboards(source).dashboard()) + "\n";
  }

  private static String colour(String verdict) {
    return switch (verdict) {
      case "ATTAINABLE" -> "blue";
      case "UNDECIDED" -> "text";
      case "SUSPECT" -> "yellow";
      case "EXCLUDED" -> "red";
      default -> "purple";
    };
  }

  private static ObjectNode object(String yaml) {
    return ProjectFiles.parse(yaml).get(0).deepCopy();
  }

  private ObjectNode dashboard() {
    ObjectNode json =
        object(
            """
            {schemaVersion: 39, version: 1, id: null, editable: false, graphTooltip: 1,
             timezone: browser, refresh: 15s, timepicker: {}, weekStart: "", liveNow: false,
             fiscalYearStartMonth: 0, tags: [kahkm],
             links: [{title: KAHKM dashboards, type: dashboards, tags: [kahkm], asDropdown: false,
               includeVars: true, keepTime: true, targetBlank: false, icon: external link,
               tooltip: "", url: ""}]}
            """);
    for (String field : List.of("uid", "title", "description")) {
      json.set(field, source.required(field));
    }
    json.putObject("time").put("from", "now-" + source.required("last").asText()).put("to", "now");
    ArrayNode annotations = json.putObject("annotations").putArray("list");
    annotations.add(
        object(
            """
            {builtIn: 1, datasource: {type: grafana, uid: -- Grafana --}, enable: true, hide: true,
             iconColor: "rgba(0, 211, 255, 1)", name: Annotations & Alerts, type: dashboard}
            """));
    source.required("annotations").forEach(annotation -> annotations.add(annotation(annotation)));
    ArrayNode variables = json.putObject("templating").putArray("list");
    variables.add(
        object(
            """
            {name: datasource, label: Data source, type: datasource, query: prometheus, current: {},
             hide: 0, includeAll: false, multi: false, options: [], refresh: 1, regex: "",
             skipUrlSync: false}
            """));
    source.required("variables").forEach(variable -> variables.add(variable(variable)));
    ArrayNode panels = json.putArray("panels");
    source.required("panels").forEach(panel -> panels.add(panel(panel)));
    return json;
  }

  private static ObjectNode annotation(JsonNode from) {
    ObjectNode json = object("{enable: true, hide: false, step: 15s, useValueForTime: false}");
    json.setAll((ObjectNode) from.deepCopy());
    json.set("datasource", object(SOURCE));
    json.put("expr", query(from.required("expr").asText()));
    return json;
  }

  private static ObjectNode variable(JsonNode from) {
    if (from.has("text")) {
      ObjectNode json = object("{type: textbox, hide: 0, skipUrlSync: false, options: []}");
      json.set("name", from.required("name"));
      json.set("label", from.required("label"));
      json.set("query", from.get("text"));
      json.putObject("current").put("selected", false);
      ((ObjectNode) json.get("current")).set("text", from.get("text"));
      ((ObjectNode) json.get("current")).set("value", from.get("text"));
      return json;
    }
    ObjectNode json =
        object(
            """
            {type: query, refresh: 2, sort: 1, hide: 0, regex: "", skipUrlSync: false, options: [],
             current: {}}
            """);
    String query = query(from.required("values").asText());
    json.set("name", from.required("name"));
    json.set("label", from.required("label"));
    json.set("datasource", object(SOURCE));
    json.putObject("query")
        .put("qryType", 1)
        .put("query", query)
        .put("refId", "PrometheusVariableQueryEditor-VariableQuery");
    json.put("definition", query);
    boolean multi = from.has("all");
    json.put("multi", multi).put("includeAll", multi);
    if (multi) {
      json.set("current", object("{selected: true, text: [All], value: [$__all]}"));
      json.set("allValue", from.get("all"));
    }
    return json;
  }

  private static String query(String text) {
    return text.replace("@states", numbered("state", "kahkm_stream_state", STATES.keySet()))
        .replace("@verdicts", numbered("verdict", "kahkm_certificate_verdict", VERDICTS.keySet()))
        .replace("@application", OF_APPLICATION)
        .replace("@engine", OF_ENGINE)
        .replace("@place", OF_PLACE)
        .replace("@stream", OF_STREAM);
  }

  /** Which of several values of a label is true, as its number from 1 on. */
  private static String numbered(String label, String meter, Set<String> values) {
    int[] number = {0};
    return values.stream()
        .map(
            value ->
                String.format(
                    Locale.ROOT, "%d * %s{@stream, %s=\"%s\"}", ++number[0], meter, label, value))
        .collect(Collectors.joining(" or ", "sum by (stream) (", ")"));
  }

  private ObjectNode panel(JsonNode from) {
    Map.Entry<String, JsonNode> first = from.properties().iterator().next();
    ObjectNode json = NODES.objectNode();
    json.set("id", from.required("id"));
    json.put("type", first.getKey());
    json.set("title", first.getValue());
    if (first.getKey().equals("row")) {
      place(json, COLUMNS, 1);
      json.put("collapsed", false).putArray("panels");
      return json;
    }
    String[] size = from.required("size").asText().split("x", 2);
    place(json, Integer.parseInt(size[0]), Integer.parseInt(size[1]));
    json.set("description", from.required("about"));
    json.set("datasource", object(SOURCE));
    List<String> legends = new ArrayList<>();
    targets(json.putArray("targets"), first.getKey(), from, legends);
    ObjectNode field = json.putObject("fieldConfig");
    ObjectNode defaults = field.putObject("defaults");
    defaults(defaults, first.getKey(), from, legends);
    overrides(field.putArray("overrides"), first.getKey(), from, legends);
    json.set("options", options(first.getKey(), from));
    if (from.has("hide")) {
      json.set("transformations", transformations(from));
    }
    for (String copied : List.of("repeat", "repeatDirection", "maxPerRow")) {
      if (from.has(copied)) {
        json.set(copied, from.get(copied));
      }
    }
    return json;
  }

  private void place(ObjectNode json, int width, int high) {
    if (x + width > COLUMNS || width == COLUMNS) {
      x = 0;
      y += height;
      height = 0;
    }
    json.putObject("gridPos").put("h", high).put("w", width).put("x", x).put("y", y);
    x += width;
    height = Math.max(height, high);
  }

  private static void targets(ArrayNode targets, String type, JsonNode from, List<String> legends) {
    Map<String, String> queries = new LinkedHashMap<>();
    if (from.has("query")) {
      queries.put(type.equals("stat") ? "__auto" : "", from.get("query").asText());
    }
    from.path("queries")
        .properties()
        .forEach(query -> queries.put(query.getKey(), query.getValue().asText()));
    boolean instant =
        Set.of("table", "trend", "bargauge").contains(type) || from.path("instant").asBoolean();
    String format =
        switch (type) {
          case "table", "heatmap" -> type;
          case "trend" -> "table";
          default -> "time_series";
        };
    queries.forEach(
        (legend, query) -> {
          ObjectNode target = targets.addObject();
          target.set("datasource", object(SOURCE));
          target
              .put("editorMode", "code")
              .put("expr", query(query))
              .put("legendFormat", legend)
              .put("range", !instant)
              .put("instant", instant)
              .put("format", format)
              .put("refId", String.valueOf((char) ('A' + legends.size())));
          legends.add(legend);
        });
  }

  private static void defaults(
      ObjectNode defaults, String type, JsonNode from, List<String> legends) {
    boolean byValue = Set.of("stat", "table", "state-timeline").contains(type);
    boolean named = legends.stream().noneMatch(legend -> legend.contains("{{"));
    ObjectNode colour = defaults.putObject("color");
    if (byValue) {
      colour.put("mode", "thresholds");
    } else if (from.has("colour")) {
      String[] words = from.get("colour").asText().split(" ", 2);
      colour.put("mode", words[0]).put("fixedColor", words[1]);
    } else if (named) {
      colour.put("mode", "fixed").put("fixedColor", COLOURS.get(0));
    } else {
      colour.put("mode", "continuous-BlPu").put("seriesBy", "last");
    }
    defaults.put("unit", from.path("unit").asText("none"));
    for (String copied : List.of("decimals", "min", "max")) {
      if (from.has(copied)) {
        defaults.set(copied, from.get(copied));
      }
    }
    defaults.set("thresholds", thresholds(from.path("steps")));
    if (from.has("values")) {
      defaults.set("mappings", mappings(from.get("values")));
    }
    ObjectNode custom =
        object(
            switch (type) {
              case "timeseries" ->
                  "{drawStyle: line, lineWidth: 1, fillOpacity: 0, showPoints: auto,"
                      + " spanNulls: false, lineInterpolation: linear}";
              case "trend" ->
                  "{drawStyle: line, lineWidth: 1, fillOpacity: 0, showPoints: always,"
                      + " pointSize: 6, spanNulls: true, lineInterpolation: linear}";
              case "table" -> "{align: auto}";
              case "state-timeline" -> "{fillOpacity: 80, lineWidth: 0}";
              default -> "{}";
            });
    if (from.path("stacked").asBoolean()) {
      custom.put("fillOpacity", 20).putObject("stacking").put("mode", "normal").put("group", "A");
    }
    if (type.equals("timeseries") && from.has("steps")) {
      custom.putObject("thresholdsStyle").put("mode", "line");
    }
    if (from.path("logarithmic").asBoolean()) {
      custom.putObject("scaleDistribution").put("type", "log").put("log", 10);
    }
    if (from.path("filterable").asBoolean()) {
      custom.put("filterable", true);
    }
    if (!custom.isEmpty()) {
      defaults.set("custom", custom);
    }
  }

  /** Steps such as {@code [text, 1 orange]}, the first from everywhere below. */
  private static ObjectNode thresholds(JsonNode steps) {
    ObjectNode json = NODES.objectNode().put("mode", "absolute");
    ArrayNode array = json.putArray("steps");
    if (steps.isMissingNode()) {
      array.addObject().put("color", "text").putNull("value");
    }
    for (JsonNode step : steps) {
      String[] words = step.asText().split(" ", 2);
      ObjectNode one = array.addObject().put("color", words[words.length - 1]);
      if (words.length == 1) {
        one.putNull("value");
      } else {
        one.put("value", Double.parseDouble(words[0]));
      }
    }
    return json;
  }

  /** Values in words: states, verdicts, or a map from value to "colour text". */
  private static ArrayNode mappings(JsonNode values) {
    Map<String, Shown> shown = new LinkedHashMap<>();
    if (values.isTextual()) {
      List<Shown> all =
          List.copyOf((values.asText().equals("states") ? STATES : VERDICTS).values());
      IntStream.range(0, all.size()).forEach(i -> shown.put(Integer.toString(i + 1), all.get(i)));
    }
    values
        .properties()
        .forEach(
            value -> {
              String[] words = value.getValue().asText().split(" ", 2);
              shown.put(value.getKey(), new Shown(words[1], words[0]));
            });
    ArrayNode array = NODES.arrayNode();
    ObjectNode options = array.addObject().put("type", "value").putObject("options");
    shown.forEach(
        (value, one) ->
            options
                .putObject(value)
                .put("text", one.text())
                .put("color", one.colour())
                .put("index", options.size() - 1));
    return array;
  }

  private static void overrides(
      ArrayNode overrides, String type, JsonNode from, List<String> legends) {
    Map<String, String> series = new LinkedHashMap<>();
    if (Set.of("timeseries", "trend").contains(type) && legends.size() > 1) {
      for (int i = 0; i < legends.size(); i++) {
        if (!legends.get(i).contains("{{")) {
          series.put(legends.get(i), COLOURS.get(i % COLOURS.size()));
        }
      }
    }
    from.path("series")
        .properties()
        .forEach(style -> series.put(style.getKey(), style.getValue().asText()));
    series.forEach(
        (name, style) -> {
          ArrayNode properties = properties(overrides, "byName", name);
          for (String word : style.split(" ")) {
            style(properties, word);
          }
        });
    from.path("columns")
        .properties()
        .forEach(
            column -> column(properties(overrides, "byName", column.getKey()), column.getValue()));
    from.path("overrides").forEach(overrides::add);
  }

  private static ArrayNode properties(ArrayNode overrides, String by, String what) {
    ObjectNode override = overrides.addObject();
    override.putObject("matcher").put("id", by).put("options", what);
    return override.putArray("properties");
  }

  private static void style(ArrayNode properties, String word) {
    switch (word) {
      case "thick" -> properties.addObject().put("id", "custom.lineWidth").put("value", 2);
      case "dashed" -> {
        ObjectNode value = properties.addObject().put("id", "custom.lineStyle").putObject("value");
        value.put("fill", "dash").putArray("dash").add(8).add(6);
      }
      default -> {
        ObjectNode value = properties.addObject().put("id", "color").putObject("value");
        value.put("mode", "fixed").put("fixedColor", word);
      }
    }
  }

  /** What is special about a column of a table. */
  private static void column(ArrayNode properties, JsonNode column) {
    if (column.has("link")) {
      properties
          .addObject()
          .put("id", "links")
          .putArray("value")
          .add(object(LINKS.get(column.get("link").asText())));
    }
    if (column.has("values")) {
      properties.addObject().put("id", "mappings").set("value", mappings(column.get("values")));
    }
    if (column.has("steps")) {
      properties.addObject().put("id", "thresholds").set("value", thresholds(column.get("steps")));
    }
    if (column.has("cells")) {
      ObjectNode cells = properties.addObject().put("id", "custom.cellOptions").putObject("value");
      cells.put("type", "color-" + column.get("cells").asText()).put("mode", "basic");
    }
    for (String copied : List.of("unit", "decimals")) {
      if (column.has(copied)) {
        properties.addObject().put("id", copied).set("value", column.get(copied));
      }
    }
  }

  /** Which columns a table has, by what name and in which order. */
  private static ArrayNode transformations(JsonNode from) {
    ArrayNode array = NODES.arrayNode();
    if (from.has("join")) {
      ObjectNode join = array.addObject().put("id", "joinByField").putObject("options");
      join.put("byField", from.get("join").asText()).put("mode", "outer");
    }
    if (from.path("merge").asBoolean()) {
      array.addObject().put("id", "merge").putObject("options");
    }
    if (from.has("number")) {
      ArrayNode conversions =
          array
              .addObject()
              .put("id", "convertFieldType")
              .putObject("options")
              .putArray("conversions");
      conversions
          .addObject()
          .put("targetField", from.get("number").asText())
          .put("destinationType", "number");
    }
    ObjectNode options = array.addObject().put("id", "organize").putObject("options");
    ObjectNode hidden = options.putObject("excludeByName");
    from.get("hide").forEach(name -> hidden.put(name.asText(), true));
    options.set("renameByName", from.has("rename") ? from.get("rename") : NODES.objectNode());
    ObjectNode order = options.putObject("indexByName");
    from.required("order").forEach(name -> order.put(name.asText(), order.size()));
    return array;
  }

  private static ObjectNode options(String type, JsonNode from) {
    ObjectNode options =
        object(
            switch (type) {
              case "stat" ->
                  """
                  {colorMode: value, graphMode: area, justifyMode: auto, textMode: auto,
                   orientation: auto,
                   reduceOptions: {calcs: [lastNotNull], fields: "", values: false}}
                  """;
              case "table" -> "{showHeader: true, cellHeight: sm, footer: {show: false}}";
              case "state-timeline" ->
                  """
                  {mergeValues: true, showValue: never, alignValue: left, rowHeight: 0.9,
                   legend: {displayMode: list, placement: bottom, showLegend: true},
                   tooltip: {mode: single, sort: none}}
                  """;
              case "bargauge" ->
                  """
                  {displayMode: basic, orientation: horizontal, showUnfilled: true,
                   valueMode: color,
                   reduceOptions: {calcs: [lastNotNull], fields: "", values: false}}
                  """;
              case "heatmap" ->
                  """
                  {calculate: false, yAxis: {unit: s, axisPlacement: left},
                   color: {mode: scheme, scheme: Blues, steps: 64, exponent: 0.5, fill: dark-blue},
                   cellGap: 1, legend: {show: true}, tooltip: {mode: single, yHistogram: false},
                   rowsFrame: {layout: auto}, filterValues: {le: 1.0e-9},
                   exemplars: {color: "rgba(255,0,255,0.7)"}, showValue: never}
                  """;
              default ->
                  """
                  {legend: {displayMode: list, placement: bottom, showLegend: true, calcs: []},
                   tooltip: {mode: multi, sort: desc}}
                  """;
            });
    if (from.has("sort")) {
      ObjectNode sort = options.putArray("sortBy").addObject();
      sort.put("displayName", from.get("sort").asText()).put("desc", true);
    }
    if (from.has("options")) {
      options.setAll((ObjectNode) from.get("options"));
    }
    return options;
  }
}
