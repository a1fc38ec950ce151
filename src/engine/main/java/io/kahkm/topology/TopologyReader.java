package io.kahkm.topology;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kahkm.config.AlertsConfig;
import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ClosureConfig;
import io.kahkm.config.ClosureStart;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.IncidentConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.ModelSource;
import io.kahkm.config.Promotion;
import io.kahkm.config.RelationConfig;
import io.kahkm.config.SimulateConfig;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.text.StreamNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a topology file: text, environment, sections, rules between sections. One use. */
final class TopologyReader {
  private static final ObjectMapper MAPPER =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private final String source;
  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> errors = new ArrayList<>();

  /** The section {@code telemetry} as it stands in the file, where secrets are variables' names. */
  private JsonNode writtenTelemetry = MissingNode.getInstance();

  /** The alerts likewise. */
  private JsonNode writtenAlerts = MissingNode.getInstance();

  /**
   * Prepares for a file.
   *
   * @param source name of the file, for messages
   * @param folder of the file, which its relative paths start from
   * @param environment environment variables by name
   */
  TopologyReader(String source, Path folder, Map<String, String> environment) {
    this.source = source;
    this.folder = folder;
    this.environment = environment;
  }

  TopologyConfig read(String yaml, List<String> settings) throws TopologyConfigException {
    ObjectNode tree = tree(yaml);
    FilePaths paths = new FilePaths(tree, folder);
    if (!settings.isEmpty()) {
      settings.forEach(new Overrides(tree, errors)::put);
      paths.keepUnchanged();
    }
    writtenTelemetry = tree.path("telemetry").deepCopy();
    writtenAlerts = tree.path("alerts").deepCopy();
    new Substitution(environment, errors).fill(tree, "");
    paths.resolve(errors);
    TopologyConfig config = topology(new Section(tree, "", errors));
    if (config == null || !errors.isEmpty()) {
      throw new TopologyConfigException(source, errors);
    }
    return config;
  }

  private ObjectNode tree(String yaml) throws TopologyConfigException {
    try {
      JsonNode tree = MAPPER.readTree(yaml);
      if (!(tree instanceof ObjectNode file)) {
        throw new TopologyConfigException(source, List.of("the file is not a YAML mapping"));
      }
      return file;
    } catch (JsonProcessingException failure) {
      JsonLocation place = failure.getLocation();
      String where = place == null ? "" : "line " + place.getLineNr() + ": ";
      String message = failure.getOriginalMessage().lines().findFirst().orElse("not YAML");
      throw new TopologyConfigException(source, List.of(where + message));
    }
  }

  private @Nullable TopologyConfig topology(Section file) {
    String name = file.topicName("name", file.text("name"));
    Section application = file.section("application");
    String id = application.topicName("id", application.text("id", name));
    application.rejectUnknown();
    ModelReader models = new ModelReader(file);
    ModelSource model = models.read();
    StreamNames streams = streams(file.section("streams"));
    Section inputSection = file.section("input");
    InputConfig input = InputReader.read(inputSection, name, headers(file.section("headers")));
    ClosureConfig closure = closure(file.section("closure"));
    ForecastConfig forecasts = ForecastReader.read(file.section("forecasts"), name, input);
    RelationConfig relations = relations(file.section("relations"));
    Section alertSection = file.section("alerts");
    AlertsConfig alerts = AlertsReader.read(alertSection, writtenAlerts, environment, input);
    IncidentConfig incidents = incidents(file.section("incidents"));
    if (incidents.topic().isEmpty()) {
      AlertsReader.channels(alertSection)
          .forEach(
              channel ->
                  alertSection.error(
                      channel, "needs incidents.topic, from which incidents are sent: name one"));
    }
    boolean certified = file.has("certificates");
    Section certificateSection = file.section("certificates");
    CertificateConfig certificates =
        certified
            ? CertificateReader.read(
                certificateSection, name, input, !inputSection.wrong("pairing"))
            : null;
    if (certificates != null
        && certificates.fleet().isPresent()
        && closure.start() == ClosureStart.IDENTITY) {
      errors.add(
          "closure.start: must be model with certificates.sampling: fleet, which certifies the"
              + " model file's closure");
    }
    if (certificates != null
        && certificates.fleet().isPresent()
        && model != null
        && model.shadow().isPresent()) {
      errors.add(
          "model.shadow: does not go with certificates.sampling: fleet, whose windows rest on one"
              + " map; run the new map under a new application.id");
    }
    modes(model, inputSection, input, certificates);
    if (model != null && model.promotion() == Promotion.EVIDENCE && incidents.topic().isEmpty()) {
      errors.add(
          "model.promote: is evidence, which writes a record of each promotion to incidents.topic:"
              + " name one");
    }
    Section rejects = file.section("rejects");
    String rejectsTopic = rejects.topicName("topic", rejects.text("topic", name + ".rejects"));
    rejects.rejectUnknown();
    TelemetryConfig telemetry =
        TelemetryReader.read(file.section("telemetry"), writtenTelemetry, environment, errors);
    if (!telemetry.operators().isEmpty() && incidents.topic().isEmpty()) {
      errors.add(
          "telemetry.operators: need incidents.topic, where what they say is written: name one");
    }
    boolean simulated = file.has("simulate");
    Section simulateSection = file.section("simulate");
    SimulateConfig simulate =
        simulated ? SimulateReader.read(simulateSection, models.fittedSystem()) : null;
    Map<String, String> kafka = KafkaReader.read(file.section("kafka"), environment);
    file.rejectUnknown();
    if (model == null || !errors.isEmpty()) {
      return null;
    }
    TopologyConfig config =
        new TopologyConfig(
            name,
            id,
            model,
            streams,
            input,
            closure,
            forecasts,
            relations,
            alerts,
            incidents,
            Optional.ofNullable(certificates),
            rejectsTopic,
            telemetry,
            Optional.ofNullable(simulate),
            kafka,
            folder);
    distinctTopics(config);
    return config;
  }

