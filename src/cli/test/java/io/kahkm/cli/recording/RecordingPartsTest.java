package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.ModeRows;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What commands on recordings ask of modes, provenance, other forecasters, and say at their end.
 */
class RecordingPartsTest {
  @TempDir private Path folder;

  private static TopologyConfig topology(String rest) throws Exception {
    return TopologyConfig.parse("name: plant\n" + rest, "plant.yaml", Map.of());
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void aModeIsOneOfThoseThatTheTopologyFileHasModelsFor() throws Exception {
    Path path = Path.of("plant.yaml");
    TopologyConfig modes =
        topology(
            """
            model: {by-mode: {slow: s.safetensors, fast: f.safetensors}}
            input: {state: [q, p], time: t, mode: recipe}
            """);
    TopologyConfig one =
        topology("model: {file: m.safetensors}\ninput: {state: [q, p], time: t}\n");

    ModeChoice slow = new ModeChoice(Optional.of(modes), Optional.of("slow"));
    slow.require(path);
    assertThat(slow.model().orElseThrow()).hasFileName("s.safetensors");
    ModeRows rows = slow.rows().orElseThrow();
    assertThat(rows.column()).isEqualTo("recipe");
    assertThat(rows.mode()).isEqualTo("slow");
    ModeChoice none = new ModeChoice(Optional.of(one), Optional.empty());
    none.require(path);
    assertThat(none.model().orElseThrow()).hasFileName("m.safetensors");
    assertThat(none.rows()).isEmpty();
    ModeChoice without = new ModeChoice(Optional.empty(), Optional.empty());
    without.require(path);
    assertThat(without.model()).isEmpty();
    refuses(
        () -> new ModeChoice(Optional.of(modes), Optional.empty()).require(path),
        "--mode is missing: plant.yaml has a model for each of the modes slow, fast; say which"
            + " one");
    refuses(
        () -> new ModeChoice(Optional.of(modes), Optional.of("idle")).require(path),
        "--mode is idle, which is no mode of model.by-mode (slow, fast)");
    for (Optional<TopologyConfig> file :
        List.of(Optional.of(one), Optional.<TopologyConfig>empty())) {
      refuses(
          () -> new ModeChoice(file, Optional.of("slow")).require(path),
          "--mode needs a topology file with model.by-mode");
    }
  }

  @Test
  void whatIsSaidOfRowsIsReadAgain() {
    Map<String, String> said =
        RowProvenance.of(
            Optional.of("machine"),
            Optional.of("slow"),
            Optional.of(OperatingRule.of("q > 1").withSettle(180_000_000_000L)));
    RowProvenance.putMost(said, 5_000);
    Model model = TestModels.builderOf(TestModels.vanDerPol(3, 1)).provenance(said).build();

    assertThat(said)
        .containsExactly(
            Map.entry("stream column", "machine"),
            Map.entry("mode", "slow"),
            Map.entry("when", "q > 1"),
            Map.entry("settle", "3m"),
            Map.entry("rows at most", "5000"));
    assertThat(RowProvenance.streamColumn(model)).contains("machine");
    assertThat(RowProvenance.when(model)).contains("q > 1");
    assertThat(RowProvenance.settle(model)).contains(Duration.ofMinutes(3));
    assertThat(RowProvenance.mostRows(model)).hasValue(5_000);
    Model silent = TestModels.vanDerPol(3, 1);
    assertThat(RowProvenance.streamColumn(silent)).isEmpty();
    assertThat(RowProvenance.when(silent)).isEmpty();
    assertThat(RowProvenance.settle(silent)).isEmpty();
    assertThat(RowProvenance.mostRows(silent)).isEmpty();
    assertThat(
            RowProvenance.of(
                Optional.empty(), Optional.empty(), Optional.of(OperatingRule.of("q > 1"))))
        .containsExactly(Map.entry("when", "q > 1"));
    assertThat(RowProvenance.of(Optional.empty(), Optional.empty(), Optional.empty())).isEmpty();
  }

  /** A command with nothing but the options of its file. */
  @Command(name = "read")
  private static final class Reader {
    @Mixin private InputOptions data;
  }

  private static InputOptions parsed(String words) {
    Reader reader = new Reader();
    new CommandLine(reader).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words.split(" "));
    return reader.data;
  }

