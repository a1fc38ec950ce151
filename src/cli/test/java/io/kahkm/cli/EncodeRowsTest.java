package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code encode} takes rows as the engine and the other commands do. */
class EncodeRowsTest {
  @TempDir static Path folder;
  private static Path model;

  /** A state of its map is two readings. */
  private static Path delayed;

  @BeforeAll
  static void fit() {
    model = fit("m.safetensors", "");
    delayed = fit("delayed.safetensors", " --delays 2");
  }

  private static Path fit(String name, String options) {
    Path file = folder.resolve(name);
    Cli fit =
        Cli.words(
            "fit --state q,p --episode seed --classes 4 --omega 8 --block 40 --holdout 0 --horizons"
                + " 1"
                + options
                + " --input "
                + Cli.golden("duffing_eval_seeds_100_101_102.csv")
                + " --output",
            file);
    assertThat(fit.code()).as(fit.err()).isZero();
    return file;
  }

  private static List<String> encode(String rows, String options) throws IOException {
    return encode(model, rows, options);
  }

  private static List<String> encode(Path model, String rows, String options) throws IOException {
    Path csv = Files.writeString(folder.resolve("rows.csv"), rows);
    Path output = folder.resolve("phi.csv");
    Cli encode =
        Cli.words(
            "encode --state q,p"
                + options
                + " --input "
                + csv
                + " --model "
                + model
                + " --replace --output",
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
  void aNumberThatStandsForNoReadingIsMissing() throws IOException {
    String codes = "t,q,p\n0,0.7,0.1\n60,-9999,0.2\n120,32767,0.3\n180,0.9,0.4\n";
    String empty = "t,q,p\n0,0.7,0.1\n60,,0.2\n120,,0.3\n180,0.9,0.4\n";

    List<String> missing = encode(empty, " --time t --time-unit s --hold 2m");
    String held = " --time t --time-unit s --hold 2m";
    assertThat(encode(codes, held + " --missing -9999,32767")).isEqualTo(missing);
    assertThat(encode(codes, held + " --missing -9999")).as("control").isNotEqualTo(missing);
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
    assertThat(encode.err()).contains("--hold needs --time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--step 60s", "--idle 2m", "--step 60s --idle 2m --hold 1m"})
  void aStateReachesNeitherAcrossAGapNorAnIrregularStep(String options) throws IOException {
    String rows = "t,run,q,p\n0,a,0.7,0.1\n60,a,0.7,0.2\n600,b,0.7,0.3\n660,b,0.9,0.4\n";

    List<String> apart = encode(delayed, rows, " --episode run");
    List<String> broken = encode(delayed, rows, " --time t --time-unit s " + options);
    List<String> across = encode(delayed, rows, "");

    assertThat(broken).isEqualTo(apart);
    assertThat(broken.get(2)).isEqualTo(",,,,").isNotEqualTo(across.get(2));
  }

  @Test
  void streamsStayInTheOrderOfTheFile() throws IOException {
    String mixed = "m,q,p\na,0.7,0.1\nb,0.2,0.1\na,0.7,\nb,0.3,0.1\na,0.8,0.2\n";

    List<String> rows = encode(mixed, " --stream m");

    assertThat(rows).isEqualTo(encode(mixed, ""));
    assertThat(rows.get(2)).isEqualTo(",,,,");
    assertThat(rows.get(3)).isNotEqualTo(rows.get(4));
  }

  @Test
  void pairsGiveTheCoordinatesOfTheirFirstState() throws IOException {
    String pairs = "q,p,q2,p2\n0.7,0.1,0.2,0.3\n0.9,0.4,0.1,0.1\n";

    assertThat(encode(pairs, " --next q2,p2")).isEqualTo(encode(pairs, ""));
  }
}
