package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReproduceCommandTest {
  @Test
  void helpNamesTheTables() {
    Cli help = Cli.words("reproduce --help");

    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("What to make: coverage, settings").contains("exp_spectra");
  }

  @Test
  void unknownTablesAndTooFewWindowsAreUsageErrors() {
    Cli unknown = Cli.words("reproduce nothing");
    Cli few = Cli.words("reproduce coverage --windows 499");

    assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("there is no table nothing; there are: coverage");
    assertThat(few.code()).isEqualTo(ExitCode.USAGE);
    assertThat(few.err()).contains("--windows 499: at least 500 are needed");
  }
}
