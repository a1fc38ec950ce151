package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading a recording may take minutes; what is wrong without any row is told before. */
class FitBeforeReadingTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--holdout -1 | holdout is -1.0, must be at least 0 and below 1",
        "--quantile 2 | quantile is 2.0, must be between 0 and 1",
        "--horizons 0 | horizons has 0, at least 1 is needed",
        "--references 0 | references is 0, must be at least 1",
        "--references few | references is 'few', must be auto, all or a number",
        "--season soon | --season is none, auto or durations: \"soon\" is not a duration such as"
            + " 500ms, 20s, 5m or 2h",
        "--season auto,1d | --season is none, auto or durations: \"auto\" is not a duration such as"
            + " 500ms, 20s, 5m or 2h",
        "--scaling-rows 50 | --scaling-rows needs --scaling per-stream",
        "--known r | --known is \"r\", which is not a sensor, did you mean q?",
        "--classes many | Invalid value for option '--classes' (C): \"many\" is not a whole number",
        "--omega wide | Invalid value for option '--omega' (OMEGA): \"wide\" is not a number",
        "--seed x | Invalid value for option '--seed': \"x\" is not a whole number",
      })
  void anOptionThatIsWrongIsToldBeforeARowIsRead(String option, String message) throws Exception {
    // The second row is none: whoever reads it says so.
    Path rows = Files.writeString(folder.resolve("rows.csv"), "q,p\n1,2\nno,row\n");
    Cli fit =
        Cli.words(
            "fit --state q,p " + option + " --output " + folder.resolve("m") + " --input", rows);

    assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fit.err()).contains("kahkm: " + message).doesNotContain("rows.csv");
  }

  @ParameterizedTest
  @CsvSource({"none", "auto", "7", "'1d,7d'"})
  void aSeasonThatMayFitTheRowsWaitsForThem(String season) throws Exception {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "q,p\n1,2\nno,row\n");
    Cli fit =
        Cli.words(
            "fit --state q,p --season " + season + " --output " + folder.resolve("m") + " --input",
            rows);

    assertThat(fit.err()).contains("rows.csv");
  }
}
