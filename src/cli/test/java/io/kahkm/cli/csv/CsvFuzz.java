package io.kahkm.cli.csv;

import io.kahkm.cli.console.DataException;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.Mutator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Files of columns. */
public final class CsvFuzz {
  private static final List<String> SAMPLES =
      List.of(
          "t,q,p,run\n1,0.5,-1e-3,a\n2,0.25,1e9,a\n3,0.125,0,b\n",
          """
          Zeit;Druck;Temperatur\r
          01.02.2026 10:00;1.234,5;21,5\r
          01.02.2026 10:01;1.235,0;21,75\r
          """,
          "1\t2.5\t3\n4\t5.5\t6\n7\t8.5\t9\n",
          "time  q   p\n 1   0.5  2\n 2   0.25 3\n",
          "\ufeff\"a,b\",\"c\"\"d\",e\n\"1\n2\",\"\",3\n4,5,6\n",
          "q\n1\n2\n\n3\n");

  private static final List<String> WORDS =
      List.of(
          ",", ";", "\t", " ", "\"", "\"\"", "\n", "\r", "\r\n", "\n\n", "NaN", "inf", "1,5",
          "1.234,5", "'", "\\", "\u0000", "\ufeff", "ä", "\u0085", "\u2028", "\"\n", "=1+1", "#");

  private CsvFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() {
    Mutator mutator =
        new Mutator(
            SAMPLES.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList(), WORDS);
    return List.of(
        new FuzzSubject(
            "csv",
            mutator::input,
            CsvFuzz::read,
            List.of(DataException.class),
            Set.of("numbers", "words", "DataException"),
            8_000_000,
            400,
            1_500,
            100_000));
  }

  private static String read(byte[] bytes) throws IOException {
    try (CsvSource source = CsvSource.of("fuzz.csv", new ByteArrayInputStream(bytes))) {
      int numbers = 0;
      int cells = 0;
      while (source.next()) {
        for (int column = 0; column < source.header().size(); column++) {
          OptionalDouble value = source.value(column);
          cells++;
          if (value.isPresent()) {
            numbers++;
          }
        }
      }
      return numbers > cells / 2 ? "numbers" : "words";
    }
  }
}
