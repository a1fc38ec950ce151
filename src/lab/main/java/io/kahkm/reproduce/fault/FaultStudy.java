package io.kahkm.reproduce.fault;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * Ordinary faults put into recorded plants, sensor by sensor, and faults that were recorded, looked
 * for by {@code init}, the {@code fit} that it proposes, and {@code score}.
 */
public final class FaultStudy implements Study {
  private static final FaultyRecording.Layout LAYOUT = new FaultyRecording.Layout(0, 1);

  private static final int ETTH1_FITTED = 11_520;
  private static final int ETTH1_FROM = 12_000;
  private static final int NAB_FITTED = 5_000;
  private static final int NAB_FROM = 5_200;

  private final Path folder;
  private final Function<String[], CommandLine> lines;

  /**
   * A study of a folder.
   *
   * @param folder holds the recordings, which do not come with the project
   * @param lines gives the command line for what is to be executed
   */
  public FaultStudy(Path folder, Function<String[], CommandLine> lines) {
    this.folder = folder;
    this.lines = lines;
  }

  @Override
  public String name() {
    return "faults";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    InjectedFaults injected = new InjectedFaults();
    List<ResultTable> recorded = new ArrayList<>();
    try (ProductCommands commands = new ProductCommands(lines)) {
      if (Files.exists(folder.resolve("etth1.csv"))) {
        injected.inject(
            commands,
            FaultyRecording.read(
                folder.resolve("etth1.csv"), "Etth1", LAYOUT, ETTH1_FITTED, ETTH1_FROM));
      }
      if (Files.exists(folder.resolve("nab_machine_temperature.csv"))) {
        injected.inject(
            commands,
            FaultyRecording.read(
                folder.resolve("nab_machine_temperature.csv"),
                "NAB",
                LAYOUT,
                NAB_FITTED,
                NAB_FROM));
      }
      if (Files.exists(folder.resolve("tep_test.csv"))) {
        recorded.add(TennesseeFaults.table(folder, commands));
      }
      if (Files.isDirectory(folder.resolve("skab_open"))) {
        recorded.addAll(SkabFaults.tables(folder, commands));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<ResultTable> tables = new ArrayList<>(injected.tables());
    tables.addAll(recorded);
    return Outcome.ofTables(tables);
  }
}
