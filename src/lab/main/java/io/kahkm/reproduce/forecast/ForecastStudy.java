package io.kahkm.reproduce.forecast;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.forecast.ForecastTables.Aim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * Forecasts on rows that were not fitted: two simulated systems, and of a folder the recorded
 * plants that are there, cut as docs/evidence/forecasts.md says.
 */
public final class ForecastStudy implements Study {
  private final Optional<Path> folder;
  private final Function<String[], CommandLine> lines;

  /**
   * A study.
   *
   * @param folder holds recordings; empty for the simulated systems alone
   * @param lines gives the command line for what is to be executed; simulates too
   */
  public ForecastStudy(Optional<Path> folder, Function<String[], CommandLine> lines) {
    this.lines = lines;
    this.folder = folder;
  }

  @Override
  public String name() {
    return "forecasts";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    ForecastTables tables = new ForecastTables();
    boolean passed = true;
    try (ProductCommands commands = new ProductCommands(lines)) {
      ForecastRecordings recordings = new ForecastRecordings(folder, commands);
      for (String system : List.of("vanderpol", "duffing")) {
        passed &= tables.add(system, recordings.simulated(system), Aim.SOUND);
      }
      if (recordings.has("tep_train.csv") && recordings.has("tep_test.csv")) {
        passed &= tables.add("Tennessee Eastman", recordings.tennessee(), Aim.of(0.5, 0.47, 0.55));
      }
      if (recordings.has("nab_machine_temperature.csv")) {
        passed &= tables.add("NAB, normal rows", recordings.nab(), Aim.SOUND);
        String next = recordings.nabFollowing();
        passed &= tables.add("NAB, 5,000 rows", next, Aim.of(0.08, 0.02, 0.09, 0.4));
      }
      if (recordings.has("etth1.csv")) {
        String next = recordings.etth1();
        passed &= tables.add("Etth1", next, Aim.of(0.32, 0.24, 0.23, 0.24));
      }
      if (recordings.has("etth1.csv")) {
        tables.add("Etth1, second year", recordings.transformer(), Aim.SOUND);
      }
      if (recordings.has("skab_open")) {
        passed &= tables.add("SKAB", recordings.skab(), Aim.SOUND);
      }
      if (recordings.has("bibmon_real_process.csv")) {
        tables.add("BibMon", recordings.bibmon(), Aim.SOUND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Outcome.ofTables(tables.tables(passed));
  }
}
