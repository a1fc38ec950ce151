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
import io.kahkm.config.CoordinateFormat;
import io.kahkm.config.FitSource;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.IncidentConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.ModeFiles;
import io.kahkm.config.ModelSource;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.OutputFormat;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.Promotion;
import io.kahkm.config.RelationConfig;
import io.kahkm.config.SimulateConfig;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.incident.IncidentTracker;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.text.StreamNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a topology file: text, environment, sections, rules between sections. One use. */
final class TopologyReader {
  private static final String ADVERTISED_VARIABLE = "KAHKM_TELEMETRY_ADVERTISED";
  private static final String PORT_VARIABLE = "KAHKM_TELEMETRY_PORT";
  private static final String KAFKA_PREFIX = "KAHKM_KAFKA_";

  /** What Kafka allows in topic names and in application ids, which become topic names. */
  private static final String OPERATORS = "operators";

  private static final List<Integer> DEFAULT_HORIZONS = List.of(1, 10, 50, 200);

  private final String source;
  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> errors = new ArrayList<>();

  /** What the model is fitted to, known even where other fields of the fit are wrong. */
  private Optional<String> fittedSystem = Optional.empty();

  /** The password of the HTTP port as it stands in the file: a variable's name, if it is right. */
  private JsonNode writtenPassword = MissingNode.getInstance();

  /** The headers of a push as they stand in the file: names of variables, if they are right. */
  private JsonNode writtenHeaders = MissingNode.getInstance();

  /** The operators as they stand in the file: names of variables, if they are right. */
  private JsonNode writtenOperators = MissingNode.getInstance();

