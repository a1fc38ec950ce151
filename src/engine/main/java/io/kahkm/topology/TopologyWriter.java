package io.kahkm.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kahkm.config.AlertsConfig;
import io.kahkm.config.CertificateConfig;
import io.kahkm.config.FitSource;
import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.InputConfig;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.ModelSource;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.PostConfig;
import io.kahkm.config.Secret;
import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.system.Fault;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes a resolved topology as YAML that reads back to the same one, but for masked secrets. */
final class TopologyWriter {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS)
          .build();

  /** Parts of the names of Kafka settings whose values must not be shown. */
  private static final List<String> SECRET_NAMES =
      List.of(
          "password",
          "passphrase",
          "secret",
          "jaas",
          "token",
          "credential",
          "private",
          "keystore.key",
          "api.key",
          "access.key",
          "user.info",
          "license");

  private TopologyWriter() {}

  static String write(TopologyConfig config) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("name", config.name());
    file.put("application", Map.of("id", config.applicationId()));
    file.put("model", model(config.model()));
    config.streams().key().ifPresent(key -> file.put("streams", Map.of("key", key)));
    file.put("input", input(config.input()));
    HeaderPolicy headers = config.input().headers();
    Map<String, Object> outputs = new LinkedHashMap<>();
    if (!headers.pass().isEmpty()) {
      outputs.put("pass", headers.pass());
    }
    outputs.put("envelope", headers.events() ? "cloudevents" : "none");
    file.put("headers", outputs);
    Map<String, Object> closure = new LinkedHashMap<>();
    closure.put("start", config.closure().start().label());
    closure.put("beta", config.closure().beta());
    closure.put("learn", config.closure().learn());
    closure.put("rollback", config.closure().rollback());
    file.put("closure", closure);
    Map<String, Object> forecasts = new LinkedHashMap<>();
    forecasts.put("topic", config.forecasts().topic());
    forecasts.put("format", config.forecasts().format().label());
    forecasts.put("horizons", config.forecasts().horizons());
    forecasts.put("every", config.forecasts().every());
    forecasts.put("coordinates", config.forecasts().coordinates().label());
    forecasts.put("projection", config.forecasts().projection().label());
    config.forecasts().interval().ifPresent(level -> forecasts.put("interval", level));
    Map<String, Object> skill = new LinkedHashMap<>();
    skill.put("level", config.forecasts().skill().level());
    skill.put(
        "references",
        config.forecasts().skill().references().stream().map(SkillReference::label).toList());
    skill.put("recent", config.forecasts().skill().recent());
    forecasts.put("skill", skill);
    if (!config.forecasts().others().isEmpty()) {
      forecasts.put(
          "others", config.forecasts().others().stream().map(TopologyWriter::other).toList());
    }
    if (!config.forecasts().known().sensors().isEmpty()) {
      forecasts.put("known", config.forecasts().known().sensors());
      config
          .forecasts()
          .known()
          .field()
          .ifPresentOrElse(
              field -> forecasts.put("known-field", field),
              () -> forecasts.put("known-topic", config.forecasts().known().topic()));
    }
    file.put("forecasts", forecasts);
    file.put("relations", Map.of("run-length", config.relations().runLength()));
    Map<String, Object> alerts = alerts(config.alerts());
    if (!alerts.isEmpty()) {
      file.put("alerts", alerts);
    }
    Map<String, Object> incidents = new LinkedHashMap<>();
    config.incidents().topic().ifPresent(topic -> incidents.put("topic", topic));
    incidents.put("quiet", config.incidents().quiet());
    file.put("incidents", incidents);
    config.certificates().ifPresent(c -> file.put("certificates", certificates(c)));
    file.put("rejects", Map.of("topic", config.rejectsTopic()));
    Map<String, Object> telemetry = new LinkedHashMap<>();
    telemetry.put("port", config.telemetry().port());
    telemetry.put("bind", config.telemetry().bind());
    telemetry.put("streams", config.telemetry().streams());
    telemetry.put("components", config.telemetry().components());
    telemetry.put("history", DurationText.of(config.telemetry().history()));
    config
        .telemetry()
        .advertised()
        .ifPresent(address -> telemetry.put("advertised", address.toString()));
    config.telemetry().login().ifPresent(login -> login(login, telemetry));
    if (!config.telemetry().operators().isEmpty()) {
      Map<String, Object> operators = new LinkedHashMap<>();
      config
          .telemetry()
          .operators()
          .forEach(one -> operators.put(one.user(), variable(one.variable().orElseThrow())));
      telemetry.put("operators", operators);
    }
    config.telemetry().otlp().ifPresent(otlp -> telemetry.put("otlp", otlp(otlp)));
    file.put("telemetry", telemetry);
    config.simulate().ifPresent(s -> file.put("simulate", simulate(s)));
    Map<String, String> kafka = new TreeMap<>();
    config.kafka().forEach((name, value) -> kafka.put(name, isSecret(name) ? Secret.MASK : value));
    file.put("kafka", kafka);
    try {
      JsonNode tree = MAPPER.valueToTree(file);
      FilePaths.unresolve(tree, config.folder());
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRET_NAMES.stream().anyMatch(lower::contains);
  }

  private static Map<String, Object> alerts(AlertsConfig alerts) {
    Map<String, Object> values = new LinkedHashMap<>();
    alerts
        .fleet()
        .ifPresent(
            fleet ->
                values.put("fleet", Map.of("per-day", fleet.perDay(), "streams", fleet.streams())));
    alerts.link().ifPresent(link -> values.put("link", link.toString()));
    alerts.mail().ifPresent(mail -> values.put("mail", mail(mail)));
    alerts.slack().ifPresent(slack -> values.put("slack", post(slack)));
    alerts.teams().ifPresent(teams -> values.put("teams", post(teams)));
    alerts.webhook().ifPresent(webhook -> values.put("webhook", post(webhook)));
    return values;
  }

  private static Map<String, Object> mail(MailConfig mail) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("server", mail.server().host());
    values.put("port", mail.server().port());
    values.put("tls", mail.tls().label());
    values.put("from", mail.from());
    values.put("to", mail.to());
    mail.login().ifPresent(login -> login(login, values));
    return values;
  }

  /** The address as it stands in the file: a variable's value may be a secret. */
  private static Map<String, Object> post(PostConfig post) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("url", post.written());
    headers(post.headers(), values);
    return values;
  }

  private static String variable(String name) {
    return "${" + name + "}";
  }

  /** Where the values of headers are, never what they are. */
  private static void headers(Map<String, OtlpConfig.Header> headers, Map<String, Object> values) {
    if (!headers.isEmpty()) {
      Map<String, Object> written = new LinkedHashMap<>();
      headers.forEach((name, header) -> written.put(name, variable(header.variable())));
      values.put("headers", written);
    }
  }

  private static Map<String, Object> otlp(OtlpConfig otlp) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("endpoint", otlp.endpoint().toString());
    values.put("every", DurationText.of(otlp.every()));
    headers(otlp.headers(), values);
    otlp.traces().ifPresent(share -> values.put("traces", share));
    return values;
  }

  /** Where the password is, never what it is. */
  private static void login(LoginConfig login, Map<String, Object> telemetry) {
    telemetry.put("user", login.user());
    login.variable().ifPresent(name -> telemetry.put("password", variable(name)));
    login.file().ifPresent(file -> telemetry.put("password-file", file.toString()));
  }

  private static Map<String, Object> other(OtherConfig other) {
    Map<String, Object> fields = new LinkedHashMap<>();
    other
        .time()
        .ifPresent(
            time -> {
              fields.put("time", time);
              fields.put("time-unit", other.timeFormat().label());
            });
    other.horizon().ifPresent(horizon -> fields.put("horizon", horizon));
    if (!other.state().isEmpty()) {
      fields.put("state", other.state());
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", other.name());
    values.put("topic", other.topic());
    values.put("horizons", other.horizons());
    values.put("fields", fields);
    values.put("use", other.use());
    return values;
  }

  private static Map<String, Object> model(ModelSource model) {
    if (model.file().isPresent()) {
      Map<String, Object> files = new LinkedHashMap<>();
      files.put("file", model.file().get().toString());
      model.shadow().ifPresent(shadow -> files.put("shadow", shadow.toString()));
      if (model.shadow().isPresent()) {
        files.put("promote", model.promotion().label());
      }
      return files;
    }
    if (!model.byMode().isEmpty()) {
      return ModesReader.written(model);
    }
    FitSource fit = model.fit().orElseThrow();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("system", fit.system());
    values.put("classes", fit.classes());
    values.put("omega", fit.omega());
    values.put("seed", fit.seed());
    values.put("scaling", fit.scaling().label());
    values.put("far-field", fit.farField().label());
    values.put("regularization", fit.regularization().label());
    return Map.of("fit", values);
  }

  private static Map<String, Object> input(InputConfig input) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("topic", input.topic());
    if (input.tags().isPresent()) {
      TagsWriter.write(input, input.tags().get(), values);
      return values;
    }
    values.put("format", input.rows().format().label());
    input.rows().schema().ifPresent(schema -> values.put("schema", TagsWriter.schema(schema)));
    values.put("state", input.fields().state());
    values.put("pairing", input.pairing().label());
    input
        .fields()
        .time()
        .ifPresent(
            time -> {
              values.put("time", time);
              values.put("time-unit", input.fields().timeFormat().label());
            });
    StepWriter.left(input.steps(), values);
    if (input.pairing() == Pairing.TRANSITIONS) {
      values.put("next", input.fields().next());
    } else {
      input
          .steps()
          .step()
          .ifPresent(
              step -> {
                values.put("step", DurationText.of(step));
                values.put("step-tolerance", input.steps().tolerance());
              });
      input.fields().episode().ifPresent(episode -> values.put("episode", episode));
      input.fields().end().ifPresent(end -> values.put("end", end));
      input.fields().mode().ifPresent(mode -> values.put("mode", mode));
      input.steps().idle().ifPresent(idle -> values.put("idle", DurationText.of(idle)));
      input.steps().hold().ifPresent(hold -> values.put("hold", DurationText.of(hold)));
      input.streams().longest().ifPresent(longest -> values.put("longest", longest));
      if (input.streams().restartAfterIdle()) {
        values.put("restart-after-idle", "asserted");
      }
      values.put("stride", input.streams().stride());
    }
    StepWriter.streams(input, values);
    return values;
  }

  private static Map<String, Object> certificates(CertificateConfig certificates) {
    WindowSettings cut = certificates.window();
    Map<String, Object> window = new LinkedHashMap<>();
    window.put("units", cut.units());
    window.put("policy", cut.policy().label());
    boolean anytime = cut.policy() == WindowPolicy.ANYTIME;
    if (cut.policy() == WindowPolicy.TUMBLING || anytime) {
      window.put("budget", cut.budget().label());
    }
    if (certificates.refinements().renew() > 0) {
      window.put("renew", certificates.refinements().renew());
    }
    if (cut.policy() == WindowPolicy.CUMULATIVE) {
      window.put("schedule", cut.schedule().label());
    }
    Map<String, Object> alarm = new LinkedHashMap<>();
    alarm.put("bound", certificates.decision().bound().label());
    alarm.put(
        "kappa",
        certificates.decision().kappa().isPresent()
            ? certificates.decision().kappa().getAsDouble()
            : (Object) "norm");
    Map<String, Object> display = new LinkedHashMap<>();
    display.put("kappa", certificates.display().kappas());
    display.put("delta", certificates.display().delta());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("topic", certificates.topic());
    values.put("format", certificates.format().label());
    values.put("sampling", certificates.sampling().label());
    certificates
        .fleet()
        .ifPresentOrElse(
            fleet -> values.put("fleet", fleet(fleet)), () -> values.put("window", window));
    values.put("alarm", alarm);
    values.put("delta", certificates.decision().delta());
    values.put("family", certificates.decision().family());
    CertificateConfig.Tolerance tolerance = certificates.decision().tolerance();
    values.put(
        "tolerance", tolerance.r2() ? Map.of("r2", tolerance.value()) : (Object) tolerance.value());
    values.put("display", display);
    values.put("outside", certificates.outsideShare());
    if (certificates.driftPossible()) {
      values.put("drift", "possible");
    }
    certificates.display().marginThresholds().forEach(margin -> values.put("margin", margin));
    refinements(certificates, values);
    return values;
  }

  private static void refinements(CertificateConfig certificates, Map<String, Object> values) {
    Refinements refinements = certificates.refinements();
    refinements.cap().ifPresent(cap -> values.put("cap", cap));
    boolean lowerAhead = refinements.horizons().map(HorizonSettings::lower).orElse(false);
    if (certificates.decision().bound() == Bound.TIGHT || lowerAhead) {
      values.put("reference", refinements.reference().label());
    }
    refinements
        .horizons()
        .ifPresent(
            horizons -> {
              values.put("horizons", horizons.horizons());
              if (certificates.sampling() != Sampling.RECORDS) {
                values.put("starts", horizons.starts());
              }
              values.put("horizon-delta", horizons.delta());
              values.put("horizon-bounds", horizons.lower() ? "both" : "upper");
            });
  }

  private static Map<String, Object> fleet(FleetSettings fleet) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("streams", fleet.streams());
    values.put("every", DurationText.of(Duration.ofNanos(fleet.every())));
    values.put("pairs", fleet.pairs());
    values.put("grace", DurationText.of(Duration.ofNanos(fleet.grace())));
    if (!fleet.retired().isEmpty()) {
      values.put("retired", List.copyOf(fleet.retired()));
    }
    return values;
  }

  private static Map<String, Object> simulate(SimulateConfig simulate) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("system", simulate.system());
    values.put("streams", simulate.settings().streams());
    values.put("rate", simulate.settings().rate());
    values.put("episode-length", simulate.settings().episodeLength());
    values.put("start-spread", simulate.settings().startSpread());
    values.put("seed", simulate.settings().seed());
    values.put("faults", simulate.settings().faults().stream().map(TopologyWriter::fault).toList());
    return values;
  }

  private static Map<String, Object> fault(Fault fault) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("stream", fault.stream());
    values.put("kind", fault.kind().label());
    fault.sensor().ifPresent(sensor -> values.put("sensor", sensor));
    fault.part().ifPresent(part -> values.put("part", part));
    values.put("from", DurationText.of(fault.from()));
    values.put("to", DurationText.of(fault.to()));
    values.put("size", fault.size());
    return values;
  }
}
