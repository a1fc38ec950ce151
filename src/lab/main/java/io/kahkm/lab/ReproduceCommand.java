package io.kahkm.lab;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.report.ResultText;
import io.kahkm.reproduce.ClaimStudy;
import io.kahkm.reproduce.HorizonStudy;
import io.kahkm.reproduce.MonitorStudy;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.SkillStudy;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.acceptance.AcceptanceStudy;
import io.kahkm.reproduce.acceptance.RecordedAcceptance;
import io.kahkm.reproduce.acceptance.RecordedIncidents;
import io.kahkm.reproduce.acceptance.RecordedResemblance;
import io.kahkm.reproduce.alarm.AlarmStudy;
import io.kahkm.reproduce.alarm.FleetAlertStudy;
import io.kahkm.reproduce.alarm.FleetStudy;
import io.kahkm.reproduce.alarm.PromisedAlarmStudy;
import io.kahkm.reproduce.alarm.RecordedAlarms;
import io.kahkm.reproduce.alarm.SensorKindStudy;
import io.kahkm.reproduce.fault.FaultStudy;
import io.kahkm.reproduce.forecast.ForecastStudy;
import io.kahkm.reproduce.paper.FullSearch;
import io.kahkm.reproduce.paper.print.ClassSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm reproduce}: the studies that show what the engine claims. */
@Command(
    name = "reproduce",
    sortOptions = false,
    header = {"Make the tables and figures that show what the engine claims.", ""},
    showDefaultValues = true,
    description = {
      "Runs the engine on laws whose answers are known and prints what it promised and what it"
          + " kept; computes the paper's tables again, prints ours beside every printed digit, and"
          + " draws the paper's figures. Ends with exit code 1 if anything is not kept, if a check"
          + " could not have noticed, or if a printed number differs and nothing explains it.",
      "",
      "coverage: how often certificates are wrong, what misuse of the sampling does, and how"
          + " many units each bound needs to exclude a tolerance; a few minutes. paper: all tables"
          + " and figures of the paper, about a minute. alarms, only where it is named: false"
          + " alarms of simulated plants and fleets, and recorded plants from --data; forecasts,"
          + " likewise: their skill and intervals; acceptance, likewise: what accepting a new"
          + " normal is worth; faults, likewise, with --data: faults of single sensors, injected"
          + " and recorded. The other names are labels of the paper's tables and figures."
    })
public final class ReproduceCommand implements Callable<Integer> {
  private static final String PAPER = "paper";
  private static final String COVERAGE = "coverage";
  private static final String ALARMS = "alarms";
  private static final String FORECASTS = "forecasts";
  private static final String ACCEPTANCE = "acceptance";
  private static final String FAULTS = "faults";

