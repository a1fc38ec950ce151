package io.kahkm.cli.recording;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.option.VersionProvider;
import io.kahkm.cli.report.FitPage;
import io.kahkm.cli.report.FitText;
import io.kahkm.cli.report.FitVerdict;
import io.kahkm.cli.report.Suitability;
import io.kahkm.cli.report.SuspectText;
import io.kahkm.cli.rows.Sentinel;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.ReferenceChoice;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.profile.Counters;
import io.kahkm.selection.SelectionGrid;
import io.kahkm.selection.SelectionRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm fit}: recorded normal operation in, model file out. */
@Command(
    name = "fit",
    sortOptions = false,
    header = {"Fit a model to recorded normal operation.", ""},
    showDefaultValues = true,
    description =
        "Fits a model to recorded normal operation: CSV in, model file out. The defaults suit real"
            + " readings. For the paper's systems: --scaling none --holdout 0.",
    footer = {
      "",
      "Example:",
      "  kahkm simulate vanderpol --streams 3 --episode-length 1200 --episodes 1 --output"
          + " train.csv",
      "  kahkm fit --input train.csv --state q,p --episode run --classes 25 --omega 4 \\",
      "      --scaling none --holdout 0 --output vanderpol.safetensors",
      "  kahkm fit --input train.csv --state q,p --episode run --classes 10,15,25 --omega 2,4,6 \\",
      "      --select one-se --scaling none --holdout 0 --output chosen.safetensors"
    })
public final class FitCommand implements Callable<Integer> {
  private static final List<Integer> USUAL_HORIZONS = List.of(1, 10, 50, 200);

  @Mixin HelpOption help;
  @Mixin private InputOptions data;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Option(
      names = "--classes",
      defaultValue = "25",
      split = ",",
      paramLabel = "C",
      description =
          "Number of reference classes, which is the number of soft coordinates. Several with "
              + "--select, for example 10,15,25.")
  private List<Integer> classes;

  @Option(
      names = "--omega",
      defaultValue = "4",
      split = ",",
      paramLabel = "OMEGA",
      description =
          "Sharpness of the soft coordinates: larger means closer to one class. Several with "
              + "--select, for example 2,4,6.")
  private List<Double> omegas;

  @Mixin private GridOptions grid;

  @Option(names = "--tau", defaultValue = "1e-6", description = "Offset of the affinities.")
  private double tau;

  @Option(
      names = "--block",
      defaultValue = "100",
      paramLabel = "N",
      description = "Reference samples per submodel.")
  private int block;

  @Option(
      names = "--references",
      defaultValue = "auto",
      paramLabel = "N",
      description =
          "How many of the states the map keeps as reference samples: auto for the fewest that are"
              + " as good as all on held-out rows, all, or at most N. Fewer make every record"
              + " cheaper.")
  private String references;

  @Option(names = "--beta", defaultValue = "0.1", description = "Step size of the closure's NLMS.")
  private double beta;

  @Option(
      names = "--epochs",
      defaultValue = "20",
      description = "Passes of NLMS over the fitting data.")
  private int epochs;

  @Option(names = "--seed", defaultValue = "0", description = "Seed of k-means.")
  private long seed;

  @ArgGroup(exclusive = true)
  private GivenClasses given;

  @Option(
      names = "--regularization",
      defaultValue = "fixed-point",
      paramLabel = "RULE",
      description = "fixed-point as in the paper's text, or authors as in its printed tables.")
  private Regularization regularization;

  @Option(
      names = "--far-field",
      defaultValue = "smooth",
      paramLabel = "RULE",
      description = "How classes far from a state are scored: paper, exact or smooth.")
  private FarField farField;

  @Mixin private StateOptions states;

  @Option(
      names = "--holdout",
      defaultValue = "0.2",
      paramLabel = "SHARE",
      description =
          "Share of every episode's rows, its last ones, that a first model is judged on: normal"
              + " ranges and skill of forecasts. The model that is written is then fitted on all"
              + " rows; its thresholds come from blocks held out in turn. 0 turns all of this off.")
  private double holdout;

