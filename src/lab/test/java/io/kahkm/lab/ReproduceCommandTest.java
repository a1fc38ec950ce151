package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @Test
  void helpNamesTheTables() {
    Cli help = Lab.words("reproduce --help");

    assertThat(help.code()).isZero();
    assertThat(help.out())
        .contains("What to make: coverage, paper, alarms, forecasts, acceptance, faults,")
        .contains("exp_spectra");
  }

  @Test
  void unknownTablesTooFewWindowsAndASearchWithoutAFolderAreUsageErrors() {
    Cli unknown = Lab.words("reproduce nothing");
    Cli few = Lab.words("reproduce coverage --windows 499");
    Cli homeless = Lab.words("reproduce settings --full");

    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("there is no table nothing; there are: coverage");
    assertThat(few.code()).isEqualTo(ExitCode.USAGE);
    assertThat(few.err()).contains("--windows 499: at least 500 are needed");
    assertThat(Lab.words("reproduce alarms paper").err())
        .contains("alarms cannot be combined with other names");
    assertThat(Lab.words("reproduce paper --data /x").err()).contains("--data needs alarms");
    assertThat(Lab.words("reproduce forecasts paper").err())
        .contains("forecasts cannot be combined with other names");
    assertThat(Lab.words("reproduce acceptance paper").err())
        .contains("acceptance cannot be combined with other names");
    assertThat(Lab.words("reproduce faults").err())
        .contains("faults cannot be combined with other names, and needs --data");
    assertThat(homeless.code()).isEqualTo(ExitCode.USAGE);
    assertThat(homeless.err()).contains("--full needs --output");
  }

  @Test
  void aFolderThatHoldsFilesIsKept(@TempDir Path folder) throws IOException {
    Path kept = Files.writeString(folder.resolve("reproduction.md"), "the only one");

    Cli reproduce = Lab.words("reproduce exp_spectra --output", folder);
    Cli bench = Lab.words("bench vanderpol --output", folder);

    assertThat(reproduce.code()).isEqualTo(ExitCode.USAGE);
    assertThat(reproduce.err()).contains("holds files: choose another folder, or --replace");
    assertThat(bench.code()).isEqualTo(ExitCode.USAGE);
    assertThat(bench.err()).contains("holds files: choose another folder, or --replace");
    assertThat(Files.readString(kept)).isEqualTo("the only one");
  }

  @Test
  void outputHoldsTablesFiguresAndOneSelfContainedPage(@TempDir Path folder) throws IOException {
    Cli run = Lab.words("reproduce exp_spectra exp_spectral_panels --output", folder);

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("All checks hold.").contains("## Figure: Spectral candidates");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "exp-spectra.csv",
              "exp-spectral-panels.csv",
              "exp-spectral-panels.png",
              "exp-spectral-panels.svg",
              "index.html",
              "reproduction.md");
    }
    assertThat(Files.readAllLines(folder.resolve("exp-spectra.csv")))
        .hasSize(41)
        .first()
        .asString()
        .startsWith("row,column,printed,ours,difference,verdict");
    String page = Files.readString(folder.resolve("index.html"));
    assertThat(page)
        .contains("reproduce exp_spectra exp_spectral_panels", "<th>Java</th>", "<th>machine</th>")
        .contains("data:image/png;base64,")
        .doesNotContain("src=\"http", "<script");
    assertThat(Files.readString(folder.resolve("reproduction.md")))
        .contains("| all         | 40 ")
        .contains("| exp-spectra | 40 ");
  }

  @Test
  void theEnginesOwnClassesClaimNoDigits() {
    // One of these maps does not change on its evaluation states: persistence makes no error.
    Cli run = Lab.words("reproduce exp_ablation exp_search_protocol --own-kmeans");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("not claimed", "| setting").doesNotContain("| agrees");
  }

  @Test
  void theMonitorsStudyGoesWithCoverageAlone() {
    assertThat(Lab.words("reproduce paper --monitor").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Lab.words("reproduce coverage paper --monitor").err())
        .contains("--monitor needs coverage, and no other name");
  }

  @Tag("full")
  @Test
  void forecastsOfSimulatedSystemsAreJudgedAndOthersLeftOut() {
    Cli cli = Lab.words("reproduce forecasts --data /nowhere");

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("vanderpol", "duffing", "All checks hold")
        .doesNotContain("NAB ");
  }
}