  /** A machine has several modes where its records say which, and each has a model. */
  private void modes(
      @Nullable ModelSource model,
      Section inputSection,
      InputConfig input,
      @Nullable CertificateConfig certificates) {
    if (model == null || inputSection.wrong("mode")) {
      return;
    }
    boolean named = !model.byMode().isEmpty();
    if (named && input.fields().mode().isEmpty()) {
      errors.add(
          "model.by-mode: needs input.mode, the field that says which mode the machine is in");
    }
    if (!named && input.fields().mode().isPresent()) {
      errors.add("input.mode: needs model.by-mode, a model for each mode");
    }
    if (named && certificates != null && certificates.fleet().isPresent()) {
      errors.add(
          "model.by-mode: does not go with certificates.sampling: fleet, whose windows rest on one"
              + " map");
    }
  }

  private void distinctTopics(TopologyConfig config) {
    Map<String, String> users = new LinkedHashMap<>();
    Map<String, String> topics = new LinkedHashMap<>();
    topics.put("input.topic", config.input().topic());
    topics.put("forecasts.topic", config.forecasts().topic());
    config.certificates().ifPresent(c -> topics.put("certificates.topic", c.topic()));
    for (int i = 0; i < config.forecasts().others().size(); i++) {
      topics.put("forecasts.others[" + i + "].topic", config.forecasts().others().get(i).topic());
    }
    config.forecasts().known().topics().forEach(t -> topics.put("forecasts.known-topic", t));
    config.incidents().topic().ifPresent(topic -> topics.put("incidents.topic", topic));
    topics.put("rejects.topic", config.rejectsTopic());
    topics.forEach(
        (path, topic) -> {
          String other = users.putIfAbsent(topic, path);
          if (other != null) {
            errors.add(path + ": \"" + topic + "\" is already " + other);
          }
        });
  }

  private static StreamNames streams(Section section) {
    StreamNames names = section.choice("key", StreamNames::byKey, StreamNames.NONE);
    section.rejectUnknown();
    return names;
  }

  private static HeaderPolicy headers(Section section) {
    List<String> pass = section.texts("pass");
    boolean events = section.choice("envelope", TopologyReader::isEvents, false);
    section.rejectUnknown();
    try {
      return new HeaderPolicy(pass, events);
    } catch (IllegalArgumentException wrong) {
      section.error("pass", wrong);
      return HeaderPolicy.NONE;
    }
  }

  private static Boolean isEvents(String envelope) {
    if (!envelope.equals("none") && !envelope.equals("cloudevents")) {
      throw new IllegalArgumentException("\"" + envelope + "\" is none of: none, cloudevents");
    }
    return envelope.equals("cloudevents");
  }

  private static ClosureConfig closure(Section section) {
    ClosureStart start = section.choice("start", ClosureStart.MODEL);
    double beta = section.number("beta", 0.1, value -> value > 0 && value < 1, "between 0 and 1");
    boolean learn = section.truth("learn", true);
    boolean rollback = section.truth("rollback", false);
    if (rollback && !learn) {
      section.error("rollback", "is true, with learn: false there is nothing to roll back");
    }
    section.rejectUnknown();
    return new ClosureConfig(start, beta, learn, rollback);
  }

  private static RelationConfig relations(Section section) {
    long runLength =
        section.integer(
            "run-length", RelationConfig.SHORTEST, RelationConfig.LONGEST, RelationConfig.DEFAULT);
    section.rejectUnknown();
    return new RelationConfig(runLength);
  }

  private static IncidentConfig incidents(Section section) {
    Optional<String> topic = section.optionalText("topic");
    topic.ifPresent(name -> section.topicName("topic", name));
    int quiet = (int) section.integer("quiet", 1, 100_000, AlarmSettings.DEFAULT_QUIET);
    section.rejectUnknown();
    return new IncidentConfig(topic, quiet);
  }
}
