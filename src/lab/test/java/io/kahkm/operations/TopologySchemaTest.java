package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import io.kahkm.topology.TopologySchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schema of topology files and their reader say the same. */
class TopologySchemaTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonSchema SCHEMA = published();
  private static final Pattern TOPOLOGY = Pattern.compile("(?m)^model:");

  /** What is put in the place of every setting and section. */
  static final List<String> VALUES =
      List.of(
          "\"?\"",
          "\"\"",
          "\"  \"",
          "\"x y\"",
          "\"1\"",
          "\"1.5\"",
          "\"5s\"",
          "\"0s\"",
          "\"-5s\"",
          "-1",
          "0",
          "1",
          "2",
          "0.5",
          "1.5",
          "1e12",
          "true",
          "\"true\"",
          "[]",
          "[1, 2]",
          "[\"a\", {}]",
          "[-1]",
          "{}",
          "{\"a\": \"b\"}",
          "{\"a\": [\"b\"]}",
          "{\"a\": {}}",
          "\"http://a@b\"",
          "\"http://host\"");

  @Test
  void acceptsEveryTopologyFileOfTheRepository() throws Exception {
    List<Path> files = topologies();

    assertThat(files).hasSizeGreaterThan(20);
    for (Path file : files) {
      assertThat(refusals(SCHEMA, ProjectFiles.parse(Files.readString(file)).get(0)))
          .as(file.toString())
          .isEmpty();
    }
  }

  @Test
  void refusesWhatNoTopologyFileMaySay() {
    ObjectNode file = ConfigurationFields.bases().get(0);
    assertThat(refusals(SCHEMA, file)).isEmpty();

    assertThat(refusals(SCHEMA, file.deepCopy().put("nmae", "x"))).isNotEmpty();
    assertThat(refusals(SCHEMA, with(file, "incidents.quiet", "0"))).isNotEmpty();
    assertThat(refusals(SCHEMA, with(file, "input.step", "\"5 parsecs\""))).isNotEmpty();
    assertThat(refusals(SCHEMA, with(file, "certificates.sampling", "\"bones\""))).isNotEmpty();
    assertThat(refusals(SCHEMA, with(file, "telemetry.port", "70000"))).isNotEmpty();
    assertThat(refusals(SCHEMA, with(file, "telemetry.port", "\"${PORT}\""))).isEmpty();
    assertThat(refusals(SCHEMA, with(file, "kafka", "{\"a.b\": 1}"))).isEmpty();
  }

  @Test
  void refusesNothingThatTheReaderAccepts() {
    assertThat(acceptedAllTheSame(SCHEMA, "")).isEmpty();
  }

  /** The check above finds a range that is narrower than the reader's. */
  @Test
  void aNarrowerSchemaIsFound() throws Exception {
    ObjectNode narrower = (ObjectNode) MAPPER.readTree(TopologySchema.text());
    ((ObjectNode) narrower.at("/properties/incidents/properties/quiet")).put("minimum", 2);

    assertThat(acceptedAllTheSame(compiled(narrower), "incidents."))
        .containsOnly("incidents.quiet = 1");
  }

  @Test
  void everySettingOfTheSchemaIsReadAndEverySettingThatIsReadIsInTheSchema() throws Exception {
    assertThat(ConfigurationFields.all().stream().map(ConfigurationFields.Field::path))
        .containsExactlyInAnyOrderElementsOf(
            TopologySchema.settings().stream().map(TopologySchema.Setting::path).toList());
  }

  /** Defaults, numbers' ranges and words to choose from are those of the reader. */
  @Test
  void saysOfEverySettingWhatTheReaderSays() throws Exception {
    Map<String, SettingWords> words = new HashMap<>();
    SettingWords.all().forEach(one -> words.put(one.path(), one));
    int compared = 0;
    for (ConfigurationFields.Field field : ConfigurationFields.all()) {
      SettingWords said = words.get(field.path());
      if (!said.otherwise().equals("required")) {
        assertThat(said.otherwise()).as(field.path()).isEqualTo(field.otherwise());
      }
      String rule = ConfigurationFields.plain(field.rule());
      if (rule.startsWith("whole number ")
          || rule.startsWith("one of ")
          || rule.startsWith("number ")) {
        assertThat(said.rule()).as(field.path()).startsWith(rule);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(60);
  }

  /**
   * Every value in the place of every setting, in the first file that has the setting's section.
   */
  private static List<String> acceptedAllTheSame(JsonSchema schema, String beginning) {
    List<String> wrong = new ArrayList<>();
    int refused = 0;
    for (TopologySchema.Setting setting : TopologySchema.settings()) {
      if (!setting.path().startsWith(beginning)) {
        continue;
      }
      ObjectNode base = base(setting.path());
      for (String value : VALUES) {
        JsonNode file = with(base, setting.path(), value);
        if (!refusals(schema, file).isEmpty()) {
          refused++;
          if (read(file)) {
            wrong.add(setting.path() + " = " + value);
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(beginning.isEmpty() ? 1000 : 10);
    return wrong;
  }

  /** The first file that has the setting's section. */
  static ObjectNode base(String path) {
    int last = path.lastIndexOf('.');
    String section =
        last < 0 ? "" : "/" + path.substring(0, last).replace('.', '/').replace("[]", "/0");
    List<ObjectNode> bases = ConfigurationFields.bases();
    return bases.stream()
        .filter(base -> base.at(section).isObject())
        .findFirst()
        .orElse(bases.get(0));
  }

  /** What the schema accepts and the reader too: without it, refusals would say nothing. */
  @Test
  void acceptsTheFilesThatAreProbed() {
    for (ObjectNode base : ConfigurationFields.bases()) {
      assertThat(refusals(SCHEMA, base)).isEmpty();
      assertThat(read(base)).isTrue();
    }
  }

  private static JsonNode with(ObjectNode base, String path, String value) {
    try {
      ObjectNode file = base.deepCopy();
      ConfigurationFields.put(file, List.of(path.split("\\.")), MAPPER.readTree(value));
      return file;
    } catch (IOException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static boolean read(JsonNode file) {
    try {
      TopologyConfig.parse(file.toString(), "probe", Map.of());
      return true;
    } catch (TopologyConfigException wrong) {
      return false;
    }
  }

  private static JsonSchema published() {
    try {
      return compiled(MAPPER.readTree(TopologySchema.text()));
    } catch (IOException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static JsonSchema compiled(JsonNode schema) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
  }

  private static List<String> refusals(JsonSchema schema, JsonNode file) {
    return schema.validate(file).stream().map(Object::toString).toList();
  }

  private static List<Path> topologies() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of("topologies", "deploy", "src")) {
      try (Stream<Path> all = Files.walk(Path.of(folder))) {
        all.filter(file -> file.toString().endsWith(".yaml"))
            .filter(file -> !file.toString().contains("/target/"))
            .filter(file -> !file.toString().contains("/helm/"))
            .forEach(files::add);
      }
    }
    files.removeIf(file -> !TOPOLOGY.matcher(ProjectFiles.text(file.toString())).find());
    return files;
  }
}
