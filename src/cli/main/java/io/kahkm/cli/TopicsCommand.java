package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.draft.TopologyDraft;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.report.BrokerText;
import io.kahkm.cli.topic.BrokerReach;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.stream.BrokerSurvey;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.TopicSetup;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm topics}: the topics that a topology file needs, and their creation. */
@Command(
    name = "topics",
    sortOptions = false,
    header = {"List the topics that a topology file needs, and create those that are missing.", ""},
    description = {
      "Asks the brokers for every topic of the file: whether it exists, with how many partitions,",
      "and whether it takes the largest message that the engine sends there. Changes nothing without",
      "--create, and never a topic that exists.",
      "",
      "Exit codes: 0 all topics exist and fit, 1 otherwise."
    },
    footer = {
      "",
      "Examples:",
      "  kahkm topics plant.yaml",
      "  kahkm topics plant.yaml --create --partitions 4 --replication 3"
    })
final class TopicsCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TOPOLOGY", description = "Topology file.")
  private String topology;

  @Mixin private SetOption set;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers; overrides the file's kafka.bootstrap.servers.")
  private String bootstrap;

  @Option(names = "--create", description = "Create what is missing.")
  private boolean create;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "With --create: partitions of a new topic. Default: those of the input topic where it "
              + "exists, else what the brokers give.")
  private Integer partitions;

  @Option(
      names = "--replication",
      paramLabel = "N",
      description = "With --create: copies of every partition. Default: what the brokers give.")
  private Short replication;

  @Override
  public Integer call()
      throws IOException,
          ModelFileException,
          EngineException,
          TopologyConfigException,
          InterruptedException {
    requireCreate("--partitions", partitions);
    requireCreate("--replication", replication);
    TopologyConfig config = set.load(topology);
    if (bootstrap != null) {
      config = config.withKafka(Map.of("bootstrap.servers", bootstrap));
    }
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, TopologySource.models(config));
    BrokerReach.require(config.kafka().get("bootstrap.servers"));
    BrokerSurvey survey = BrokerSurvey.of(config, blueprint);
    PrintWriter out = spec.commandLine().getOut();
    if (create && survey.topics().stream().anyMatch(topic -> !topic.exists())) {
      List<String> made =
          TopicSetup.of(config, blueprint)
              .createMissing(partitionsOfNew(survey), Optional.ofNullable(replication));
      made.forEach(topic -> out.println("created " + topic));
      survey = BrokerSurvey.of(config, blueprint);
    }
    BrokerText.topics(survey).forEach(out::println);
    if (!create && survey.topics().stream().anyMatch(topic -> !topic.exists())) {
      out.println("Create what is missing: " + command() + " --create");
    }
    out.flush();
    return survey.ready() ? ExitCode.OK : ExitCode.FAILED;
  }

  private String command() {
    return TopologyDraft.shell(
        bootstrap == null
            ? List.of("./kahkm", "topics", topology)
            : List.of("./kahkm", "topics", topology, "--bootstrap", bootstrap));
  }

  private Optional<Integer> partitionsOfNew(BrokerSurvey survey) {
    int input = survey.topics().get(0).partitions();
    return Optional.ofNullable(partitions).or(() -> Optional.of(input).filter(count -> count > 0));
  }

  private void requireCreate(String option, Number value) {
    if (value != null && !create) {
      throw new UsageException(option + " needs --create");
    }
    if (value != null && value.intValue() < 1) {
      throw new UsageException(option + " is " + value + ", at least 1 is needed");
    }
  }
}