  @Mixin private UsedRowsOptions used;

  @Option(
      names = "--quantile",
      defaultValue = "0.995",
      paramLabel = "Q",
      description =
          "Share of normal rows that must not exceed the thresholds of novelty and of the"
              + " sensors' relations.")
  private double quantile;

  @Option(
      names = "--closure",
      defaultValue = "nlms",
      paramLabel = "METHOD",
      description = "nlms or ridge.")
  private ClosureMethod closure;

  @Option(
      names = "--horizons",
      split = ",",
      paramLabel = "H",
      description =
          "Steps ahead that can be forecast in sensor units; by default those of the topology file,"
              + " without one 1,10,50,200.")
  private List<Integer> horizons;

  @Option(
      names = "--season",
      defaultValue = "auto",
      split = ",",
      paramLabel = "PERIOD",
      description =
          "Periods after which readings repeat: auto looks for one and keeps it where "
              + "held-out rows prove it, none uses none, or durations such as 1d,7d; without time "
              + "numbers of steps.")
  private List<String> season;

  @Option(
      names = "--known",
      split = ",",
      paramLabel = "SENSOR",
      description =
          "Sensors whose later values are known when forecasts are made, such as a setpoint; by"
              + " default forecasts.known of the topology file. The rows themselves tell the later"
              + " values.")
  private List<String> known;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The model file to write; by default that of the topology file.")
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "HTML page to write the report to, with pictures of novelty, its threshold and the"
              + " skill of forecasts.")
  private Path report;

  @Option(
      names = "--details",
      description =
          "Print every figure too: thresholds, the effective sample size, normal ranges, the skill"
              + " of forecasts, and what they are made of.")
  private boolean details;

  @Override
  public Integer call() throws IOException {
    used.putInto(data);
    output = output == null ? data.modelFile("--output") : output;
    data.requireInput();
    replacing.check("--output", output);
    if (report != null) {
      replacing.check("--report", report, output);
    }
    horizons = data.horizons(horizons, USUAL_HORIZONS);
    states.check(data, given, spec.commandLine().getParseResult());
    String labelColumn = given == null ? null : given.labels();
    SelectionGrid candidates = candidates();
    StateData input = data.read(labelColumn, this::checkBeforeReading);
    FitSettings settings = settings(input);
    UnfitSensors unfit = new UnfitSensors(data.input, data.state);
    unfit.requireVaryingEarly(ModelFitter.lateSensors(settings, input.episodes()));
    unfit.requireReadings(Counters.find(input.episodes()));
    PrintWriter err = spec.commandLine().getErr();
    if (grid.asked()) {
      settings = grid.choose(candidates, settings, input, output, seed, replacing);
    }
    FitResult result;
    try {
      result = ModelFitter.fit(settings, input.recording(), new ConsoleProgress(err));
    } catch (IllegalArgumentException | MapFitException e) {
      throw new DataException("cannot fit " + data.input + ": " + e.getMessage() + codes(input));
    }
    ModelFile.write(result.model(), output);
    PrintWriter out = spec.commandLine().getOut();
    Suitability verdict = FitVerdict.of(result, input);
    verdict.lines(output.toString()).forEach(out::println);
    if (details) {
      out.println();
      FitText.print(out, output, result, input.step());
      SuspectText.lines(result.report().sensors(), input).forEach(out::println);
    } else {
      out.println("  --details prints every figure, --report FILE writes a page with charts");
    }
    boolean demo = spec.parent() != null && spec.parent().subcommands().containsKey("demo");
    data.topologyPath()
        .ifPresent(topology -> new NextSteps(data, topology, output).print(out, demo));
    out.flush();
    if (report != null) {
      writeReport(result, input.step(), verdict);
    }
    return ExitCode.OK;
  }

  /** Numbers that may be why nothing can be fitted: they make a class of their own. */
  private String codes(StateData input) {
    List<Sentinel> found = Sentinel.find(input, data.state);
    return found.isEmpty()
        ? ""
        : "; numbers far from all others may be why: "
            + String.join(", ", found.stream().map(Sentinel::words).toList())
            + "; if they mean \"no reading\", fit again with "
            + Sentinel.option(found);
  }

  private void writeReport(FitResult result, Optional<Duration> step, Suitability verdict)
      throws IOException {
    Path name = output.getFileName();
    try {
      OutputFile.text(report, FitPage.of(String.valueOf(name), result, step, verdict));
    } catch (IllegalStateException e) {
      throw new DataException("the model was written, but its report was not: " + e.getMessage());
    }
  }

  private SelectionGrid candidates() {
    if (!grid.asked() && classes.size() * omegas.size() > 1) {
      throw new UsageException(
          "--classes and --omega give "
              + classes.size() * omegas.size()
              + " candidates; --select says how to choose: "
              + SelectionRule.FORMS);
    }
    if (grid.asked() && given != null) {
      throw new UsageException(
          "--select makes classes by k-means and excludes --centroids and --labels");
    }
    grid.check(horizons);
    try {
      return new SelectionGrid(classes, omegas);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Reading may take minutes: what is wrong without any row is told before. */
  private void checkBeforeReading() {
    SeasonOption.check(season);
    KnownOption.names(known, data);
    Partition any = new Partition.KMeansStart(0);
    settings(any, classes.get(0), SeasonChoice.NONE, List.of(), Map.of());
  }

  private FitSettings settings(StateData input) throws IOException {
    Partition partition =
        given == null ? new Partition.KMeansStart(seed) : given.partition(input, data.state);
    int count = classes.get(0);
    if (partition instanceof Partition.GivenCentroids centroids) {
      count = agreeing(centroids.centroids().rows(), "--centroids");
    } else if (partition instanceof Partition.GivenLabels labels) {
      int highest = labels.labels().stream().mapToInt(Integer::intValue).max().orElse(0);
      count = agreeing(highest + 1, "--labels");
    }
    return settings(
        partition,
        count,
        SeasonOption.of(season, input),
        KnownOption.of(known, data, input),
        provenance(input, partition));
  }

  private FitSettings settings(
      Partition partition,
      int count,
      SeasonChoice seasons,
      List<String> inputs,
      Map<String, String> provenance) {
    try {
      MapSettings map =
          new MapSettings(
              data.state,
              count,
              omegas.get(0),
              tau,
              new MapSettings.Reconstruction(block, farField, regularization),
              states.states());
      return new FitSettings(
          map,
          partition,
          ReferenceChoice.of(references),
          new FitSettings.StartClosure(closure, beta, epochs),
          holdout,
          quantile,
          new FitSettings.Forecasts(horizons, seasons, inputs),
          provenance);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Given classes decide their number; a different number asked for is a contradiction. */
  private int agreeing(int found, String option) {
    boolean asked = spec.commandLine().getParseResult().hasMatchedOption("--classes");
    int wanted = classes.get(0);
    if (asked && found != wanted) {
      throw new UsageException(option + " gives " + found + " classes, --classes is " + wanted);
    }
    return found;
  }

  private Map<String, String> provenance(StateData input, Partition partition) {
    Path name = Path.of(data.input).getFileName();
    Map<String, String> strings = new LinkedHashMap<>();
    strings.put("program", "kahkm " + VersionProvider.version());
    strings.put("input", name == null ? data.input : name.toString());
    strings.putAll(data.provenance());
    strings.put("episodes", Integer.toString(input.episodes().declared()));
    strings.put("transitions", Integer.toString(input.episodes().transitions()));
    if (input.report().isSample()) {
      RowProvenance.putMost(strings, data.mostRows.orElseThrow());
    }
    used.putProvenance(strings);
    strings.put("holdout", Double.toString(holdout));
    strings.put("closure", closure.label());
    if (closure == ClosureMethod.NLMS) {
      strings.put("epochs", Integer.toString(epochs));
    }
    if (partition instanceof Partition.KMeansStart start) {
      strings.put("partition", "k-means, seed " + start.seed());
    } else if (partition instanceof Partition.GivenCentroids) {
      strings.put("partition", "given centroids");
    } else {
      strings.put("partition", "given labels");
    }
    return strings;
  }
}
