package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.Json;
import io.kahkm.cli.console.Terminal;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.OfflineRun;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.report.EvaluationText;
import io.kahkm.cli.report.Requirements;
import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.json.JsonFields;
import io.kahkm.json.SkillJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm evaluate}: how good a model's forecasts are on recorded episodes. */
@Command(
    name = "evaluate",
    sortOptions = false,
    header = {"Score a model's forecasts on recorded episodes.", ""},
    showDefaultValues = true,
    description =
        "Forecasts from every state of recorded episodes with the model's closure and scores the"
            + " forecasts. Prints a table on a terminal, else JSON: per horizon E (relative squared"
            + " error) and R2 as means over episodes; rmse, nu (mean squared distance of the"
            + " forecasts from the simplex) and skill (against persistence, whose own E is"
            + " persistenceE) over all forecasts of coordinates; sensorSkill, that of forecasts in"
            + " sensor units against persistence and against a linear model of the readings;"
            + " experts, the skill of each expert in the mixture, and madeOf, their shares at the"
            + " end; and how much the coordinates vary. Refuses data the model was fitted on.")
public final class EvaluateCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;
  @Mixin private IndependenceOption independence;
  @Spec private CommandSpec spec;

  @Option(
      names = "--horizons",
      split = ",",
      paramLabel = "H",
      description = "Steps ahead, for example 1,50,200; by default those of the topology file.")
  private List<Integer> horizons;

  @Option(
      names = "--projection",
      defaultValue = "none",
      paramLabel = "KIND",
      description =
          "none; vector: project every forecast onto the simplex after every step; row: project the"
              + " closure's rows first.")
  private Projection projection;

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      description =
          "Intervals around the forecasts in sensor units that are to contain this share of the"
              + " outcomes, from .5 to .99, as forecasts.interval gives them live; adds interval to"
              + " every horizon: coverage, width and interval score beside those of a constant"
              + " width.")
  private Double interval;

  @Option(
      names = "--certify",
      arity = "0..1",
      fallbackValue = "0.05",
      paramLabel = "LEVEL",
      description =
          "Certify by how much the forecasts in sensor units beat no change and a linear model,"
              + " with confidence 1 - LEVEL for all claims of a stream together (0.05 if no level"
              + " is given), on any sequence of readings; adds skill. Several streams are certified"
              + " one by one.")
  private Double certify;

  @Option(
      names = "--others",
      paramLabel = "FILE",
      description =
          "CSV file with the forecasts of another forecaster, to be scored like the model's and"
              + " compared with them by certified skill in both directions, as forecasts.others"
              + " does live: the event time of the reading that each was made from, horizon, a"
              + " column per sensor, and made, the time it was issued. Adds others to skill, at the"
              + " level of --certify (default 0.05). Where the topology file has use: true for a"
              + " forecaster named like the file, they are mixed too.")
  private String othersFile;

  @Option(
      names = "--warm-up",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "First rows of every stream that only fill the history of readings and teach the mixture"
              + " of experts: forecasts that are issued at them are not scored.")
  private int warmUp;

  @Option(
      names = "--by-time",
      paramLabel = "N",
      description =
          "Cut the rows into this many parts in the order of the file and print byTime: error,"
              + " skills and coverage of the outcomes of every part, and where a forecast was worse"
              + " than persistence.")
  private Integer parts;

  @Option(
      names = "--requirements",
      split = ",",
      paramLabel = "NAME=LIMIT",
      description =
          "Limits to check: closure=LIMIT, the one-step rmse of coordinates (R1); forecast:H=LIMIT,"
              + " their rmse, and simplex:H=LIMIT, the root of nu, at a listed horizon (R2). If one"
              + " is missed, the command exits with code 1. These are figures of the given rows;"
              + " certify bounds the expected one-step error with confidence.")
  private List<String> requirementTexts;

  @Option(
      names = "--episodes",
      description =
          "Print JSON with every episode on a terminal too. Other output always has them.")
  private boolean episodes;

  /** What standard output gets. */
  public enum Format implements Labelled {
    /** The figures that people ask for first. */
    TEXT,
    /** Every figure. */
    JSON
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "What is printed: text or json. By default text on a terminal, unless another option asks"
              + " for figures that only json has; else json.")
  private Format format;

  @Override
  public Integer call() throws IOException, ModelFileException {
    List<Integer> ascending =
        data.horizons(horizons, List.of()).stream().distinct().sorted().toList();
    if (ascending.get(0) < 1) {
      throw new UsageException("--horizons has " + ascending.get(0) + ", at least 1 is needed");
    }
    if (data.next != null && !ascending.equals(List.of(1))) {
      throw new UsageException("--horizons must be 1 with --next: a pair holds only one step");
    }
    Requirements requirements =
        Requirements.parse(requirementTexts, Set.of("closure"), Set.of("forecast", "simplex"));
    for (Requirements.Limit limit : requirements.limits()) {
      if (!ascending.contains(Math.max(1, limit.horizon()))) {
        throw new UsageException(
            "--requirements " + limit + " needs --horizons with " + Math.max(1, limit.horizon()));
      }
    }
    if (warmUp < 0) {
      throw new UsageException("--warm-up is " + warmUp + ", must be at least 0");
    }
    if (parts != null && parts < 1) {
      throw new UsageException("--by-time is " + parts + ", at least 1 is needed");
    }
    if (interval != null
        && !(interval >= ErrorQuantiles.LOWEST && interval <= ErrorQuantiles.HIGHEST)) {
      throw new UsageException(
          "--interval is "
              + interval
              + ", must be from "
              + ErrorQuantiles.LOWEST
              + " to "
              + ErrorQuantiles.HIGHEST);
    }
    if (certify != null && !(certify > 0 && certify < 1)) {
      throw new UsageException("--certify is " + certify + ", must be above 0 and below 1");
    }
    data.check();
    if (othersFile != null && (data.next != null || data.timing.time == null)) {
      throw new UsageException(
          "--others needs --time and consecutive rows: a forecast is found by the event time of the"
              + " reading that it was made from");
    }
    Model model = modelFile.readFor(data);
    StateData input = data.read();
    int overlap = independence.check(model, input);
    if (interval != null
        && ascending.stream()
            .anyMatch(
                h -> model.readoutHorizons().contains(h) && model.forecastErrors(h).isEmpty())) {
      throw new UsageException(
          "--interval needs a model that knows its errors: fit it again with this release");
    }
    Optional<ForecastFile> others = others(model, ascending);
    OptionalDouble level =
        certify == null && others.isPresent()
            ? OptionalDouble.of(SkillSettings.USUAL_LEVEL)
            : optional(certify);
    EvaluationScores scores =
        new EvaluationScores(model, ascending, input, optional(interval), parts, warmUp);
    ArrayNode skill = JsonNodeFactory.instance.arrayNode();
    AtomicReference<StreamStatus> ended = new AtomicReference<>();
    OfflineRun.forecast(
        model,
        input,
        ascending,
        projection,
        optional(interval),
        level.isEmpty()
            ? SkillSettings.NONE
            : new SkillSettings(
                level.getAsDouble(), SkillSettings.USUAL.references(), SkillSettings.USUAL_RECENT),
        others,
        scores::add,
        (last, status) -> {
          ended.set(status);
          skill.add(skill(input, last, status));
        });
    ObjectNode json = scores.toJson();
    putShares(json, ended.get());
    if (level.isPresent()) {
      json.set("skill", skill);
    }
    if (others.isPresent()) {
      ObjectNode refused = json.putObject("notJudged");
      others.get().refused().forEach(refused::put);
      others.get().words().forEach(spec.commandLine().getErr()::println);
    }
    scores.check(requirements);
    requirements.put(json);
    if (Terminal.ofLauncher().interactive() && !episodes) {
      json.get("horizons").forEach(row -> ((ObjectNode) row).remove("episodes"));
    }
    IndependenceOption.mark(json, overlap);
    if (format() == Format.TEXT) {
      PrintWriter out = spec.commandLine().getOut();
      EvaluationText.lines(json).forEach(out::println);
      out.flush();
    } else {
      Json.print(spec.commandLine().getOut(), json);
    }
    scores.alarms().words().ifPresent(spec.commandLine().getErr()::println);
    requirements.missed().forEach(spec.commandLine().getErr()::println);
    return requirements.missed().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Format format() {
    if (format != null) {
      return format;
    }
    boolean more = episodes || interval != null || parts != null || othersFile != null;
    return Terminal.ofLauncher().interactive() && !more ? Format.TEXT : Format.JSON;
  }

  private Optional<ForecastFile> others(Model model, List<Integer> ascending) throws IOException {
    if (othersFile == null) {
      return Optional.empty();
    }
    OtherForecaster forecaster =
        ForecastFiles.forecaster(othersFile, data.topologyFile(), model, ascending);
    return Optional.of(ForecastFiles.read(othersFile, data, forecaster));
  }

  private static ObjectNode skill(StateData input, StateData.Row last, StreamStatus status) {
    ObjectNode json = Json.object();
    if (!input.streams().isEmpty()) {
      json.put("stream", input.streams().get(last.stream()));
    }
    json.set("words", SkillJson.summaries(status.forecasts()));
    ArrayNode rows = json.putArray("horizons");
    for (HorizonStatus horizon : status.forecasts().horizons()) {
      ObjectNode row = rows.addObject();
      row.put("h", horizon.horizon());
      ArrayNode claims = row.putArray("claims");
      horizon.claims().forEach(claim -> claims.add(SkillJson.of(horizon.horizon(), claim)));
      status.forecasts().others().stream()
          .filter(other -> other.horizon() == horizon.horizon())
          .forEach(other -> row.withArray("others").add(SkillJson.of(other)));
    }
    return json;
  }

  /** What the forecasts of the last stream are made of at its end. */
  private static void putShares(ObjectNode json, StreamStatus ended) {
    for (int h = 0; h < ended.forecasts().horizons().size(); h++) {
      List<ExpertShare> shares = ended.forecasts().horizons().get(h).experts();
      if (!shares.isEmpty()) {
        ObjectNode node = ((ObjectNode) json.get("horizons").get(h)).putObject("madeOf");
        shares.forEach(one -> JsonFields.put(node, one.name(), one.share()));
      }
    }
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
