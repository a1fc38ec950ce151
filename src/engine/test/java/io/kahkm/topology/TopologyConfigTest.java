package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ClosureConfig;
import io.kahkm.config.ClosureStart;
import io.kahkm.config.FleetAlerts;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.Promotion;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.setting.WindowSettings;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Labels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyConfigTest {
  private static final String SMALLEST =
      """
      name: pump
      model: {file: pump.safetensors}
      input: {state: [q, p]}
      """;

  private static TopologyConfig parse(String yaml) throws TopologyConfigException {
    return TopologyConfig.parse(yaml, "test.yaml", Map.of());
  }

  private static List<String> errors(String yaml, Map<String, String> environment) {
    return catchThrowableOfType(
            TopologyConfigException.class,
            () -> TopologyConfig.parse(yaml, "test.yaml", environment))
        .errors();
  }

  private static List<String> errors(String yaml) {
    return errors(yaml, Map.of());
  }

  @Test
  void everyErrorOfTheClaimsAboutSkillIsReportedWithItsPath() {
    assertThat(
            errors(
                SMALLEST
                    + "forecasts: {skill: {level: 1, references: [linear, week], recent: 3,"
                    + " recnet: 9}}"))
        .containsExactlyInAnyOrder(
            "forecasts.skill.level: is \"1\", must be a number above 0 and below 1",
            "forecasts.skill.references[1]: is \"week\", must be one of [persistence, linear, season]",
            "forecasts.skill.recent: is 3, must be at least 50",
            "forecasts.skill.recnet: is not known, did you mean recent?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "duffing", "fleet"})
  void readsTheFilesOfTheProject(String name) throws Exception {
    TopologyConfig config = TopologyConfig.load(Path.of("topologies", name + ".yaml"), Map.of());

    assertThat(config.name()).isEqualTo(name);
    assertThat(config.simulate()).isPresent();
  }

  @Test
  void readsEveryField() throws Exception {
    TopologyConfig config =
        parse(
            """
            name: vanderpol
            application: {id: vanderpol-2}
            model: {fit: {system: vanderpol, classes: 25, omega: 4}}
            input: {topic: in, format: json, state: [q, p], time: t, time-unit: ms, step: 20ms,
                    step-tolerance: 0.2, pairing: states, episode: run, end: done, idle: 5s, hold: 3min,
                    longest: 500, missing: [-9999, 1e30], when: "q > -0.5", settle: 10s}
            closure: {start: identity, beta: 0.2, learn: true, rollback: true}
            forecasts: {topic: f, horizons: [1, 10, 50], every: 5, coordinates: text}
            certificates: {topic: c, sampling: episodes, window: {units: 512, policy: tumbling},
                           alarm: {bound: minimum, kappa: norm}, delta: 0.05,
                           tolerance: {r2: 0.9}, display: {kappa: [1, 1.4142135623730951]}}
            rejects: {topic: r}
            telemetry: {port: 1, bind: 0.0.0.0, streams: 2, components: 3, history: 400d}
            simulate:
              streams: 3
              faults: [{stream: sensor-02, kind: bias, sensor: q, from: 0s, to: 9s, size: 1.5}]
            kafka: {bootstrap.servers: "localhost:9092", num.stream.threads: 2}
            """);

    assertThat(config.input().fields().state()).containsExactly("q", "p");
    assertThat(config.input().steps().step()).contains(Duration.ofMillis(20));
    assertThat(config.input().steps().missing()).containsExactly(-9999.0, 1e30);
    assertThat(config.toMaskedYaml()).containsPattern("missing:\\s*- -9999.0\\s*- 1.0E30");
    assertThat(config.input().timing().when())
        .contains(
            new OperatingRule(
                "q", 0, OperatingRule.Comparison.ABOVE, -0.5, Duration.ofSeconds(10).toNanos()));
    assertThat(config.toMaskedYaml()).containsPattern("when: q > -0.5\\s*settle: 10s");
    assertThat(config.input().fields().episode()).contains("run");
    assertThat(config.input().fields().end()).contains("done");
    assertThat(config.input().steps().idle()).contains(Duration.ofSeconds(5));
    assertThat(config.input().steps().hold()).contains(Duration.ofMinutes(3));
    assertThat(config.input().streams().longest()).hasValue(500);
    assertThat(config.applicationId()).isEqualTo("vanderpol-2");
    assertThat(config.closure())
        .isEqualTo(new ClosureConfig(ClosureStart.IDENTITY, 0.2, true, true));
    assertThat(config.telemetry())
        .isEqualTo(
            new TelemetryConfig(
                1,
                "0.0.0.0",
                2,
                3,
                Duration.ofDays(400),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty()));
    assertThat(config.rejectsTopic()).isEqualTo("r");
    assertThat(config.forecasts().horizons()).containsExactly(1, 10, 50);
    CertificateConfig certificates = config.certificates().orElseThrow();
    assertThat(certificates.sampling()).isEqualTo(Sampling.EPISODES);
    assertThat(certificates.window().policy()).isEqualTo(WindowPolicy.TUMBLING);
    assertThat(certificates.decision().bound()).isEqualTo(Bound.MINIMUM);
    assertThat(certificates.decision().kappa()).isEmpty();
    assertThat(certificates.decision().tolerance().rootMeanSquare(0.4))
        .isEqualTo(Math.sqrt((1 - 0.9) * 0.4));
    assertThat(config.simulate().orElseThrow().settings().faults()).hasSize(1);
    assertThat(config.kafka()).containsEntry("num.stream.threads", "2");
  }

  @Test
  void fillsInDefaults() throws Exception {
    TopologyConfig config = parse(SMALLEST);

    assertThat(config.applicationId()).isEqualTo("pump");
    assertThat(config.input().topic()).isEqualTo("pump.states");
    assertThat(config.input().pairing()).isEqualTo(Pairing.STATES);
    assertThat(config.forecasts().topic()).isEqualTo("pump.forecasts");
    assertThat(config.forecasts().horizons()).containsExactly(1, 10, 50, 200);
    assertThat(config.forecasts().every()).isEqualTo(10);
    assertThat(config.rejectsTopic()).isEqualTo("pump.rejects");
    assertThat(config.certificates()).isEmpty();
    assertThat(config.telemetry())
        .isEqualTo(
            new TelemetryConfig(
                9464,
                "127.0.0.1",
                200,
                8,
                Duration.ofDays(7),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty()));
    assertThat(config.closure()).isEqualTo(new ClosureConfig(ClosureStart.MODEL, 0.1, true, false));
  }

  @Test
  void aHistoryIsAWeekToTenYears() throws Exception {
    assertThat(parse(SMALLEST + "telemetry: {history: 3653d}\n").telemetry().history())
        .isEqualTo(Duration.ofDays(3653));
    assertThat(errors(SMALLEST + "telemetry: {history: 6d}\n"))
        .containsExactly("telemetry.history: is 6d, must be from 7d to 3653d");
    assertThat(errors(SMALLEST + "telemetry: {history: 3654d}\n"))
        .containsExactly("telemetry.history: is 3654d, must be from 7d to 3653d");
    assertThat(errors(SMALLEST + "telemetry: {history: long}\n")).hasSize(1);
  }

  @Test
  void numbersThatStandForNoReadingAreNumbers() {
    assertThat(
            errors(
                "name: a\nmodel: {file: f}\ninput: {state: [q], missing: [-9999, bad]}\n",
                Map.of()))
        .singleElement()
        .asString()
        .startsWith("input.missing[1]: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "when: fast | input.when: \"fast\" is no rule: it must be a sensor, one of",
        "when: \"sped > 1\" | input.when: is about \"sped\", which is not a sensor of the input, did"
            + " you mean speed?",
        "settle: 10s | input.settle: needs input.when",
        "when: \"speed > 1\", settle: -1s | input.settle: ",
      })
  void aRuleThatSaysWhenTheMachineRunsIsAboutASensor(String settings, String error) {
    assertThat(
            errors(
                "name: a\nmodel: {file: f}\ninput: {state: [speed, flow], time: t, "
                    + settings
                    + "}\n",
                Map.of()))
        .singleElement()
        .asString()
        .startsWith(error);
  }

  @Test
  void aFleetMayHaveABudgetOfFalsePages() throws Exception {
    String yaml =
        """
        name: a
        model: {file: f}
        input: {state: [q], time: t, step: 10m}
        alerts: {fleet: {per-day: 0.5, streams: 1000}}
        """;
    TopologyConfig config = parse(yaml);
    FleetAlerts fleet = config.fleetAlerts().orElseThrow();
    assertThat(fleet).isEqualTo(new FleetAlerts(0.5, 1000));
    // 144 rows a day of each of 1,000 streams, half a false page in them.
    assertThat(fleet.length(Duration.ofMinutes(10))).isEqualTo(288_000);
    assertThat(parse(config.toMaskedYaml()).fleetAlerts()).contains(fleet);
    assertThat(errors(yaml.replace(", streams: 1000", ""), Map.of()))
        .containsExactly(
            "alerts.fleet.streams: is missing: how many streams there are at most, on all"
                + " instances");
    assertThat(errors(yaml.replace(", step: 10m", ""), Map.of()))
        .containsExactly(
            "alerts.fleet.per-day: needs input.step, which says how many rows a day has");
    assertThat(errors(yaml.replace("0.5", "0"), Map.of()))
        .singleElement()
        .asString()
        .startsWith("alerts.fleet.per-day: is \"0\"");
  }

  @Test
  void pairsHaveNoMachineThatRuns() {
    assertThat(
            errors(
                "name: a\nmodel: {file: f}\ninput: {state: [q], next: [r], pairing: transitions,"
                    + " when: \"q > 1\"}\n",
                Map.of()))
        .containsExactly("input.when: needs pairing: states, a transition is complete by itself");
  }

  @Test
  void takesTheAddressThatOtherInstancesAsk() throws Exception {
    String yaml = SMALLEST + "\ntelemetry: {advertised: \"engine-1:9464\"}\n";
    TopologyConfig config = parse(yaml);
    assertThat(config.telemetry().advertised()).contains(new PeerAddress("engine-1", 9464));
    assertThat(config.toMaskedYaml()).contains("advertised: engine-1:9464");
    assertThat(
            TopologyConfig.parse(yaml, "test", Map.of("KAHKM_TELEMETRY_ADVERTISED", "[fd00::7]:80"))
                .telemetry()
                .advertised())
        .contains(new PeerAddress("fd00::7", 80));
    assertThat(errors(SMALLEST + "\ntelemetry: {advertised: engine-1}\n", Map.of()))
        .containsExactly(
            "telemetry.advertised: is \"engine-1\", must be host:port, an IPv6 address in brackets");
    assertThat(errors(SMALLEST + "\nkafka: {application.server: \"a:1\"}\n", Map.of()))
        .containsExactly(
            "kafka.application.server: is set by telemetry.advertised of the topology file");
  }

  @Test
  void reportsAllErrorsAtOnceWithTheirPaths() {
    List<String> errors =
        errors(
            """
            name: "not a name"
            aplication: {id: x}
            model: {fit: {system: pendulum, classes: 1, omega: -1, scaling: log}}
            input: {state: q, time-unit: years, step: 20, step-tolerance: 2, longest: 0, format: xml,
                    pairing: pairs, end: "", stride: 0, idle: 5, independent: "yes"}
            closure: {start: zero, beta: 1, learn: perhaps, rollback: maybe}
            forecasts: {horizons: [1, 1, x], every: 0, coordinates: hex}
            certificates: {sampling: iid, window: {units: 1, policy: hopping}, delta: 1,
                           alarm: {bound: best, kappa: -1}, tolerance: {r2: 1}, family: 0,
                           display: {kappa: [-1], delta: 0}, outside: 2, drift: none, margin: 0}
            rejects: {topic: "a/b"}
            telemetry: {port: 70000, streams: many}
            simulate: {streams: 0, rate: 0, faults: [{stream: a, kind: fire, size: x}]}
            kafka: {application.id: other}
            """);

    assertThat(errors)
        .extracting(error -> error.substring(0, error.indexOf(':')))
        .containsExactly(
            "name",
            "model.fit.system",
            "model.fit.classes",
            "model.fit.omega",
            "model.fit.scaling",
            "input.format",
            "input.state",
            "input.time-unit",
            "input.step",
            "input.step-tolerance",
            "input.pairing",
            "input.end",
            "input.idle",
            "input.longest",
            "input.stride",
            "input.independent",
            "input.time-unit",
            "input.step",
            "input.step-tolerance",
            "closure.start",
            "closure.beta",
            "closure.learn",
            "closure.rollback",
            "forecasts.horizons[2]",
            "forecasts.every",
            "forecasts.coordinates",
            "certificates.sampling",
            "certificates.window.units",
            "certificates.window.policy",
            "certificates.alarm.bound",
            "certificates.alarm.kappa",
            "certificates.delta",
            "certificates.family",
            "certificates.tolerance.r2",
            "certificates.display.kappa[0]",
            "certificates.display.delta",
            "certificates.outside",
            "certificates.drift",
            "certificates.margin",
            "rejects.topic",
            "telemetry.port",
            "telemetry.streams",
            "simulate.streams",
            "simulate.rate",
            "simulate.faults[0].kind",
            "simulate.faults[0].to",
            "simulate.faults[0].size",
            "kafka.application.id",
            "aplication");
  }

  @Test
  void refusesAnEnvironmentThatFillsInTooMuch() {
    String login = "kafka: {a: \"${LOGIN}${LOGIN}\", b: \"${LOGIN}\", c: \"${LOGIN}\"}\n";

    assertThat(errors(SMALLEST + login, Map.of("LOGIN", "x".repeat(400_000))))
        .contains("kafka.b: environment variables fill in more than 1000000 characters")
        .noneMatch(error -> error.startsWith("kafka.c: environment"));
  }

  /** Two rows of one kappa would be two series of one name, and end every scrape. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 1.0]      | kappa[1]: is 1.0, which is already in the list",
        "[0, 2, -0.0]  | kappa[2]: is -0.0, which is already in the list",
        "[3, 1, 1e0]   | kappa[2]: is 1.0, which is already in the list"
      })
  void refusesAKappaThatIsDisplayedTwice(String kappas, String message) {
    String file =
        SMALLEST
            + "certificates: {sampling: records, tolerance: 0.3, display: {kappa: "
            + kappas
            + "}}\n";

    assertThat(errors(file)).contains("certificates.display." + message);
  }

  @Test
  void forecastsNeedAHorizon() {
    assertThat(errors(SMALLEST + "forecasts: {horizons: []}\n"))
        .containsExactly("forecasts.horizons: is empty, must name at least one horizon");
  }

  @Test
  void aRollingWindowNeedsAUnitForEveryPane() {
    String window =
        "certificates: {sampling: records, window: {policy: rolling, units: %d}}\nfoo: 1\n";

    assertThat(errors(SMALLEST + window.formatted(WindowSettings.MINIMUM_ROLLING_UNITS - 1)))
        .anySatisfy(
            error ->
                assertThat(error)
                    .startsWith("certificates.window.units: is ")
                    .endsWith("with policy: rolling"));
    assertThat(errors(SMALLEST + window.formatted(WindowSettings.MINIMUM_ROLLING_UNITS)))
        .noneSatisfy(error -> assertThat(error).startsWith("certificates.window"));
  }

  @Test
  void refusesUnknownFieldsAndSuggestsTheNearest() {
    assertThat(errors(SMALLEST + "closure: {betta: 0.1}\nfoo: 1\n"))
        .containsExactlyInAnyOrder(
            "closure.betta: is not known, did you mean beta?",
            "foo: is not known, allowed are: alerts, application, certificates, closure, forecasts, headers,"
                + " incidents, input, kafka, model, name, rejects, relations, simulate, streams, telemetry");
  }

  @Test
  void refusesDuplicateFieldsAndBrokenYamlWithTheirLine() {
    assertThat(errors(SMALLEST + "name: other\n").get(0)).startsWith("line 4: ").contains("name");
    assertThat(errors("name: [")).hasSize(1);
    assertThat(errors("just text")).containsExactly("the file is not a YAML mapping");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "records  | pairing: states                                | records needs input.pairing: transitions",
        "records  | stride: 2                                      | records needs input.pairing: transitions",
        "records  | independent: asserted                          | records needs input.pairing: transitions",
        "records  | 'stride: 2, independent: asserted, idle: 5s'   | needs input.restart-after-idle",
        "episodes | pairing: states                                | episodes needs to know where they begin",
        "episodes | idle: 5s                                       | episodes needs to know where they begin",
        "episodes | 'pairing: transitions, next: [r, s]'           | episodes needs input.pairing: states",
        "episodes | 'end: e, independent: asserted, stride: 2'     | but input.independent asserts records",
      })
  void refusesWrongSamplingDeclarations(String sampling, String input, String message) {
    List<String> errors = errors(certified(sampling, input));

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0)).startsWith("certificates.sampling: ").contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "records  | 'pairing: transitions, next: [r, s]'",
        "records  | 'stride: 2, independent: asserted'",
        "records  | 'stride: 2, independent: asserted, idle: 5s, restart-after-idle: asserted'",
        "records  | 'stride: 2, independent: asserted, idle: 5s, episode: run'",
        "records  | 'stride: 2, independent: asserted, idle: 5s, end: done'",
        "episodes | episode: run",
        "episodes | end: done",
        "episodes | 'idle: 5s, restart-after-idle: asserted'",
      })
  void acceptsHonestSamplingDeclarations(String sampling, String input) throws Exception {
    TopologyConfig config = parse(certified(sampling, input));

    assertThat(config.certificates().orElseThrow().sampling())
        .isEqualTo(Labels.find(Sampling.class, sampling));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "episode: run | episodes | cap: 1                                     | certificates.cap: ",
        "episode: run | episodes | 'cap: 2, window: {policy: rolling}'        | certificates.cap: ",
        "episode: run | episodes | 'horizons: [1], window: {policy: rolling}' | certificates.horizons: ",
        "episode: run | episodes | horizons: []                               | certificates.horizons: is empty",
        "episode: run | episodes | 'horizons: [5, 5]'                         | certificates.horizons[1]: is 5, must be in ascending order",
        "episode: run | episodes | horizons: [20000]                          | certificates.horizons[0]: is 20000, must be at most",
        "episode: run | episodes | starts: 2                                  | certificates.starts: needs horizons",
        "episode: run | episodes | horizon-delta: 0.01                        | certificates.horizon-delta: needs horizons",
        "episode: run | episodes | horizon-bounds: upper                      | certificates.horizon-bounds: needs horizons",
        "episode: run | episodes | 'horizons: [1], horizon-bounds: lower'     | certificates.horizon-bounds: ",
        "episode: run | episodes | reference: frozen                          | certificates.reference: needs alarm.bound: tight",
        "episode: run | episodes | 'window: {policy: anytime}, drift: possible' | certificates.drift: ",
        "episode: run | episodes | 'window: {policy: anytime}, alarm: {bound: minimum}' | certificates.alarm.bound: is minimum",
        "episode: run | episodes | 'window: {renew: 100}'                     | certificates.window.renew: needs policy: anytime",
        "'stride: 10, independent: asserted' | records | 'horizons: [1, 10]'  | certificates.horizons: up to 10 with sampling: records need input.stride of at least 11, it is 10",
        "'stride: 11, independent: asserted' | records | 'horizons: [10], starts: 2' | certificates.starts: does not go with sampling: records",
        "'pairing: transitions, next: [r, s]' | records | horizons: [1]       | certificates.horizons: need input.pairing: states",
        "time: t | fleet | 'horizons: [60], fleet: {streams: 5, every: 10m, pairs: 50, grace: 1m}' | certificates.horizons: up to 60 need fleet.pairs",
        "time: t | fleet | 'window: {policy: anytime}, fleet: {streams: 5, every: 10m, pairs: 50, grace: 1m}' | certificates.window: excludes sampling: fleet",
      })
  void refusesRefinementsThatCannotHold(
      String input, String sampling, String fields, String message) {
    List<String> errors = errors(refined(input, sampling, fields));

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0)).startsWith(message);
  }

  private static String refined(String input, String sampling, String fields) {
    return """
        name: pump
        model: {file: pump.safetensors}
        input: {state: [q, p], %s}
        certificates: {sampling: %s, tolerance: 0.3, %s}
        """
        .formatted(input, sampling, fields);
  }

  @Test
  void readsRefinements() throws Exception {
    CertificateConfig certificates =
        parse(
                refined(
                    "episode: run",
                    "episodes",
                    "cap: 2, reference: frozen, horizons: [1, 10, 50], starts: 5,"
                        + " horizon-delta: 0.01, horizon-bounds: upper, alarm: {bound: tight}"))
            .certificates()
            .orElseThrow();
    CertificateConfig anytime =
        parse(refined("episode: run", "episodes", "window: {policy: anytime, renew: 1000}"))
            .certificates()
            .orElseThrow();

    Refinements refinements = certificates.refinements();
    assertThat(refinements.cap()).hasValue(2);
    assertThat(refinements.reference()).isEqualTo(ReferenceClosure.FROZEN);
    HorizonSettings horizons = refinements.horizons().orElseThrow();
    assertThat(horizons)
        .isEqualTo(new HorizonSettings(List.of(1, 10, 50), 5, 0.01, false, Projection.NONE));
    assertThat(anytime.window().policy()).isEqualTo(WindowPolicy.ANYTIME);
    assertThat(anytime.window().budget()).isEqualTo(Budget.FOREVER);
    assertThat(anytime.decision().bound()).isEqualTo(Bound.TIGHT);
    assertThat(anytime.refinements().renew()).isEqualTo(1000);
  }

  private static String certified(String sampling, String input) {
    return """
        name: pump
        model: {file: pump.safetensors}
        input: {state: [q, p], %s}
        certificates: {sampling: %s, tolerance: 0.3}
        """
        .formatted(input, sampling);
  }

  @Test
  void substitutesTheEnvironmentAndNamesWhatIsNotSet() throws Exception {
    String yaml = SMALLEST + "kafka: {sasl.jaas.config: '${LOGIN}', client.id: 'a-${SITE}-b'}\n";

    TopologyConfig config =
        TopologyConfig.parse(yaml, "test.yaml", Map.of("LOGIN", "x$1", "SITE", "berlin"));

    assertThat(config.kafka())
        .containsEntry("sasl.jaas.config", "x$1")
        .containsEntry("client.id", "a-berlin-b");
    assertThat(errors(yaml))
        .containsExactly(
            "kafka.sasl.jaas.config: environment variable LOGIN is not set",
            "kafka.client.id: environment variable SITE is not set");
  }

  @Test
  void letsTheEnvironmentOverrideThePortAndKafkaSettings() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            SMALLEST + "kafka: {bootstrap.servers: 'a:1'}\n",
            "test.yaml",
            Map.of(
                "KAHKM_TELEMETRY_PORT", "0",
                "KAHKM_KAFKA_BOOTSTRAP_SERVERS", "b:2",
                "KAHKM_KAFKA_SECURITY_PROTOCOL", "SSL"));

    assertThat(config.telemetry().port()).isZero();
    assertThat(config.kafka())
        .containsEntry("bootstrap.servers", "b:2")
        .containsEntry("security.protocol", "SSL");
    assertThat(errors(SMALLEST, Map.of("KAHKM_TELEMETRY_PORT", "x")))
        .containsExactly("KAHKM_TELEMETRY_PORT: is \"x\", must be a whole number from 0 to 65535");
  }

  @Test
  void printsTheResolvedFileWithSecretsMasked() throws Exception {
    TopologyConfig config =
        parse(
            SMALLEST
                + "kafka: {sasl.jaas.config: hush, ssl.key.password: hush, ssl.keystore.key: hush,"
                + " acks: all}\n");

    String text = config.toMaskedYaml();

    assertThat(text).doesNotContain("hush").contains("acks: all").contains("pump.forecasts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "duffing", "fleet"})
  void printsWhatReadsBackToTheSame(String name) throws Exception {
    TopologyConfig config = parse(Files.readString(Path.of("topologies", name + ".yaml")));

    TopologyConfig again = parse(config.toMaskedYaml());

    assertThat(again).isEqualTo(config);
  }

  @Test
  void refusesTwoUsesOfOneTopic() {
    assertThat(errors(SMALLEST + "rejects: {topic: pump.states}\n"))
        .containsExactly("rejects.topic: \"pump.states\" is already input.topic");
  }

  @Test
  void wantsExactlyOneModel() {
    assertThat(errors("name: a\ninput: {state: [q]}\n"))
        .containsExactly("model: is missing: name a file, or for demo a fit");
    assertThat(errors("name: a\nmodel: {}\ninput: {state: [q]}\n"))
        .containsExactly("model: needs one of file, fit and by-mode, has none");
    assertThat(
            errors(
                """
                name: a
                input: {state: [q]}
                model: {file: f, fit: {system: duffing, classes: 3, omega: 2}}
                """))
        .containsExactly("model: needs one of file, fit and by-mode, has 2 of them");
  }

  private static String modes(String model, String input) {
    return "name: a\nmodel: " + model + "\ninput: {state: [q, p], " + input + "}\n";
  }

  @Test
  void everyModeHasAModelAndMayHaveOneOnTrial() throws Exception {
    TopologyConfig config =
        parse(
            modes(
                "{by-mode: {A: a, 2: b}, shadow-by-mode: {2: c}}",
                "time: t, mode: recipe, settle: 3s"));

    assertThat(config.model().byMode().keySet()).containsExactly("A", "2");
    assertThat(config.model().byMode().get("A").file()).hasToString("a");
    assertThat(config.model().byMode().get("A").shadow()).isEmpty();
    assertThat(config.model().byMode().get("2").shadow()).hasToString("Optional[c]");
    assertThat(config.model().hasShadow()).isTrue();
    assertThat(config.input().fields().mode()).contains("recipe");
    assertThat(config.input().steps().modes()).contains(Duration.ofSeconds(3));
    assertThat(config.toMaskedYaml())
        .contains("by-mode:", "A: a", "shadow-by-mode:", "mode: recipe", "settle: 3s");
    TopologyConfig again = parse(config.toMaskedYaml());
    assertThat(again.model()).isEqualTo(config.model());
    assertThat(again.input()).isEqualTo(config.input());
    assertThat(parse(modes("{by-mode: {A: a}}", "mode: r")).input().steps().modes())
        .contains(Duration.ZERO);
  }

  @Test
  void everyErrorOfModesIsToldAtOnce() {
    assertThat(errors(modes("{file: f}", "mode: r")))
        .containsExactly("input.mode: needs model.by-mode, a model for each mode");
    assertThat(errors(modes("{by-mode: {A: a}}", "time: t")))
        .containsExactly(
            "model.by-mode: needs input.mode, the field that says which mode the machine is in");
    assertThat(errors(modes("{by-mode: {A: a}, file: f}", "mode: r")))
        .containsExactly("model: needs one of file, fit and by-mode, has 2 of them");
    assertThat(errors(modes("{by-mode: {A: a}, shadow: f}", "mode: r")))
        .containsExactly(
            "model.shadow: needs file; with by-mode, name the maps on trial in"
                + " model.shadow-by-mode");
    assertThat(errors(modes("{file: f, shadow-by-mode: {A: a}}", "time: t")))
        .containsExactly("model.shadow-by-mode: needs model.by-mode, the models that publish");
    assertThat(errors(modes("{by-mode: {}}", "mode: r")))
        .containsExactly(
            "model.by-mode: names no mode; give at least one, such as {A: a.safetensors}");
    assertThat(errors(modes("{by-mode: {A: a}, promote: evidence}", "mode: r")))
        .contains("model.promote: is evidence, and no map is on trial: name one in model.shadow");
    assertThat(
            errors(
                modes(
                    "{by-mode: {A: a, B: a, '': c, 1: d, 1.0: e, C: }, shadow-by-mode: {a1: x, B: d}}",
                    "mode: q")))
        .containsExactly(
            "model.by-mode.B: is the same file as model.by-mode.A; name another one",
            "model.by-mode.: \"\" is no name of a mode: it must have 1 to 256 characters, and no"
                + " space at its ends",
            "model.by-mode.1.0: is the same number as model.by-mode.1",
            "model.by-mode.C: names no model file",
            "model.shadow-by-mode.B: is the same file as model.by-mode.1; name another one",
            "model.shadow-by-mode.a1: is no mode of model.by-mode, did you mean A?",
            "input.mode: field \"q\" is already used by input.state");
  }

  @Test
  void modesAreOfRowsThatFollowOneAnotherAndOfNoFleet() {
    assertThat(
            errors(
                """
                name: a
                model: {by-mode: {A: a}}
                input: {state: [q], next: [q2], pairing: transitions, mode: r}
                """))
        .containsExactly("input.mode: needs pairing: states, a transition is complete by itself");
    assertThat(
            errors(
                """
                name: a
                model: {by-mode: {A: a}}
                input: {layout: tags, time: t, tag: name, value: v, sensors: {q: Q}, step: 1s, mode: r}
                """))
        .contains(
            "input.mode: is a field of rows, the file has layout: tags; run each mode's model in a"
                + " topology file of its own, with input.when");
    assertThat(
            errors(
                """
                name: a
                model: {by-mode: {A: a}}
                input: {state: [q], time: t, mode: r}
                certificates: {sampling: fleet, tolerance: 0.3, fleet: {streams: 9, every: 5m, pairs: 21, grace: 3s}}
                """))
        .contains(
            "model.by-mode: does not go with certificates.sampling: fleet, whose windows rest on one"
                + " map");
    assertThat(errors(modes("{file: f}", "time: t, settle: 3s")))
        .containsExactly(
            "input.settle: needs input.when, the rule that says when the machine runs, or"
                + " input.mode, the field that says which mode it is in");
  }

  @Test
  void aMapOnTrialNeedsAnotherOneBesideIt() throws Exception {
    TopologyConfig both =
        parse("name: a\nmodel: {file: f, shadow: g}\ninput: {state: [q], time: t}\n");

    assertThat(both.model().shadow()).hasToString("Optional[g]");
    assertThat(both.toMaskedYaml()).contains("shadow: g", "promote: manual");
    TopologyConfig promoting =
        parse(
            """
            name: a
            model: {file: f, shadow: g, promote: evidence}
            input: {state: [q], time: t}
            incidents: {topic: i}
            """);
    assertThat(promoting.model().promotion()).isEqualTo(Promotion.EVIDENCE);
    assertThat(promoting.toMaskedYaml()).contains("promote: evidence");
    assertThat(
            errors("name: a\nmodel: {file: f, promote: evidence}\ninput: {state: [q], time: t}\n"))
        .containsExactly(
            "model.promote: is evidence, and no map is on trial: name one in model.shadow");
    assertThat(
            errors(
                """
                name: a
                model: {file: f, shadow: g, promote: evidence}
                input: {state: [q], time: t}
                """))
        .containsExactly(
            "model.promote: is evidence, which writes a record of each promotion to"
                + " incidents.topic: name one");
    assertThat(errors("name: a\nmodel: {file: f, shadow: f}\ninput: {state: [q], time: t}\n"))
        .containsExactly("model.shadow: is the same file as model.file; name another one");
    assertThat(
            errors(
                """
                name: a
                input: {state: [q], time: t}
                model: {shadow: g, fit: {system: duffing, classes: 3, omega: 2}}
                """))
        .containsExactly("model.shadow: needs file: the demo fits one model");
    assertThat(
            errors(
                """
                name: a
                model: {file: f, shadow: g}
                input: {state: [q], time: t}
                certificates: {sampling: fleet, tolerance: 0.3,
                  fleet: {streams: 2, every: 10m, pairs: 50, grace: 2m}}
                """))
        .singleElement()
        .asString()
        .startsWith("model.shadow: does not go with certificates.sampling: fleet");
  }

  @Test
  void keepsTransitionsApartFromEpisodes() {
    assertThat(
            errors(
                """
                name: a
                model: {file: f}
                input: {state: [q], pairing: transitions, next: [r, s], idle: 5s}
                """))
        .containsExactly(
            "input.next: names 2 fields, pairing: transitions needs 1",
            "input.idle: needs pairing: states, a transition is complete by itself");
    assertThat(errors("name: a\nmodel: {file: f}\ninput: {state: [q], next: [r]}\n"))
        .containsExactly("input.next: needs pairing: transitions");
  }

  @Test
  void refusesKafkaSettingsThatBreakThePromise() {
    assertThat(errors(SMALLEST + "kafka: {processing.guarantee: at_least_once, application.id: a}"))
        .hasSize(2)
        .anyMatch(error -> error.startsWith("kafka.application.id: "))
        .anyMatch(error -> error.startsWith("kafka.processing.guarantee: "));
  }

  @Test
  void refusesTwoUsesOfOneField() {
    assertThat(errors("name: a\nmodel: {file: f}\ninput: {state: [q], time: q}\n"))
        .containsExactly("input.time: field \"q\" is already used by input.state");
  }

  @Test
  void takesDurationsInAnyUnit() throws Exception {
    for (String step : List.of("30ms", "1s", "2m", "1h", "1500us", "7ns", "90s")) {
      TopologyConfig config =
          parse("name: a\nmodel: {file: f}\ninput: {state: [q], time: t, step: " + step + "}\n");

      Optional<Duration> again = parse(config.toMaskedYaml()).input().steps().step();

      assertThat(again).isPresent().isEqualTo(config.input().steps().step());
    }
  }

  /** Hourly readings are not silent after a minute. */
  @ParameterizedTest
  @CsvSource({
    "'', PT1M, PT1H",
    "'time: t, step: 2s, ', PT1M, PT1H",
    "'time: t, step: 1h, ', PT10H, PT600H",
    "'time: t, step: 1h, silent-after: 3h, ', PT3H, PT180H",
    "'silent-after: 5s, ended-after: 10m, ', PT5S, PT10M"
  })
  void silenceIsMeasuredInStepsUnlessItIsDeclared(String input, Duration silent, Duration ended)
      throws TopologyConfigException {
    TopologyConfig config =
        TopologyConfig.parse(
            "name: pump\nmodel: {file: pump.safetensors}\ninput: {" + input + "state: [q, p]}\n",
            "pump",
            Map.of());

    assertThat(config.input().silentAfter()).isEqualTo(silent);
    assertThat(config.input().endedAfter()).isEqualTo(ended);
    String resolved = config.toMaskedYaml();
    assertThat(resolved.contains("silent-after")).isEqualTo(input.contains("silent-after"));
    assertThat(TopologyConfig.parse(resolved, "pump", Map.of()).input().silentAfter())
        .isEqualTo(silent);
  }

  /** An upper end that no user comes near is named only where one does. */
  @Test
  void aNumberBeyondWhatATypeHoldsIsToldTheRange() {
    String file = "name: pump\nmodel: {file: m}\ninput: {state: [q], time: t, most-streams: ";
    assertThat(errors(file + "5000000000}", Map.of()))
        .containsExactly("input.most-streams: is 5000000000, must be from 1 to 2147483647");
    assertThat(errors(file + "0}", Map.of()))
        .containsExactly("input.most-streams: is 0, must be at least 1");
  }

  @Test
  void aStreamEndsLaterThanItIsSilent() {
    assertThat(
            errors(
                "name: pump\nmodel: {file: m}\ninput: {time: t, step: 1h, state: [q], ended-after: 2h}\n",
                Map.of()))
        .contains(
            "input.ended-after: is 2h, must be longer than the 10h after which a stream is silent");
  }

  @Test
  void whatACommandSetsOfKafkaGoesBeforeTheFile() throws Exception {
    TopologyConfig config =
        parse(SMALLEST + "\nkafka: {bootstrap.servers: 'file:1', num.stream.threads: 2}\n");

    assertThat(config.withKafka(Map.of("bootstrap.servers", "command:1")).kafka())
        .containsEntry("bootstrap.servers", "command:1")
        .containsEntry("num.stream.threads", "2");
  }
}
