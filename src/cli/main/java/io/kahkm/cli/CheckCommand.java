package io.kahkm.cli;

import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.report.BrokerText;
import io.kahkm.cli.report.CellCosts;
import io.kahkm.cli.report.WrongVerdicts;
import io.kahkm.cli.topic.BrokerReach;
import io.kahkm.cli.topic.TagSample;
import io.kahkm.cli.topic.TopicRecords;
import io.kahkm.config.AlertsConfig;
import io.kahkm.config.FleetAlerts;
import io.kahkm.engine.AlarmWords;
import io.kahkm.engine.Cautions;
import io.kahkm.engine.KnownWords;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.stream.BrokerSurvey;
import io.kahkm.stream.Models;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.WindowClosing;
import io.kahkm.stream.client.EngineException;
import io.kahkm.telemetry.history.HistorySize;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code kahkm check}: validates a topology file and says what it will cost and how often it will
 * be wrong.
 */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Validates a topology file and prints it resolved.",
      "Environment substituted, defaults filled in, secrets masked. Every error is listed at once"
          + " with its field path (exit 2). Then prints",
      "the wrong verdicts to expect per day, the size of a stream's state and what the encoder runs"
          + " on here."
    })
final class CheckCommand implements Callable<Integer> {

  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file, or the name of a packaged example: vanderpol, duffing, fleet.")
  private String topology;

  @Mixin private SetOption set;

  @Option(
      names = "--brokers",
      description =
          "Ask the file's brokers too: version of transactions, topics, partitions, what this login"
              + " may do, how far the application has read, and the clock. Exit 1 where the engine"
              + " would not start.")
  private boolean brokers;

  @Option(
      names = "--sample",
      paramLabel = "RECORDS|TIME",
      description =
          "For topics of tags: read this many of the newest records, or those of the last 10m, as"
              + " the engine would, and print unknown tags with their rates, missing tags, and"
              + " lateness against grace.")
  private String sample;

