package io.kahkm.lab;

import io.kahkm.cli.option.VersionProvider;
import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.report.ResultText;
import io.kahkm.reproduce.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what {@code kahkm reproduce} makes to a folder. */
final class ReproductionFiles {
  private final Path folder;
  private final PrintWriter err;
  private final Instant started = Instant.now();
  private final List<ResultTable> tables = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private boolean pictures = true;

  private ReproductionFiles(Path folder, PrintWriter err) {
    this.folder = folder;
    this.err = err;
  }

  /** Makes the folder if need be. */
  static ReproductionFiles in(Path folder, PrintWriter err) throws IOException {
    Files.createDirectories(folder);
    return new ReproductionFiles(folder, err);
  }

  /** Writes tables and figures of a study as soon as they are made. */
  void write(Outcome outcome) throws IOException {
    for (ResultTable table : outcome.tables()) {
      ResultText.write(folder, table);
      tables.add(table);
    }
    for (Figure figure : outcome.figures()) {
      ResultText.write(folder, figure.data());
      draw(figure);
      figures.add(figure);
    }
  }

  private void draw(Figure figure) throws IOException {
    if (!pictures) {
      return;
    }
    try {
      Files.write(folder.resolve(figure.name() + ".png"), figure.picture().png());
      Files.writeString(folder.resolve(figure.name() + ".svg"), figure.picture().svg());
    } catch (IllegalStateException e) {
      pictures = false;
      err.println("warning: " + e.getMessage() + "; the figures' points are written as CSV");
    }
  }

  /** Writes the report of everything. */
  void finish(List<String> arguments) throws IOException {
    ReproductionReport report = new ReproductionReport(circumstances(arguments), tables, figures);
    Files.writeString(folder.resolve("reproduction.md"), report.markdown());
    Files.writeString(folder.resolve("index.html"), ReproductionPage.of(report, pictures));
  }

  private Map<String, String> circumstances(List<String> arguments) {
    Map<String, String> circumstances = new LinkedHashMap<>();
    circumstances.put("command", "kahkm " + String.join(" ", arguments));
    circumstances.put("version", VersionProvider.version());
    circumstances.put("date", started.truncatedTo(ChronoUnit.SECONDS).toString());
    circumstances.put(
        "took",
        Duration.between(started, Instant.now()).toSeconds()
            + " s"
            + ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(used -> ", " + used.toSeconds() + " s of processor time")
                .orElse(""));
    circumstances.put(
        "Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    circumstances.put(
        "machine",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " processors");
    return circumstances;
  }
}
