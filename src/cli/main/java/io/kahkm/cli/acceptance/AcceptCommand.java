package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.incident.IncidentBook;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm accept}: a new normal, declared by a person, checked and made a model. */
@Command(
    name = "accept",
    sortOptions = false,
    header = {"Accept readings as normal, and make a new model of old and new ones.", ""},
    description = {
      "Takes the readings of a stream between two times from the input topic, or from"
          + " --input, joins them with the training recording of the model, fits map, closure,"
          + " relations and thresholds again as the model file says, and writes a new model that"
          + " records its parent.",
      "",
      "Prints how many accepted readings were outside and are inside now, how many held-out"
          + " readings of the old training recording are outside before and after, and which"
          + " labelled faults of the recording would no longer be found, or only later.",
      "",
      "Refuses (exit 1) where a fault was labelled among the accepted readings, where their"
          + " two halves differ, where more held-out readings are outside than before, and where"
          + " --reference is not what the model was fitted on. --force writes the model anyway and"
          + " keeps the reason in it. Where a part of the readings would be accepted, prints the"
          + " command that accepts the longest.",
      "",
      "After a sensor was exchanged or recalibrated, --sensor makes the recording what the new"
          + " sensor would have read, as the others show, so that the old readings are not normal"
          + " beside the new ones."
    },
    footer = {
      "",
      "Example:",
      "  kahkm accept plant.yaml --stream pump-b --from 2026-10-18T06:00:00Z --to"
          + " 2026-10-19T06:00:00Z",
      "      --reference normal.csv --why \"new impeller\" --output plant-2.safetensors",
      "  kahkm accept plant.yaml --incident pump-b@2026-10-18T05:12:30Z",
      "      --reference normal.csv --why \"new impeller\" --output plant-2.safetensors",
      "  kahkm accept plant.yaml --requests --reference normal.csv --output plant-2.safetensors"
    })
public final class AcceptCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Mixin private AcceptReadings readings;

  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      description =
          "The stream whose readings are accepted; omit it if the file contains a single stream.")
  private String stream;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First event time: ISO, without a zone UTC, or milliseconds since the epoch.")
  private String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Last event time, likewise.")
  private String to;

  @Option(
      names = "--incident",
      paramLabel = "INCIDENT",
      description =
          "Accept the readings of this incident, instead of --stream, --from and --to: until it"
              + " ended, or until the newest while it is open. It is marked as normal (with"
              + " --sensor as sensor) unless a person has marked it, and a request to accept it is"
              + " answered.")
  private String incident;

  @Option(
      names = "--requests",
      description =
          "List the incidents that people want accepted. With --reference and --output: accept"
              + " them into one model, the oldest incident first, and answer every request.")
  private boolean requests;

  @Mixin private SensorOptions exchanged;

  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "What happened; kept in the model. Needed unless --requests says it.")
  private String why;

  @Option(
      names = "--who",
      defaultValue = "${sys:user.name}",
      paramLabel = "NAME",
      description = "Who accepts (default: the user of this machine).")
  private String who;

  @Option(
      names = "--force",
      paramLabel = "REASON",
      description = "Write the model although it is refused; the reason is kept in it.")
  private String force;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "The parent; by default that of the topology file.")
  private Path modelFile;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The model file to write. Needed unless --requests only lists.")
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Text file to write the report to, too.")
  private Path report;

  @Override
  public Integer call() throws IOException, ModelFileException {
    // What is wrong in the file comes before what is missing, as in every other command.
    TopologyConfig config = readings.config();
    if (!config.model().byMode().isEmpty()) {
      throw new UsageException(
          readings.topology()
              + " has models by mode, and accept takes one model: fit the mode's model again with"
              + " kahkm fit --mode on a recording that holds the accepted readings, too");
    }
    checkOptions();
    AcceptRequests requested = new AcceptRequests(spec, readings, exchanged);
    if (requests && output == null) {
      return requested.list();
    }
    Path parentFile = parentFile(config);
    Path served = config.model().file().orElse(null);
    replacing.check("--output", output, parentFile, served);
    if (report != null) {
      replacing.check("--report", report, parentFile, served);
    }
    Model parent = ModelFile.read(parentFile);
    exchanged.check(parent, replacing);
    AcceptRefusals.check(readings.topology(), parent, config);
    AcceptOrder order =
        new AcceptOrder(spec, config, parentFile, parent, output, Optional.ofNullable(report), who);
    return requests ? requested.carryOut(order) : accept(order);
  }

  private int accept(AcceptOrder order) throws IOException {
    SingleAcceptance acceptance =
        new SingleAcceptance(order, readings, exchanged, why, Optional.ofNullable(force));
    if (incident != null) {
      IncidentBook book = readings.incidents().read();
      return acceptance.accept(
          WantedReadings.of(AcceptedIncident.find(book, incident)), Optional.of(book));
    }
    if (!readings.ofFile() && stream == null) {
      throw new UsageException("--stream is missing: whose readings are normal now?");
    }
    if (!readings.ofFile() && (from == null || to == null)) {
      throw new UsageException(
          "--from and --to are missing: say which part of the topic is normal");
    }
    return acceptance.accept(WantedReadings.of(stream, from, to), readings.book(order.config()));
  }

  /** What excludes each other, and what is missing. */
  private void checkOptions() {
    if (incident != null) {
      exclude("--incident", "its record says so", List.of("--stream", "--from", "--to"));
    }
    if (requests) {
      exclude(
          "--requests",
          "the requests say so",
          List.of("--stream", "--from", "--to", "--incident", "--sensor", "--why", "--force"));
    }
    if (requests && output == null && !readings.hasReference()) {
      return;
    }
    readings.reference();
    if (why == null && !requests) {
      throw new UsageException("--why is missing: what happened? The model keeps it");
    }
    if (output == null) {
      throw new UsageException("--output is missing: the model file to write");
    }
  }

  private void exclude(String option, String reason, List<String> others) {
    for (String other : others) {
      if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw new UsageException(option + " and " + other + " exclude each other: " + reason);
      }
    }
  }

  private Path parentFile(TopologyConfig config) {
    if (modelFile != null) {
      return modelFile;
    }
    return config
        .model()
        .file()
        .map(file -> TopologySource.present(config, "model.file", file))
        .orElseThrow(
            () -> new UsageException("--model is missing, and the topology file names no model"));
  }
}
