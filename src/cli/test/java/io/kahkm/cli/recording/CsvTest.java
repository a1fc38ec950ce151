package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.rows.StateData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  @TempDir Path folder;

  @Test
  void numbersReadBackExactly() throws IOException {
    List<Double> numbers =
        new ArrayList<>(
            List.of(
                0.0,
                -0.0,
                Double.MIN_VALUE,
                -Double.MIN_NORMAL,
                Double.MAX_VALUE,
                0.1,
                1.0 / 3,
                2e-3,
                9007199254740991.0));
    SplittableRandom random = new SplittableRandom(1);
    while (numbers.size() < 5000) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        numbers.add(value);
      }
    }
    Path path = folder.resolve("numbers.csv");
    try (CsvSink sink = CsvSink.create(path, List.of("x", "note"))) {
      for (double number : numbers) {
        sink.write(List.of(number, "a, \"quoted\" text"));
      }
    }

    try (CsvSource source = CsvSource.open(path.toString())) {
      for (double number : numbers) {
        assertThat(source.next()).isTrue();
        assertThat(Double.doubleToRawLongBits(source.number(0)))
            .isEqualTo(Double.doubleToRawLongBits(number));
        assertThat(source.text(1)).isEqualTo("a, \"quoted\" text");
      }
      assertThat(source.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "NaN",
        "Infinity",
        "1e999",
        "0x1p3",
        "1d",
        "1f",
        "1,234",
        "1 2",
        "--1",
        "."
      })
  void whatIsNoFiniteNumberIsReportedWithFileLineAndColumn(String cell) throws IOException {
    Path path =
        Files.writeString(folder.resolve("bad.csv"), "q,p\n1,2\n\n3,\"" + cell + "\"\n5,6\n");

    try (CsvSource source = CsvSource.open(path.toString())) {
      source.next();
      source.next();
      assertThatThrownBy(() -> source.number(1))
          .isInstanceOf(DataException.class)
          .hasMessageContaining(path + ":4, column p")
          .hasMessageContaining("\"" + cell + "\"");
    }
  }

  @Test
  void aRowOfAnotherLengthIsReportedWithItsLine() throws IOException {
    Path path = Files.writeString(folder.resolve("bad.csv"), "q,p\r\n1,2\r\n1,2,3\r\n");

    try (CsvSource source = CsvSource.open(path.toString())) {
      source.next();
      assertThatThrownBy(source::next)
          .isInstanceOf(DataException.class)
          .hasMessageContaining(path + ":3")
          .hasMessageContaining("3 values, the header has 2 columns");
    }
  }

  @Test
  void aTitleAboveTheHeaderIsSuspectedWhereTheFirstRowIsLonger() throws IOException {
    Path path = Files.writeString(folder.resolve("titled.csv"), "Plant 7\n\nq,p\n1,2\n");

    try (CsvSource source = CsvSource.open(path.toString())) {
      assertThatThrownBy(source::next)
          .hasMessage(
              path
                  + ":3: 2 values, the header has 1 column; if what stands above line 3 is a title,"
                  + " delete it");
    }
  }

  @Test
  void noTitleIsSuspectedWhereTheFirstRowIsShorterOrAnotherRowIsLonger() throws IOException {
    Path shorter = Files.writeString(folder.resolve("shorter.csv"), "q,p\n1\n");
    Path later = Files.writeString(folder.resolve("later.csv"), "q,p\n1,2\n1,2,3\n");

    try (CsvSource source = CsvSource.open(shorter.toString())) {
      assertThatThrownBy(source::next)
          .hasMessage(shorter + ":2: 1 value, the header has 2 columns");
    }
    try (CsvSource source = CsvSource.open(later.toString())) {
      source.next();
      assertThatThrownBy(source::next).hasMessage(later + ":3: 3 values, the header has 2 columns");
    }
  }

  @Test
  void linesAreCountedThroughQuotedLineBreaks() throws IOException {
    Path path = Files.writeString(folder.resolve("quoted.csv"), "q,note\n1,\"a\nb\"\nx,c\n");

    try (CsvSource source = CsvSource.open(path.toString())) {
      source.next();
      source.next();
      assertThatThrownBy(() -> source.number(0)).hasMessageContaining(path + ":4, column q");
    }
  }

  @Test
  void aFileWithoutRowsIsReported() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.csv"), "");
    assertThatThrownBy(() -> CsvSource.open(empty.toString()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("header");

    Path headerOnly = Files.writeString(folder.resolve("header.csv"), "q,p\n");
    Cli fit = Cli.words("fit --state q,p --output x --input", headerOnly);
    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err()).contains("header.csv has no data row");
  }

  @Test
  void standardInputIsReadLikeAFile() throws IOException {
    StringBuilder rows = new StringBuilder("q\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i * 37 % 61).append('\n');
    }
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
    try {
      Cli fit =
          Cli.words(
              "fit --details --input - --state q --classes 2 --horizons 1 --output",
              folder.resolve("model.safetensors"));
      assertThat(fit.code()).as(fit.err()).isZero();
      assertThat(fit.out()).contains("12 rows held out");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void encodeLeavesNothingBehindOfWhatItCannotFinish() throws IOException {
    StringBuilder rows = new StringBuilder("q\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i * 37 % 61).append('\n');
    }
    Path good = Files.writeString(folder.resolve("good.csv"), rows);
    Path bad = Files.writeString(folder.resolve("bad.csv"), rows + "1,2\n");
    Path model = folder.resolve("m");
    Path output = folder.resolve("phi.csv");
    assertThat(
            Cli.words("fit --state q --classes 2 --horizons 1 --output " + model + " --input", good)
                .code())
        .isZero();
    String encode = "encode --state q --model " + model + " --output " + output + " --input ";

    assertThat(Cli.words(encode + bad).code()).isEqualTo(ExitCode.FAILED);
    assertThat(folder).isDirectoryNotContaining(file -> file.toString().contains("phi.csv"));

    assertThat(Cli.words(encode + good).code()).isZero();
    long size = Files.size(output);
    assertThat(Cli.words(encode + bad + " --replace").code()).isEqualTo(ExitCode.FAILED);
    assertThat(output).hasSize(size);
  }

  @Test
  void aConstantSensorIsNamed() throws IOException {
    StringBuilder rows = new StringBuilder("speed,stuck\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i).append(",3\n");
    }
    Path path = Files.writeString(folder.resolve("constant.csv"), rows);

    Cli fit = Cli.words("fit --state speed,stuck --classes 2 --output x --input", path);

    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err()).contains("constant").contains("stuck");
  }

  @Test
  void episodesChangeWhereTheColumnChanges() throws IOException {
    StateData data = read("run,q,k\na,1,0\na,2,1\nb,3,\na,4,5\na,5,\n", "run", null, "k");

    assertThat(data.names()).containsExactly("a", "b", "a");
    assertThat(data.episodes().transitions()).isEqualTo(2);
    assertThat(data.episodes().state(2, 1)).containsExactly(5);
    assertThat(data.labels()).containsExactly(0, 5);
    assertThat(data.pairs()).isFalse();
  }

  @Test
  void aMissingLabelIsReportedWhereItIsMissing() {
    assertThatThrownBy(() -> read("run,q,k\na,1,0\na,2,\na,3,\n", "run", null, "k"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(":3, column k");
  }

  @Test
  void pairsAreEpisodesOfTwoStates() throws IOException {
    StateData data = read("q,q_next\n1,2\n7,8\n", null, List.of("q_next"), null);

    assertThat(data.pairs()).isTrue();
    assertThat(data.episodes().count()).isEqualTo(2);
    assertThat(data.episodes().state(1, 1)).containsExactly(8);
  }

  private StateData read(String text, String episode, List<String> next, String labels)
      throws IOException {
    InputOptions options = new InputOptions();
    options.input = Files.writeString(folder.resolve("data.csv"), text).toString();
    options.state = List.of("q");
    options.episode = episode;
    options.next = next;
    return options.read(labels, () -> {});
  }

  /** Exports put blanks after their separators, in the header and in the cells. */
  @Test
  void blanksAroundNamesAndValuesAreNoPartOfThem() throws IOException {
    byte[] text = "time , q,  p\n a , 1.5 ,\t-2\n".getBytes(StandardCharsets.UTF_8);
    try (CsvSource source = CsvSource.of("x", new ByteArrayInputStream(text))) {
      assertThat(source.header()).containsExactly("time", "q", "p");
      assertThat(source.column("p", "--state")).isEqualTo(2);
      assertThat(source.next()).isTrue();
      assertThat(source.text(0)).isEqualTo("a");
      assertThat(source.number(1)).isEqualTo(1.5);
      assertThat(source.number(2)).isEqualTo(-2);
    }
  }
}
