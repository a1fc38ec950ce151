package io.kahkm.cli.recording;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.DetectionFigures;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.report.IncidentViews;
import io.kahkm.cli.report.ScorePage;
import io.kahkm.cli.report.ScoreRows;
import io.kahkm.cli.report.ScoreText;
import io.kahkm.cli.rows.FaultLabels;
import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.StateData;
import io.kahkm.engine.AlarmWords;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.text.StreamNames;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm score}: what every recorded reading would have meant live. */
@Command(
    name = "score",
    sortOptions = false,
    header = {"Score recorded readings as the engine would have judged them live.", ""},
    showDefaultValues = true,
    description =
        "Runs recorded readings through the monitors of the engine, each stream through its own,"
            + " bit for bit as live. --output gets one row per reading: row, time, stream, state,"
            + " novelty and the relation statistic with their thresholds and whether the reading is"
            + " above either, whether the stream is unlike the recording or its sensors disagree,"
            + " the three sensors that contribute most with their shares, the number of the"
            + " incident, and the error of the forecast made one step before, in soft coordinates,"
            + " and the notice of a provisional alarm. A topology file supplies all settings; with"
            + " --model alone the defaults apply. Prints how many readings were in each state, the"
            + " incidents, and what is certified of every stream's forecasts.")
public final class ScoreCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ModelOption modelFile;
  @Mixin private InputOptions data;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "CSV file to write: the scores and the status of every reading.")
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "HTML page to write: the incidents as the live page shows them, a strip per alarm and"
              + " stream, and the figures of detection. It needs no other file and no network.")
  private Path report;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      description =
          "Column that marks faults: a number other than 0, or true. Prints delay of detection,"
              + " false incidents per day, F1 without point adjustment, and VUS-PR.")
  private String labels;

  @Option(
      names = "--others",
      paramLabel = "FILE",
      description =
          "CSV file with the forecasts of another forecaster, once for each. They are judged, and"
              + " mixed if the topology file has use: true for the forecaster that is named like"
              + " the file.")
  private List<String> othersFiles;

  @Override
  public Integer call() throws IOException, ModelFileException {
    data.check();
    Model model = modelFile.readFor(data);
    data.requireInput();
    if (output != null) {
      replacing.check("--output", output, modelFile.path);
    }
    if (report != null) {
      replacing.check("--report", report, modelFile.path);
    }
    FaultLabels faults = labels == null ? null : FaultLabels.read(data.input, labels);
    StateData input = data.readStates();
    Map<String, String> units =
        data.topologyFile()
            .map(file -> file.input().fields().unitsOf(model.map().sensors()))
            .orElse(Map.of());
    ScoredRun run = new ScoredRun(model, input, units);
    Optional<IncidentViews> views = views(model, input, units);
    List<ForecastFile> others = others(model);
    List<OtherForecaster> forecasters = others.stream().map(ForecastFile::forecaster).toList();
    run.score(
        () -> monitor(data.topologyFile(), model, input, forecasters),
        others,
        views.map(ScoredRun.Follower.class::cast).orElse(ScoredRun.Follower.NONE));
    if (output != null) {
      OutputFile.whole(output, part -> ScoreRows.write(part, run));
    }
    Optional<DetectionFigures> figures =
        Optional.ofNullable(faults).map(found -> DetectionFigures.of(run, found));
    List<String> lines = ScoreText.lines(run, figures);
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
    others.forEach(file -> file.words().forEach(spec.commandLine().getErr()::println));
    model.alarms().ifPresent(alarms -> out.println("false alarms: " + chance(model)));
    if (output != null) {
      out.println(output + ": scores and status of every reading");
    }
    if (report != null) {
      OutputFile.text(report, ScorePage.of(data.input, run, figures, views));
      out.println(report + ": the same as an HTML page with charts");
    }
    out.flush();
    return ExitCode.OK;
  }

  /** Their curves stand on an axis of time. */
  private Optional<IncidentViews> views(Model model, StateData input, Map<String, String> units) {
    return report == null || !input.timing().timed()
        ? Optional.empty()
        : Optional.of(
            new IncidentViews(
                model,
                units,
                data.topologyFile().map(TopologyConfig::streams).orElse(StreamNames.NONE),
                input.streams()));
  }

  /** Live there are those that the topology file names, and nobody else. */
  private List<ForecastFile> others(Model model) throws IOException {
    if (othersFiles == null) {
      return List.of();
    }
    if (data.next != null || data.timing.time == null) {
      throw new UsageException(
          "--others needs --time and consecutive rows: a forecast is found by the event time of the"
              + " reading that it was made from");
    }
    List<ForecastFile> files = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String path : othersFiles) {
      String name = ForecastFile.name(path);
      if (!names.add(name)) {
        throw new UsageException("--others names " + name + " twice");
      }
      Optional<TopologyConfig> file = data.topologyFile();
      if (file.isPresent() && ForecastFiles.declared(file.get(), name).isEmpty()) {
        throw new UsageException(
            "--others: forecasts.others of the topology file names nobody "
                + name
                + "; name the forecaster there like the file");
      }
      List<Integer> horizons = file.map(config -> config.forecasts().horizons()).orElse(List.of(1));
      files.add(
          ForecastFiles.read(path, data, ForecastFiles.forecaster(path, file, model, horizons)));
    }
    return files;
  }

  /** How many false alarms are to be expected, whatever the readings. */
  private String chance(Model model) {
    Optional<TopologyConfig> file = data.topologyFile();
    return AlarmWords.joint(
        model,
        file.map(config -> (double) config.relations().runLength())
            .orElse(AlarmSettings.DEFAULT_RUN_LENGTH),
        Optional.ofNullable(data.timing.step));
  }

  /**
   * A monitor as the engine would begin one.
   *
   * @param file what the topology file says; empty for defaults
   * @param model the model
   * @param input what the rows are
   * @param others who is judged where there is no topology file
   * @return a new monitor
   */
  public static StreamMonitor monitor(
      Optional<TopologyConfig> file, Model model, StateData input, List<OtherForecaster> others) {
    Pairing pairing = input.pairs() ? Pairing.TRANSITIONS : Pairing.STATES;
    if (file.isEmpty()) {
      MonitorSettings settings =
          MonitorSettings.builder()
              .pairing(pairing)
              .horizons(List.of(1))
              .learn(true)
              .skill(SkillSettings.USUAL)
              .others(others)
              .timing(input.timing())
              .build();
      return StreamMonitor.create(settings, model);
    }
    try {
      MonitorBlueprint blueprint = MonitorBlueprint.of(file.get(), model);
      MonitorSettings settings =
          blueprint.settings().toBuilder().pairing(pairing).timing(input.timing()).build();
      return StreamMonitor.create(settings, blueprint.model());
    } catch (TopologyConfigException wrong) {
      throw new UsageException(wrong.getMessage());
    }
  }
}