  @Override
  public Integer call()
      throws IOException, ModelFileException, EngineException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    TopologyConfig config = set.load(topology);
    Optional<MonitorBlueprint> blueprint = blueprint(config);
    out.print(config.toMaskedYaml());
    out.println();
    CellCosts.lines(config).forEach(out::println);
    cautions(config, blueprint).forEach(out::println);
    blueprint.ifPresent(
        resolved -> each(resolved, of -> falseAlarms(config, of)).forEach(out::println));
    config
        .fleetAlerts()
        .ifPresent(
            fleet ->
                out.println(
                    fleetAlerts(
                        fleet,
                        fleet.length(config.input().steps().step().orElseThrow()),
                        (double) config.relations().runLength())));
    if (config.alerts().reachesPeople()) {
      out.println(people(config));
    }
    blueprint.ifPresent(
        resolved -> {
          each(resolved, CheckCommand::missingReadouts).forEach(out::println);
          each(resolved, CheckCommand::warmUp).forEach(out::println);
          each(resolved, of -> wrongVerdicts(config, Optional.of(of))).forEach(out::println);
          each(resolved, of -> Optional.of(stateSize(of))).forEach(out::println);
        });
    if (blueprint.isEmpty()) {
      wrongVerdicts(config, blueprint).ifPresent(out::println);
      out.println("State size: known once the demo has fitted its model.");
    }
    blueprint
        .map(MonitorBlueprint::model)
        .map(Model::map)
        .ifPresent(
            map ->
                out.println(
                    HistorySize.words(config.telemetry(), map.sensors().size(), map.classes())));
    blueprint.flatMap(resolved -> WindowClosing.sentence(config, resolved)).ifPresent(out::println);
    out.println("Encoder: " + Kernels.status() + ".");
    out.flush();
    if (sample != null) {
      sampled(config, sample).forEach(out::println);
      out.flush();
    }
    return brokers ? surveyed(config, blueprint, out) : ExitCode.OK;
  }

  /** What is said of every mode's model, after the mode's name where there are several. */
  private static List<String> each(
      MonitorBlueprint blueprint, Function<MonitorBlueprint, Optional<String>> saying) {
    List<String> lines = new ArrayList<>();
    blueprint
        .byMode()
        .forEach(
            (mode, of) -> {
              String before = mode.equals(Models.ONE_MODE) ? "" : "Mode " + mode + ": ";
              saying.apply(of).ifPresent(said -> lines.add(before + said));
            });
    return lines;
  }

  private static Collection<String> cautions(
      TopologyConfig config, Optional<MonitorBlueprint> blueprint) {
    if (blueprint.isEmpty()) {
      return Cautions.of(config, Optional.empty());
    }
    Map<String, Model> models = new LinkedHashMap<>();
    blueprint.get().byMode().forEach((mode, of) -> models.put(mode, of.model()));
    return Cautions.of(config, models);
  }

  private static Optional<String> falseAlarms(TopologyConfig config, MonitorBlueprint blueprint) {
    return Optional.of(blueprint.model())
        .filter(model -> model.alarms().isPresent())
        .map(
            model ->
                "False alarms: "
                    + AlarmWords.joint(
                        model,
                        (double) config.relations().runLength(),
                        config.input().steps().step())
                    + ".");
  }

  private static Optional<String> wrongVerdicts(
      TopologyConfig config, Optional<MonitorBlueprint> blueprint) {
    return config
        .certificates()
        .map(
            certificates ->
                WrongVerdicts.of(
                    config,
                    certificates,
                    blueprint
                        .map(MonitorBlueprint::model)
                        .flatMap(Model::calibration)
                        .map(Calibration::variation)
                        .orElse(VariationLimits.NONE)));
  }

  /** Whom the engine tells of incidents, without secrets, and where the link leads. */
  private static String people(TopologyConfig config) {
    AlertsConfig alerts = config.alerts();
    List<String> ways = new ArrayList<>();
    alerts
        .mail()
        .ifPresent(
            mail ->
                ways.add(
                    "e-mail to " + String.join(", ", mail.to()) + " through " + mail.server()));
    alerts.slack().ifPresent(post -> ways.add("Slack (" + post.host() + ")"));
    alerts.teams().ifPresent(post -> ways.add("Teams (" + post.host() + ")"));
    alerts.webhook().ifPresent(post -> ways.add("webhook " + post.host()));
    return "Alerts to people: "
        + String.join("; ", ways)
        + "; links lead to "
        + alerts
            .link()
            .map(Object::toString)
            .orElse(
                "the address that the other instances use: set alerts.link if people need another")
        + ".";
  }

  /** What the budget of the fleet asks of one stream. */
  private static String fleetAlerts(FleetAlerts fleet, double length, double runLength) {
    String of =
        String.format(
            Locale.ROOT,
            "False alerts of all streams: set for %.3g a day on average from %,d streams together;",
            fleet.perDay(),
            fleet.streams());
    return length > runLength
        ? String.format(
            Locale.ROOT,
            "%s an alarm of one stream alone is an alert with %.3g times the evidence of an alarm.",
            of,
            length / runLength)
        : of + " the run length of each stream gives fewer, so every alarm is an alert.";
  }

  private static List<String> sampled(TopologyConfig config, String amount)
      throws IOException, EngineException, InterruptedException {
    if (config.input().tags().isEmpty()) {
      throw new UsageException("--sample is for topics of tags, the file has layout: rows");
    }
    String bootstrap = config.kafka().get("bootstrap.servers");
    BrokerReach.require(bootstrap);
    Properties client = new Properties();
    config.kafka().entrySet().stream()
        .filter(setting -> ConsumerConfig.configNames().contains(setting.getKey()))
        .forEach(setting -> client.put(setting.getKey(), setting.getValue()));
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    String topic = config.input().topic();
    try {
      if (amount.chars().allMatch(Character::isDigit)) {
        TopicRecords.newest(bootstrap, topic, Integer.parseInt(amount), client, records::add);
      } else {
        Instant since = Instant.now().minus(Durations.parse(amount));
        TopicRecords.since(bootstrap, topic, since, client, records::add);
      }
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--sample: " + wrong.getMessage());
    }
    return TagSample.lines(config.input(), records);
  }

  private static int surveyed(
      TopologyConfig config, Optional<MonitorBlueprint> blueprint, PrintWriter out)
      throws EngineException, InterruptedException {
    if (blueprint.isEmpty()) {
      throw new UsageException("--brokers needs model.file: the demo brings its own broker");
    }
    BrokerReach.require(config.kafka().get("bootstrap.servers"));
    BrokerSurvey survey = BrokerSurvey.of(config, blueprint.get());
    BrokerText.lines(survey, config.applicationId(), Instant.now()).forEach(out::println);
    out.flush();
    return survey.ready() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Optional<MonitorBlueprint> blueprint(TopologyConfig config)
      throws IOException, ModelFileException {
    if (!config.model().isFitted()) {
      return Optional.empty();
    }
    try {
      return Optional.of(MonitorBlueprint.of(config, TopologySource.models(config)));
    } catch (TopologyConfigException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** What a stream needs before its first state. */
  private static Optional<String> warmUp(MonitorBlueprint blueprint) {
    MapSettings map = blueprint.model().map().settings();
    List<String> sentences = new ArrayList<>();
    if (map.states().delays() > 1) {
      sentences.add(
          "A state is "
              + map.states().delays()
              + " consecutive readings: after every gap, the first "
              + (map.states().delays() == 2 ? "gives" : map.states().delays() - 1 + " give")
              + " no state yet.");
    }
    if (map.states().scalingRows() > 0) {
      sentences.add(
          "Every stream learns its own scaling from its first "
              + map.states().scalingRows()
              + " readings and has no coordinates until then.");
    }
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  private static Optional<String> missingReadouts(MonitorBlueprint blueprint) {
    List<Integer> known = blueprint.model().readoutHorizons();
    List<Integer> missing =
        blueprint.settings().forecasts().horizons().stream()
            .filter(horizon -> !known.contains(horizon))
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Forecasts in sensor units: none for horizons "
                + missing
                + "; fit again with --horizons to get them. The model has "
                + known
                + ".");
  }

  private static String stateSize(MonitorBlueprint blueprint) {
    int snapshot = StreamMonitor.create(blueprint.settings(), blueprint.model()).snapshot().length;
    String size =
        String.format(
            Locale.ROOT,
            "State size: %,d bytes per stream and snapshot, one snapshot every %,d records.",
            snapshot,
            blueprint.journalLength());
    int longest = blueprint.model().past().longest();
    if (longest > 0) {
      size +=
          String.format(
              Locale.ROOT,
              "%nHistory of readings: the latest %,d of every stream for forecasts, %,d bytes of"
                  + " it.",
              longest + 1,
              ReadingHistory.bytes(blueprint.model().map().sensors().size(), longest));
    }
    int known = blueprint.model().past().known().size();
    int ahead = StreamMonitor.create(blueprint.settings(), blueprint.model()).knownSteps();
    if (ahead > 0) {
      size +=
          String.format(
              Locale.ROOT,
              "%nKnown ahead: up to %d times of %s for every stream, %,d bytes of it.",
              KnownAhead.most(ahead),
              KnownWords.inputs(blueprint.model()),
              KnownAhead.bytes(known, ahead));
    }
    String sizes = size;
    return blueprint
        .settings()
        .fleet()
        .map(
            fleet ->
                sizes
                    + String.format(
                        Locale.ROOT,
                        "%nFleet size: %,d streams with up to %,d bytes each per open window.",
                        fleet.streams(),
                        FleetSummary.largestUnit(
                            blueprint.settings().certificates().orElseThrow(),
                            blueprint.model().map().classes())))
        .orElse(sizes);
  }
}
