package io.kahkm.cli.recording;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.report.GridText;
import io.kahkm.cli.rows.DataDigest;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.GridTrial;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.GridJournal;
import io.kahkm.selection.GridSearch;
import io.kahkm.selection.Selection;
import io.kahkm.selection.SelectionGrid;
import io.kahkm.selection.SelectionRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of {@code fit} that choose among several numbers of classes and exponents. */
final class GridOptions {
  /** Training noise of the paper's noise-aware search. */
  private static final List<Double> PAPER_NOISE = List.of(0.0, 0.005, 0.01, 0.02, 0.05);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--select",
      paramLabel = "RULE",
      description =
          "Choose among all pairs of --classes and --omega by their forecasts of coordinates on"
              + " model-selection rows: e:H, the smallest E_H; mean-e[:H,..], the smallest mean of"
              + " E over horizons; one-se[:H,..], among all within one standard error of the smallest"
              + " mean of 1 - R2, the pair whose coordinates vary most; noise-aware[:H=WEIGHT,..],"
              + " the same for a weighted 1 - R2 (1/4 at 50 and 100, 1/2 at 200 steps) averaged"
              + " over --noise. Default horizons: --horizons.")
  private String select;

  @Option(
      names = "--repeats",
      defaultValue = "3",
      paramLabel = "N",
      description = "With --select: fits of every pair, with k-means seeds from --seed on.")
  private int repeats;

  @Option(
      names = "--validation",
      defaultValue = "0.25",
      paramLabel = "SHARE",
      description =
          "With --select: share of every episode's fitting rows, its last ones, that candidates are"
              + " scored on. The chosen model is fitted on all of them; --holdout rows take no"
              + " part.")
  private double validation;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "LEVEL",
      description =
          "With --select: sensor noise added to the rows candidates are fitted on, as a share of"
              + " the sensor's standard deviation; scores are averaged over the levels. Default: 0,"
              + " and 0,0.005,0.01,0.02,0.05 for noise-aware.")
  private List<Double> noise;

  @Option(
      names = "--restart",
      description =
          "With --select: discard the scores that OUTPUT.grid.csv keeps and start over. Without it"
              + " an interrupted search resumes where it stopped, and another rule or a larger grid"
              + " fits only what is missing.")
  private boolean restart;

  private SelectionRule rule;

  boolean asked() {
    return select != null;
  }

  /** Checks what can be checked before any row is read. */
  void check(List<Integer> horizons) {
    if (!asked()) {
      for (String option : List.of("--repeats", "--validation", "--noise", "--restart")) {
        if (command.commandLine().getParseResult().hasMatchedOption(option)) {
          throw new UsageException(option + " needs --select");
        }
      }
      return;
    }
    try {
      rule = SelectionRule.parse(select, horizons);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--select: " + e.getMessage());
    }
    int fewest = rule.needsRepetitions() ? 2 : 1;
    if (repeats < fewest) {
      throw new UsageException(
          "--repeats is " + repeats + ", --select " + select + " needs at least " + fewest);
    }
    if (!(validation > 0 && validation < 1)) {
      throw new UsageException("--validation is " + validation + ", must be between 0 and 1");
    }
    if (noise == null) {
      noise = rule.isNoiseAware() ? PAPER_NOISE : List.of(0.0);
    }
    noise = noise.stream().distinct().sorted().toList();
    if (!(noise.get(0) >= 0) || Double.isInfinite(noise.get(noise.size() - 1))) {
      throw new UsageException("--noise is " + noise + ", levels must be at least 0 and finite");
    }
  }

  /**
   * Searches the grid and prints it.
   *
   * @return the settings with the chosen cell
   */
  FitSettings choose(
      SelectionGrid grid,
      FitSettings settings,
      StateData input,
      Path output,
      long seed,
      ReplaceOption replacing)
      throws IOException {
    GridTrial trial;
    try {
      trial =
          new GridTrial(
              settings,
              input.episodes(),
              validation,
              rule.horizons(),
              settings.forecasts().horizons(),
              seed);
    } catch (IllegalArgumentException e) {
      throw new DataException("cannot select: " + e.getMessage());
    }
    Path file = output.resolveSibling(output.getFileName() + ".grid.csv");
    replacing.refuseInput("--output", file);
    PrintWriter err = command.commandLine().getErr();
    Selection selection;
    try (GridJournal journal =
        GridJournal.open(file, identity(settings, input, seed), trial.horizons(), restart)) {
      if (journal.size() > 0) {
        err.println(file + " has " + journal.size() + " finished fits, which are reused");
      }
      GridSearch search = new GridSearch(grid, repeats, noise, trial, Optional.of(journal));
      List<CandidateRuns> runs = search.run(new ConsoleProgress(err));
      selection = rule.select(runs);
    } catch (GridJournal.OtherSearchException e) {
      throw new UsageException(
          e.getMessage() + ". --restart discards them, another --output keeps them");
    } catch (IllegalArgumentException e) {
      throw new DataException("cannot select: " + e.getMessage());
    }
    PrintWriter out = command.commandLine().getOut();
    GridText.print(out, selection, trial.horizons(), repeats, noise);
    out.flush();
    return chosen(settings, selection, grid, seed);
  }

  private FitSettings chosen(
      FitSettings settings, Selection selection, SelectionGrid grid, long seed) {
    Map<String, String> provenance = new LinkedHashMap<>(settings.provenance());
    provenance.put("selection", select + " of " + grid.size() + ": " + selection.why());
    return settings
        .withGridCell(
            selection.chosen().candidate().classes(),
            selection.chosen().candidate().omega(),
            new Partition.KMeansStart(seed))
        .withProvenance(provenance);
  }

  /** Everything but classes, omega, repetition and noise that a score depends on. */
  private Map<String, String> identity(FitSettings settings, StateData input, long seed) {
    MapSettings map = settings.map();
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("data", DataDigest.of(input.episodes()));
    identity.put("sensors", String.join(",", map.sensors()));
    identity.put("holdout", Double.toString(settings.holdout()));
    identity.put("validation", Double.toString(validation));
    identity.put("seed", Long.toString(seed));
    identity.put("tau", Double.toString(map.tau()));
    identity.put("block", Integer.toString(map.reconstruction().block()));
    identity.put("regularization", map.reconstruction().regularization().label());
    identity.put("far-field", map.reconstruction().farField().label());
    identity.put("scaling", map.states().scaling().label());
    identity.put("scaling-rows", Integer.toString(map.states().scalingRows()));
    identity.put("delays", Integer.toString(map.states().delays()));
    identity.put("closure", settings.closure().method().label());
    identity.put("beta", Double.toString(settings.closure().beta()));
    identity.put("epochs", Integer.toString(settings.closure().epochs()));
    return identity;
  }
}