  private String next(String options, String model, boolean demo) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    InputOptions data = parsed(folder.resolve("plant.yaml") + " --input rows.csv" + options);
    data.check();
    new NextSteps(data, folder.resolve("plant.yaml"), folder.resolve(model)).print(out, demo);
    out.flush();
    return said.toString().replace(folder + "/", "");
  }

  @Test
  void whatToDoNextIsSaidInCommands() throws IOException {
    Files.writeString(
        folder.resolve("plant.yaml"),
        """
        name: plant
        model: {file: m.safetensors}
        input: {state: [q, p], time: t, time-unit: s}
        """);

    assertThat(next("", "m.safetensors", false))
        .isEqualTo(
            """

            Next, preferably on readings that the model was not fitted on:
              ./kahkm score plant.yaml --input rows.csv --output plant.scores.csv --report plant.html
            """);
    assertThat(next(" --stream machine", "m.safetensors", true))
        .isEqualTo(
            """

            Next, preferably on readings that the model was not fitted on:
              ./kahkm score plant.yaml --input rows.csv --stream machine --output plant.scores.csv --report plant.html
              ./kahkm demo plant.yaml --replay rows.csv --stream machine
            """);
    assertThat(next(" --state q", "n.safetensors", true))
        .isEqualTo(
            """

            First set input.state in plant.yaml to the sensors of the model: [q]
            Next, preferably on readings that the model was not fitted on:
              ./kahkm score plant.yaml --input rows.csv --state q --model n.safetensors --output plant.scores.csv --report plant.html
            and, after setting model.file in plant.yaml to n.safetensors:
              ./kahkm demo plant.yaml --replay rows.csv
            """);
  }

  @Test
  void aModelByAnotherPathIsTheSame() throws IOException {
    Files.writeString(
        folder.resolve("plant.yaml"),
        "name: plant\nmodel: {file: m.safetensors}\ninput: {state: [q, p], time: t}\n");

    assertThat(next("", "x/../m.safetensors", false)).doesNotContain("--model");
    assertThat(next("", "x/m.safetensors", false)).contains("--model x/m.safetensors");
  }

  @Test
  void anotherForecasterIsJudgedAtTheHorizonsThatItAndTheModelForecast() throws Exception {
    Model model = TestModels.vanDerPol(3, 1);
    TopologyConfig config =
        topology(
            """
            model: {file: m.safetensors}
            input: {state: [q, p], time: t}
            forecasts:
              topic: f
              horizons: [1, 5]
              others:
                - {name: chronos, topic: c, horizons: [5]}
                - {name: mixed, topic: d, horizons: [1], use: true}
            """);
    Optional<TopologyConfig> file = Optional.of(config);

    assertThat(ForecastFiles.forecaster("x/chronos.csv", file, model, List.of(1, 5)))
        .isEqualTo(new OtherForecaster("chronos", List.of(5), false));
    assertThat(ForecastFiles.forecaster("x/nobody.csv", file, model, List.of(1, 5)))
        .isEqualTo(new OtherForecaster("nobody", List.of(1, 5), false));
    assertThat(ForecastFiles.forecaster("chronos.csv", Optional.empty(), model, List.of(1)))
        .isEqualTo(new OtherForecaster("chronos", List.of(1), false));
    assertThat(ForecastFiles.declared(config, "mixed"))
        .contains(new OtherForecaster("mixed", List.of(1), true));
    assertThat(ForecastFiles.declared(config, "nobody")).isEmpty();
    refuses(
        () -> ForecastFiles.forecaster("chronos.csv", file, model, List.of(1)),
        "--others: chronos forecasts the horizons [5], asked for are [1]");
    refuses(
        () -> ForecastFiles.forecaster("nobody.csv", file, model, List.of(1, 9)),
        "--others needs a model that forecasts the sensors 9 steps ahead; fit it again with"
            + " --horizons 9");
    refuses(
        () -> ForecastFiles.forecaster("mixed.csv", file, model, List.of(1, 5)),
        "--others: forecasts of mixed are to be mixed, those of the model for 1 steps ahead are"
            + " not; fit it again with this release");
  }
}