  @Mixin HelpOption help;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TABLE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      arity = "0..*",
      completionCandidates = Names.class,
      description = "What to make: ${COMPLETION-CANDIDATES}. All of them if none is named.")
  private List<String> names = List.of();

  @Option(
      names = "--windows",
      defaultValue = "2000",
      paramLabel = "N",
      description = "Windows, or runs of windows, that every case is judged by; at least 500.")
  private int windows;

  @Option(
      names = "--seed",
      defaultValue = "20260702",
      paramLabel = "S",
      description = "Seed of all random numbers; the same seed gives the same tables.")
  private long seed;

  @Option(
      names = "--own-kmeans",
      description =
          "Divide the paper's training states by the engine's own K-means instead of the published"
              + " classes. Other classes give other numbers: no printed digit is claimed.")
  private boolean ownKMeans;

  @Option(
      names = "--full",
      description =
          "Also search the paper's complete grids of classes and omega; needs --output, where"
              + " finished fits are kept, so that the same command resumes after an interruption.")
  private boolean full;

  @Option(
      names = "--monitor",
      description =
          "With coverage: everything that is announced with a probability under the monitor as it"
              + " runs, learning, with gates and with limits drawn by fit, in place of certificates"
              + " on known laws.")
  private boolean monitor;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "With alarms, forecasts, acceptance or faults: a folder of recorded plants, of which"
              + " those that are there are run through init, fit and encode: tep_train.csv and"
              + " tep_test.csv, nab_machine_temperature.csv, etth1.csv, bibmon_real_process.csv,"
              + " and *.csv of SKAB in skab_open. None comes with the project.")
  private Path data;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Also write to this folder, which is created if missing: every table as NAME.csv, every"
              + " figure as NAME.svg and NAME.png with its points as NAME.csv, and the whole as"
              + " reproduction.md and as one page, index.html.")
  private Path output;

  /** Names of the studies, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Stream.of(COVERAGE, PAPER, ALARMS, FORECASTS, ACCEPTANCE, FAULTS),
              Studies.all(ClassSource.PUBLISHED).stream()
                  .map(Study::name)
                  .filter(name -> !name.equals(COVERAGE)))
          .iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    List<Study> studies = chosen();
    if (windows < StudySettings.FEWEST_WINDOWS) {
      throw new UsageException(
          "--windows " + windows + ": at least " + StudySettings.FEWEST_WINDOWS + " are needed");
    }
    if (full && output == null) {
      throw new UsageException("--full needs --output, the folder where finished fits are kept");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (output != null && !full) {
      // The folder of a full search keeps the fits that it goes on from.
      replacing.checkFolder("--output", output);
    }
    ReproductionFiles files = output == null ? null : ReproductionFiles.in(output, err);
    List<String> failed = new ArrayList<>();
    for (Study study : studies) {
      Outcome outcome = run(study, new ConsoleProgress(err));
      for (ResultTable table : outcome.tables()) {
        ResultText.print(out, table);
        if (!table.passed()) {
          failed.add(table.name());
        }
      }
      for (Figure figure : outcome.figures()) {
        out.println(ResultText.of(figure));
        if (!figure.statements().stream().allMatch(Figure.Statement::holds) && !ownKMeans) {
          failed.add(figure.name());
        }
      }
      if (files != null) {
        files.write(outcome);
      }
    }
    if (files != null) {
      files.finish(spec.commandLine().getParseResult().originalArgs());
      out.println("Written to " + output + ": index.html, reproduction.md, tables and figures.");
    }
    out.println(failed.isEmpty() ? "All checks hold." : "FAILED: " + String.join(", ", failed));
    out.flush();
    return failed.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Outcome run(Study study, Progress progress) throws IOException {
    try {
      return study.run(new StudySettings(windows, seed), progress);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private List<Study> chosen() {
    if (monitor) {
      if (!names.equals(List.of(COVERAGE)) || full) {
        throw new UsageException("--monitor needs coverage, and no other name");
      }
      return List.of(
          new MonitorStudy(),
          new HorizonStudy(),
          new ClaimStudy(),
          new PromisedAlarmStudy(),
          new SensorKindStudy(),
          new FleetAlertStudy(),
          new SkillStudy());
    }
    if (names.contains(ALARMS)) {
      if (names.size() > 1 || full) {
        throw new UsageException("alarms cannot be combined with other names");
      }
      return Stream.concat(
              Stream.<Study>of(new AlarmStudy(), new FleetStudy()),
              data == null ? Stream.empty() : Stream.of(new RecordedAlarms(data)))
          .toList();
    }
    if (names.contains(FORECASTS)) {
      if (names.size() > 1 || full) {
        throw new UsageException("forecasts cannot be combined with other names");
      }
      return List.of(new ForecastStudy(Optional.ofNullable(data), Main::commandLineFor));
    }
    if (names.contains(FAULTS)) {
      if (names.size() > 1 || full || data == null) {
        throw new UsageException("faults cannot be combined with other names, and needs --data");
      }
      return List.of(new FaultStudy(data, Main::commandLineFor));
    }
    if (names.contains(ACCEPTANCE)) {
      if (names.size() > 1 || full) {
        throw new UsageException("acceptance cannot be combined with other names");
      }
      return Stream.concat(
              Stream.<Study>of(new AcceptanceStudy()),
              data == null
                  ? Stream.empty()
                  : Stream.of(
                      new RecordedAcceptance(data),
                      new RecordedIncidents(data),
                      new RecordedResemblance(data)))
          .toList();
    }
    if (data != null) {
      throw new UsageException("--data needs alarms, forecasts, acceptance or faults");
    }
    ClassSource classes = ownKMeans ? ClassSource.OWN : ClassSource.PUBLISHED;
    List<Study> all = Studies.all(classes);
    List<Study> studies = new ArrayList<>();
    for (String name : names) {
      List<Study> named =
          all.stream()
              .filter(
                  study ->
                      name.equals(PAPER)
                          ? !study.name().equals(COVERAGE)
                          : study.name().equals(name))
              .toList();
      if (named.isEmpty()) {
        throw new UsageException(
            "there is no table " + name + "; there are: " + String.join(", ", new Names()));
      }
      studies.addAll(named);
    }
    Stream<Study> asked = studies.isEmpty() ? all.stream() : studies.stream().distinct();
    Stream<Study> search = full ? Stream.of(new FullSearch(classes, output)) : Stream.empty();
    return Stream.concat(asked, search).toList();
  }
}
