package io.kahkm.cli;

import io.kahkm.reproduce.ResultTable;
import io.kahkm.reproduce.Studies;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.ClassSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
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
    header = {"Make the tables that show what the engine claims.", ""},
    showDefaultValues = true,
    description = {
      "Runs the engine on laws whose answers are known and prints what it promised and what it kept; "
          + "computes the paper's tables again and prints ours beside every printed digit. "
          + "Ends with exit code 1 if anything is not kept, if a check could not have noticed, or if a "
          + "printed number differs and nothing explains it.",
      "",
      "coverage: how often certificates are wrong, what misuse of the sampling does, and how many "
          + "units each bound needs to exclude a tolerance; a few minutes. The other names are labels "
          + "of the paper's tables; all of them together take a few minutes more."
    })
final class ReproduceCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TABLE",
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
      names = "--output",
      paramLabel = "DIR",
      description = "Also write every table to this folder, as NAME.csv; made if need be.")
  private Path output;

  /** Names of the studies, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Studies.all(ClassSource.PUBLISHED).stream().map(Study::name).iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    List<Study> studies = chosen();
    if (windows < StudySettings.FEWEST_WINDOWS) {
      throw new UsageException(
          "--windows " + windows + ": at least " + StudySettings.FEWEST_WINDOWS + " are needed");
    }
    if (output != null) {
      Files.createDirectories(output);
    }
    StudySettings settings = new StudySettings(windows, seed);
    PrintWriter out = spec.commandLine().getOut();
    ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
    List<String> failed = new ArrayList<>();
    for (Study study : studies) {
      for (ResultTable table : study.run(settings, progress)) {
        ResultText.print(out, table);
        if (output != null) {
          ResultText.write(output, table);
        }
        if (!table.passed()) {
          failed.add(table.name());
        }
      }
    }
    out.println(failed.isEmpty() ? "All checks hold." : "FAILED: " + String.join(", ", failed));
    out.flush();
    return failed.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<Study> chosen() {
    List<Study> all = Studies.all(ownKMeans ? ClassSource.OWN : ClassSource.PUBLISHED);
    List<Study> studies = new ArrayList<>();
    for (String name : names) {
      studies.add(
          all.stream()
              .filter(study -> study.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "there is no table "
                              + name
                              + "; there are: "
                              + String.join(", ", new Names()))));
    }
    return studies.isEmpty() ? all : studies.stream().distinct().toList();
  }
}
