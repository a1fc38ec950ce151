package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code encode --hold}: the last value stands in for a missing one, as in the other commands. */
class EncodeHoldTest {
  @TempDir static Path folder;
  private static Path model;

  @BeforeAll
  static void fit() {
    model = folder.resolve("m.safetensors");
    Cli fit =
        Cli.words(
            "fit --state q,p --episode seed --classes 4 --holdout 0 --horizons 1 --input "
                + Cli.golden("duffing_eval_seeds_100_101_102.csv")
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
  }

  private static List<String> encode(String rows, String options) throws IOException {
    Path csv = Files.writeString(folder.resolve("rows.csv"), rows);
    Path output = folder.resolve("phi.csv");
    Cli encode =
        Cli.words(
            "encode --state q,p" + options + " --input " + csv + " --model " + model + " --output",
            output);
    assertThat(encode.code()).as(encode.err()).isZero();
    List<String> lines = Files.readAllLines(output);
    return lines.subList(1, lines.size());
  }

  @Test
  void aMissingValueIsTheLastOneUntilThatIsTooOld() throws IOException {
    String gaps = "t,q,p\n0,0.7,0.1\n60,,0.2\n120,Bad Input,0.3\n180,0.9,0.4\n";
    String filled = "t,q,p\n0,0.7,0.1\n60,0.7,0.2\n120,0.7,0.3\n180,0.9,0.4\n";

    List<String> whole = encode(filled, "");
    List<String> heldAll = encode(gaps, " --time t --time-unit s --hold 2m");
    List<String> heldOnce = encode(gaps, " --time t --time-unit s --hold 90s");
    List<String> notHeld = encode(gaps, "");

    assertThat(heldAll).isEqualTo(whole);
    assertThat(heldOnce.get(1)).isEqualTo(whole.get(1));
    assertThat(heldOnce.get(2)).isEqualTo(",,,,");
    assertThat(heldOnce.get(3)).isEqualTo(whole.get(3));
    assertThat(notHeld.get(1)).isEqualTo(",,,,");
  }

  @Test
  void aRowWithoutAPlaceInTimeGetsNoCoordinates() throws IOException {
    List<String> rows =
        encode(
            "t,q,p\n0,0.7,0.1\nsoon,0.7,0.2\n0,0.7,0.3\n60,0.9,0.4\n",
            " --time t --time-unit s --hold 2m");

    assertThat(rows.get(1)).isEqualTo(",,,,");
    assertThat(rows.get(2)).isEqualTo(",,,,");
    assertThat(rows.get(3)).isNotEqualTo(",,,,");
  }

  @Test
  void holdNeedsTheTimeItAgesBy() {
    Cli encode =
        Cli.words("encode --state q,p --hold 2m --input x.csv --output y.csv --model", model);

    assertThat(encode.code()).isEqualTo(ExitCode.USAGE);
    assertThat(encode.err()).contains("--hold and --time go together");
  }
}