  /** The alerts as they stand in the file, where secrets are names of variables. */
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
    writtenPassword = tree.path("telemetry").path("password");
    writtenHeaders = tree.path("telemetry").path("otlp").path("headers").deepCopy();
    writtenOperators = tree.path("telemetry").path(OPERATORS).deepCopy();
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
    ObjectMapper mapper =
        YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();
    try {
      JsonNode tree = mapper.readTree(yaml);
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
    ModelSource model = model(file);
    StreamNames streams = streams(file.section("streams"));
    Section inputSection = file.section("input");
    InputConfig input = InputReader.read(inputSection, name, headers(file.section("headers")));
    ClosureConfig closure = closure(file.section("closure"));
    ForecastConfig forecasts = forecasts(file.section("forecasts"), name, input);
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
    TelemetryConfig telemetry = telemetry(file.section("telemetry"));
    if (!telemetry.operators().isEmpty() && incidents.topic().isEmpty()) {
      errors.add(
          "telemetry.operators: need incidents.topic, where what they say is written: name one");
    }
    boolean simulated = file.has("simulate");
    Section simulateSection = file.section("simulate");
    SimulateConfig simulate = simulated ? SimulateReader.read(simulateSection, fittedSystem) : null;
    Map<String, String> kafka = kafka(file.section("kafka"));
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

  private @Nullable ModelSource model(Section file) {
    if (!file.has("model")) {
      file.error("model", "is missing: name a file, or for demo a fit");
    }
    Section section = file.section("model");
    Optional<Path> path = section.optionalText("file").map(Path::of);
    Optional<Path> shadow = section.optionalText("shadow").map(Path::of);
    Map<String, ModeFiles> byMode = ModesReader.read(section);
    Promotion promotion = section.choice("promote", Promotion::of, Promotion.MANUAL);
    boolean fitted = section.has("fit");
    Section fitSection = section.section("fit");
    FitSource fit = fitted ? fit(fitSection) : null;
    section.rejectUnknown();
    boolean modes = section.has(ModesReader.MODELS);
    int sources = (path.isPresent() ? 1 : 0) + (fitted ? 1 : 0) + (modes ? 1 : 0);
    if (file.has("model") && section.healthy() && sources != 1) {
      file.error(
          "model",
          "needs one of file, fit and by-mode, has "
              + (sources == 0 ? "none" : sources + " of them"));
    }
    if (shadow.isPresent() && fitted) {
      section.error("shadow", "needs file: the demo fits one model");
    }
    if (shadow.isPresent() && modes) {
      section.error(
          "shadow", "needs file; with by-mode, name the maps on trial in model.shadow-by-mode");
    }
    if (shadow.isPresent() && shadow.equals(path)) {
      section.error("shadow", "is the same file as model.file; name another one");
    }
    if (promotion == Promotion.EVIDENCE && shadow.isEmpty() && !section.has(ModesReader.SHADOWS)) {
      section.error("promote", "is evidence, and no map is on trial: name one in model.shadow");
    }
    return section.healthy() && sources == 1
        ? new ModelSource(path, shadow, promotion, Optional.ofNullable(fit), byMode)
        : null;
  }

  private static StreamNames streams(Section section) {
    StreamNames names = section.choice("key", StreamNames::byKey, StreamNames.NONE);
    section.rejectUnknown();
    return names;
  }

  private @Nullable FitSource fit(Section section) {
    String system = SimulateReader.system(section, Optional.empty());
    fittedSystem = Optional.of(system);
    int classes = (int) required(section, "classes", 2, 10_000);
    if (!section.has("omega")) {
      section.error("omega", "is missing");
    }
    double omega = section.number("omega", 1, value -> value > 0, "above 0");
    long seed = section.integer("seed", 0, Long.MAX_VALUE, 0);
    ScalingKind scaling = section.choice("scaling", ScalingKind::of, ScalingKind.STANDARD);
    FarField farField = section.choice("far-field", FarField::of, FarField.SMOOTH);
    Regularization regularization =
        section.choice("regularization", Regularization::of, Regularization.FIXED_POINT);
    section.rejectUnknown();
    return section.healthy()
        ? new FitSource(system, classes, omega, seed, scaling, farField, regularization)
        : null;
  }

  private static long required(Section section, String key, long low, long high) {
    if (!section.has(key)) {
      section.error(key, "is missing");
    }
    return section.integer(key, low, high, low);
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
    ClosureStart start = section.choice("start", ClosureStart::of, ClosureStart.MODEL);
    double beta = section.number("beta", 0.1, value -> value > 0 && value < 1, "between 0 and 1");
    boolean learn = section.truth("learn", true);
    boolean rollback = section.truth("rollback", false);
    if (rollback && !learn) {
      section.error("rollback", "is true, with learn: false there is nothing to roll back");
    }
    section.rejectUnknown();
    return new ClosureConfig(start, beta, learn, rollback);
  }

  private static ForecastConfig forecasts(Section section, String name, InputConfig input) {
    String topic = section.topicName("topic", section.text("topic", name + ".forecasts"));
    List<Integer> horizons = section.integers("horizons", DEFAULT_HORIZONS);
    for (int i = 1; section.healthy() && i < horizons.size(); i++) {
      if (horizons.get(i) <= horizons.get(i - 1)) {
        section.error(
            "horizons[" + i + "]", "is " + horizons.get(i) + ", must be in ascending order");
      }
    }
    if (section.healthy() && horizons.isEmpty()) {
      section.error("horizons", "is empty, must name at least one horizon");
    }
    int every = (int) section.integer("every", 1, Integer.MAX_VALUE, 10);
    CoordinateFormat coordinates =
        section.choice("coordinates", CoordinateFormat::of, CoordinateFormat.BASE64);
    Projection projection = section.choice("projection", Projection::of, Projection.NONE);
    OptionalDouble interval =
        section.optionalNumber(
            "interval",
            level -> level >= ErrorQuantiles.LOWEST && level <= ErrorQuantiles.HIGHEST,
            "from " + ErrorQuantiles.LOWEST + " to " + ErrorQuantiles.HIGHEST);
    SkillSettings skill = skill(section.section("skill"));
    OutputFormat format = section.choice("format", OutputFormat::of, OutputFormat.JSON);
    List<OtherConfig> others = OtherReader.read(section, horizons, input);
    String knownTopic =
        section.topicName(KnownReader.TOPIC, section.text(KnownReader.TOPIC, name + ".known"));
    KnownConfig known = KnownReader.read(section, knownTopic, input);
    section.rejectUnknown();
    return new ForecastConfig(
        topic, format, horizons, every, coordinates, projection, interval, skill, others, known);
  }

  private static SkillSettings skill(Section section) {
    double level =
        section.number(
            "level",
            SkillSettings.USUAL_LEVEL,
            value -> value > 0 && value < 1,
            "above 0 and below 1");
    List<SkillReference> references = new ArrayList<>();
    List<String> names = section.texts("references");
    for (int i = 0; i < names.size(); i++) {
      Optional<SkillReference> reference = SkillReference.of(names.get(i));
      reference.ifPresent(references::add);
      if (reference.isEmpty()) {
        section.error(
            "references[" + i + "]",
            "is \"" + names.get(i) + "\", must be one of " + SkillReference.labels());
      }
    }
    int recent =
        (int)
            section.integer(
                "recent",
                SkillSettings.SHORTEST_RECENT,
                Integer.MAX_VALUE,
                SkillSettings.USUAL_RECENT);
    section.rejectUnknown();
    return section.healthy()
        ? new SkillSettings(
            level,
            section.has("references") ? references : SkillSettings.USUAL.references(),
            recent)
        : SkillSettings.USUAL;
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
    int quiet = (int) section.integer("quiet", 1, 100_000, IncidentTracker.DEFAULT_QUIET);
    section.rejectUnknown();
    return new IncidentConfig(topic, quiet);
  }

  private TelemetryConfig telemetry(Section section) {
    int port = (int) section.integer("port", 0, 65_535, 9464);
    String variable = environment.get(PORT_VARIABLE);
    if (variable != null) {
      ObjectNode override = new ObjectMapper().createObjectNode().put(PORT_VARIABLE, variable);
      port = (int) new Section(override, "", errors).integer(PORT_VARIABLE, 0, 65_535, 0);
    }
    String bind = section.text("bind", "127.0.0.1");
    int streams = (int) section.integer("streams", 0, 1_000_000, 200);
    int components = (int) section.integer("components", 0, 10_000, 8);
    Duration history = history(section);
    Optional<PeerAddress> advertised = advertised(section);
    Optional<LoginConfig> login =
        LoginReader.read(section, writtenPassword, environment, environment);
    List<LoginConfig> operators =
        OperatorsReader.read(section.section(OPERATORS), writtenOperators, environment, login);
    boolean pushed = section.has("otlp");
    Section otlpSection = section.section("otlp");
    OtlpConfig otlp = pushed ? OtlpReader.read(otlpSection, writtenHeaders, environment) : null;
    section.rejectUnknown();
    return new TelemetryConfig(
        port,
        bind,
        streams,
        components,
        history,
        advertised,
        login,
        operators,
        Optional.ofNullable(otlp));
  }

  private static Duration history(Section section) {
    Optional<Duration> written = section.duration("history");
    written
        .filter(history -> !TelemetryConfig.admits(history))
        .ifPresent(
            history ->
                section.error(
                    "history",
                    "is "
                        + DurationText.of(history)
                        + ", must be from "
                        + TelemetryConfig.LEAST_HISTORY.toDays()
                        + "d to "
                        + TelemetryConfig.MOST_HISTORY.toDays()
                        + "d"));
    return written.filter(TelemetryConfig::admits).orElse(TelemetryConfig.LEAST_HISTORY);
  }

  private Optional<PeerAddress> advertised(Section section) {
    Optional<String> written = section.optionalText("advertised");
    Optional<String> text =
        Optional.ofNullable(environment.get(ADVERTISED_VARIABLE)).or(() -> written);
    Optional<PeerAddress> address = text.flatMap(PeerAddress::parse);
    if (text.isPresent() && address.isEmpty()) {
      section.error(
          "advertised",
          "is \"" + text.get() + "\", must be host:port, an IPv6 address in brackets");
    }
    return address;
  }

  private Map<String, String> kafka(Section section) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : section.names()) {
      settings.put(name, section.text(name));
    }
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(KAFKA_PREFIX)) {
                String name = variable.substring(KAFKA_PREFIX.length());
                settings.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
              }
            });
    if (settings.containsKey("application.server")) {
      section.error("application.server", "is set by telemetry.advertised of the topology file");
    }
    if (settings.containsKey("application.id")) {
      section.error("application.id", "is set by application.id of the topology file");
    }
    String guarantee = settings.getOrDefault("processing.guarantee", "exactly_once_v2");
    if (!guarantee.equals("exactly_once_v2")) {
      section.error(
          "processing.guarantee",
          "is "
              + guarantee
              + ", must be exactly_once_v2: journal, snapshot and input position are only right"
              + " together");
    }
    return settings;
  }
}
