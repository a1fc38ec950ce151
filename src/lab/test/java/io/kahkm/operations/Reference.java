package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.stream.RejectHeaders;
import io.kahkm.telemetry.MeterNames;
import io.kahkm.telemetry.RuntimeMeterNames;
import io.kahkm.telemetry.meter.Meter;
import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes docs/operate/reference.md from the code: configuration, metrics, topics. */
final class Reference {
  private final StringBuilder text = new StringBuilder();

  private Reference() {}

  static String markdown() throws Exception {
    Reference reference = new Reference();
    reference.line("# Reference");
    reference.line("");
    reference.line(
        "Made from the code by `mvn test -Dtest=ReferenceTest -Dkahkm.regenerate`; a test fails"
            + " when it is stale. Do not edit it by hand.");
    reference.configuration();
    reference.metrics();
    reference.topics();
    return reference.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void row(String... cells) {
    List<String> escaped = new ArrayList<>();
    for (String cell : cells) {
      escaped.add(cell.replace("|", "\\|"));
    }
    line("| " + String.join(" | ", escaped) + " |");
  }

  private void head(String... titles) {
    line("");
    row(titles);
    line("|---".repeat(titles.length) + "|");
  }

  private void configuration() {
    line("");
    line("## Topology file");
    line("");
    line(
        "`kahkm check FILE` prints the resolved file. Unknown fields are errors. `${NAME}` is"
            + " replaced by the environment variable. \"NAME\" below is the field `name`. `kahkm"
            + " schema` prints this table as a JSON Schema for editors; `--set PATH=VALUE` replaces"
            + " a field for one command.");
    head("field", "value", "default", "meaning");
    for (SettingWords setting : SettingWords.all()) {
      row(
          "`" + setting.path() + "`",
          setting.rule(),
          setting.otherwise().isEmpty() ? "" : code(setting.otherwise()),
          setting.meaning());
    }
  }

  private static String code(String value) {
    return value.equals("required") ? "required" : "`" + value + "`";
  }

  private void metrics() {
    line("");
    line("## Metrics");
    line("");
    line(
        "Under `/metrics`. Series with the label `stream` exist for the first `telemetry.streams`"
            + " streams, those in alarm first, and go when the stream moves to another instance."
            + " They have the labels `site` and `area` too, where `streams.key` has groups of these"
            + " names.");
    head("metric", "type", "labels", "meaning");
    for (Meter meter : MeterNames.all()) {
      row(
          "`" + meter.name() + "`",
          meter.type().name().toLowerCase(Locale.ROOT),
          meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")),
          meter.help());
    }
    line("");
    line(
        "Of Kafka Streams, the JVM and the process these meters are exposed, with the suffixes of"
            + " their unit and type and the help text of their makers:");
    line("");
    new TreeSet<>(RuntimeMeterNames.beginnings()).forEach(name -> line("- `" + name + "`"));
  }

  private void topics() {
    line("");
    line("## Topics");
    for (String topic : List.of("input", "forecasts", "certificates", "skill", "incidents")) {
      JsonNode schema = ProjectFiles.json("src/engine/main/resources/schema/" + topic + ".json");
      line("");
      line("### " + topic);
      line("");
      line(schema.path("title").asText() + ". " + schema.path("description").asText());
      line("");
      line("JSON Schema: `src/engine/main/resources/schema/" + topic + ".json`.");
      if (schema.has("properties")) {
        head("field", "type", "meaning");
        properties(schema, schema, "");
      } else {
        line("");
        line("Examples:");
        line("");
        schema.path("examples").forEach(example -> line("    " + example));
      }
    }
    line("");
    line("### rejects");
    line("");
    line("Key and value of what could not be used, as they came, with headers:");
    head("header", "meaning");
    for (Map.Entry<String, String> header : RejectHeaders.inWords().entrySet()) {
      row("`" + header.getKey() + "`", header.getValue());
    }
    line("");
    line(
        "Reasons: "
            + MeterNames.REJECT_REASONS.stream()
                .map(reason -> "`" + reason + "`")
                .collect(Collectors.joining(", "))
            + ".");
  }

  private void properties(JsonNode root, JsonNode object, String prefix) {
    for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
      JsonNode schema = resolved(root, property.getValue());
      String path = prefix + property.getKey();
      String meaning =
          property.getValue().path("description").asText(schema.path("description").asText());
      row("`" + path + "`", type(schema), meaning);
      if (property.getValue().has("required") && !schema.has("properties")) {
        for (JsonNode part : property.getValue().path("required")) {
          row("`" + path + "." + part.asText() + "`", "number", "");
        }
      }
      properties(root, schema, path + ".");
      properties(root, resolved(root, schema.path("items")), path + "[].");
    }
  }

  private static JsonNode resolved(JsonNode root, JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.isEmpty() ? schema : root.at(reference.substring(1));
  }

  private static String type(JsonNode schema) {
    if (schema.has("enum")) {
      List<String> words = new ArrayList<>();
      schema.path("enum").forEach(word -> words.add("`" + word.asText() + "`"));
      return String.join(", ", words);
    }
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      List<String> names = new ArrayList<>();
      type.forEach(name -> names.add(name.asText()));
      return String.join(" or ", names);
    }
    return type.asText(schema.has("oneOf") ? "string or array" : "");
  }
}
