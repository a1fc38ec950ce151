package io.kahkm.cli.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvDialectTest {
  @TempDir Path folder;

  private CsvContent read(String text, Charset charset) throws IOException {
    Path path = Files.write(folder.resolve("data.csv"), text.getBytes(charset));
    List<List<Double>> rows = new ArrayList<>();
    try (CsvSource source = CsvSource.open(path.toString())) {
      while (source.next()) {
        List<Double> row = new ArrayList<>();
        for (int i = 0; i < source.header().size(); i++) {
          row.add(source.value(i).orElse(Double.NaN));
        }
        rows.add(row);
      }
      return new CsvContent(source.header(), rows, source.detected());
    }
  }

  private CsvContent read(String text) throws IOException {
    return read(text, StandardCharsets.UTF_8);
  }

  private record CsvContent(List<String> header, List<List<Double>> rows, List<String> detected) {}

  @ParameterizedTest
  @org.junit.jupiter.params.provider.CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "q,p%1.5,2%3,4.25%               | ",
        "q;p%1.5;2%3;4.25%               | columns separated by semicolons",
        "q\tp%1.5\t2%3\t4.25%            | columns separated by tabs",
        "q   p%1.5  2%  3 4.25 %         | columns separated by blanks",
        "q;p%1,5;2%3;4,25%               | columns separated by semicolons, decimal commas",
        "q\tp%1,5\t2%3\t4,25%            | columns separated by tabs, decimal commas",
        "q p%1,5 2%3 4,25%               | columns separated by blanks, decimal commas",
        "q,p%\"1,5\",2%3,\"4,25\"%       | decimal commas",
        "\"q\";\"p\"%\"1,5\";2%3;4,25%   | columns separated by semicolons, decimal commas",
        "q,p%%1.5,2%%3,4.25%             | ",
      })
  void separatorAndDecimalMarkAreDetectedAndSaid(String text, String detected) throws IOException {
    CsvContent content = read(text.replace('%', '\n'));

    assertThat(content.header()).containsExactly("q", "p");
    assertThat(content.rows()).containsExactly(List.of(1.5, 2.0), List.of(3.0, 4.25));
    assertThat(content.detected()).isEqualTo(detected == null ? List.of() : List.of(detected));
  }

  @Test
  void aBlankInTextDividesNothing() throws IOException {
    CsvContent content = read("time,a b\n2013-12-02 21:15:00,1\n2013-12-02 21:20:00,Bad Input\n");

    assertThat(content.header()).containsExactly("time", "a b");
    assertThat(content.detected()).isEmpty();
  }

  @Test
  void aSeparatorInQuotesDividesNothing() throws IOException {
    CsvContent content = read("q;note;p\n1;\"a;b\";2\n");

    assertThat(content.rows()).containsExactly(List.of(1.0, Double.NaN, 2.0));
  }

  /** Lines without quotes are divided another way. */
  @Test
  void aLineIsDividedAlikeWithAQuotedCellAndWithout() {
    for (String separator : List.of("\t", ";", ",")) {
      for (List<String> cells :
          List.of(
              List.of("q"),
              List.of("q", "1.5", "a b", ""),
              List.of("q", "", "", "x"),
              List.of("q", ""))) {
        String line = String.join(" " + separator + " ", cells);
        char divides = separator.charAt(0);
        assertThat(CsvDialect.cells(line, divides)).isEqualTo(cells);
        assertThat(CsvDialect.cells("\"q\"" + line.substring(1), divides)).isEqualTo(cells);
      }
    }
    assertThat(CsvDialect.cells("", ',')).containsExactly("");
    assertThat(CsvDialect.cells(",", ',')).containsExactly("", "");
  }

  @Test
  void oneNumberCanSettleWhatAnotherLeavesOpen() throws IOException {
    assertThat(read("q;p\n1,234;0,5\n").rows()).containsExactly(List.of(1.234, 0.5));
    assertThat(read("q;p\n1,234;0.5\n").rows()).containsExactly(List.of(1234.0, 0.5));
    assertThat(read("q;p\n1,234;5\n").rows()).containsExactly(List.of(Double.NaN, 5.0));
    assertThat(read("q;p;r\n1,234;0.5;0,5\n").rows())
        .containsExactly(List.of(Double.NaN, 0.5, 0.5));
  }

  @Test
  void aFileWithoutHeaderGetsNames() throws IOException {
    CsvContent content = read(" 1.5  2\n 3  4.25\n");

    assertThat(content.header()).containsExactly("column_1", "column_2");
    assertThat(content.rows()).containsExactly(List.of(1.5, 2.0), List.of(3.0, 4.25));
    assertThat(content.detected())
        .contains("no header row, columns are named column_1 to column_2");
  }

  @Test
  void countedColumnsAreAHeader() throws IOException {
    assertThat(read("0,1\n1.5,2\n").header()).containsExactly("0", "1");
    assertThat(read("1,2\n1.5,2\n").header()).containsExactly("1", "2");
  }

  @Test
  void anUnnamedColumnGetsAName() throws IOException {
    assertThat(read(",q\n0,1\n").header()).containsExactly("column_1", "q");
  }

  @Test
  void aByteOrderMarkBelongsToNoName() throws IOException {
    assertThat(read("\ufeffq,p\n1,2\n").header()).containsExactly("q", "p");
  }

  @Test
  void spreadsheetsOtherCharactersAreRead() throws IOException {
    CsvContent content = read("Temp °C;p\n1,5;2\n", Charset.forName("windows-1252"));

    assertThat(content.header()).containsExactly("Temp °C", "p");
    assertThat(content.detected()).contains("not UTF-8, read as Windows-1252");
  }

  /** As spreadsheets write it, with a mark at the beginning, and as other programs do, without. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void readsSixteenBitTextWithAMarkAndWithout(String charset) throws IOException {
    for (String mark : List.of("", "\ufeff")) {
      CsvContent content = read(mark + "Temp °C\tp\n1.5\t2\n3\t4\n", Charset.forName(charset));
      assertThat(content.header()).containsExactly("Temp °C", "p");
      assertThat(content.detected()).contains("not UTF-8, read as UTF-16");
    }
  }

  @Test
  void aLongFileIsReadBeyondItsSample() throws IOException {
    StringBuilder text = new StringBuilder("q;größe\n");
    for (int i = 0; i < 60_000; i++) {
      text.append(i).append(",5;ü\n");
    }

    CsvContent content = read(text.toString());

    assertThat(content.header()).containsExactly("q", "größe");
    assertThat(content.rows()).hasSize(60_000);
    assertThat(content.rows().get(59_999).get(0)).isEqualTo(59_999.5);
  }
}
