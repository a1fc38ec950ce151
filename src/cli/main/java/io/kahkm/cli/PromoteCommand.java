package io.kahkm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Names;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.http.EngineClient;
import io.kahkm.cli.option.EngineOption;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.report.PromotionEvidence;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.text.UrlText;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm promote}: whether the evidence lets a map on trial become the main one. */
@Command(
    name = "promote",
    sortOptions = false,
    header = {"Tell whether a map on trial has proved better.", ""},
    description =
        "Asks a running engine what is certified about the forecasts of the map on trial"
            + " (model.shadow) against those of the main map. Where they are better on at least"
            + " half of the streams and worse on none, prints the line of the topology file that"
            + " promotes it; otherwise refuses, with exit code 1.")
final class PromoteCommand implements Callable<Integer> {
  private static final int MOST_SENTENCES = 20;

  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file with model.shadow.")
  private String topology;

  @Mixin private SetOption set;

  @Mixin private EngineOption running;

  @Option(names = "--anyway", description = "Print the line even if the evidence does not suffice.")
  private boolean anyway;

  @Override
  public Integer call() throws IOException {
    TopologyConfig config = set.load(topology);
    if (!config.model().byMode().isEmpty()) {
      throw new UsageException(
          topology
              + " has models by mode, and promote tells of one map: compare the maps of each mode"
              + " on the live page, then swap the two files of that mode in model.by-mode and"
              + " model.shadow-by-mode; or set model.promote: evidence");
    }
    if (config.model().shadow().isEmpty()) {
      throw new UsageException(topology + " has no model.shadow: no map is on trial");
    }
    PromotionEvidence evidence = evidence(config);
    PrintWriter out = spec.commandLine().getOut();
    evidence.sentences().stream().limit(MOST_SENTENCES).forEach(out::println);
    int left = evidence.sentences().size() - MOST_SENTENCES;
    if (left > 0) {
      out.println("and " + left + " more");
    }
    if (!evidence.promoted().isEmpty()) {
      out.println(
          "Promoted by evidence, published with "
              + config.written(config.model().shadow().orElseThrow())
              + ": "
              + Names.some(evidence.promoted(), MOST_SENTENCES));
    }
    boolean may = evidence.suffices();
    if (!may && !anyway) {
      out.flush();
      spec.commandLine()
          .getErr()
          .println(
              "not promoted: "
                  + evidence.words()
                  + ". A map is promoted if it is better on at least half of the streams and worse"
                  + " on none; --anyway overrides this.");
      return ExitCode.FAILED;
    }
    out.println(
        (may ? "The evidence suffices: " : "The evidence does not suffice: ")
            + evidence.words()
            + ".");
    out.println("In " + topology + " write");
    out.println(
        "  model: {file: "
            + config.written(config.model().shadow().orElseThrow())
            + ", shadow: "
            + config.written(config.model().file().orElseThrow())
            + "}");
    out.println("and restart one instance after the other; to go back, swap the two files again.");
    out.flush();
    return ExitCode.OK;
  }

  private PromotionEvidence evidence(TopologyConfig config) throws IOException {
    EngineClient engine = running.api(config);
    List<JsonNode> details = new ArrayList<>();
    long failures = 0;
    String after = "";
    do {
      String page =
          "/api/streams?order=id&limit="
              + ApiChoices.MOST_ROWS
              + "&after="
              + UrlText.escaped(after);
      JsonNode streams = engine.get(page);
      if (!streams.has("shadow")) {
        throw new DataException(
            "the engine at "
                + engine.base()
                + " runs no map on trial; restart it with this topology file");
      }
      failures = streams.path("shadow").path("failures").asLong();
      for (JsonNode stream : streams.path("streams")) {
        String id = UrlText.escaped(stream.path("stream").asText());
        details.add(engine.get("/api/streams/" + id));
      }
      after = streams.path("next").asText("");
    } while (!after.isEmpty());
    return PromotionEvidence.of(failures, details);
  }
}
