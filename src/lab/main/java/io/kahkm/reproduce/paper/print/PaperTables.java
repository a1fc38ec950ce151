package io.kahkm.reproduce.paper.print;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;

/** Every number the paper prints in a table or quotes from one in its prose. */
public final class PaperTables {
  private static final String RESOURCE = "/paper/printed.tsv";
  private static final List<PrintedEntry> ENTRIES = read();

  private PaperTables() {}

  /**
   * The packaged list, read at the first use.
   *
   * @return all 443 entries in the paper's order: 426 results and 17 settings
   */
  public static List<PrintedEntry> entries() {
    return ENTRIES;
  }

  private static List<PrintedEntry> read() {
    try (InputStream bytes = PaperTables.class.getResourceAsStream(RESOURCE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> entry(line.split("\t", -1))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("packaged file " + RESOURCE + " cannot be read", e);
    }
  }

  private static PrintedEntry entry(String[] cells) {
    return new PrintedEntry(
        cells[0],
        cells[1],
        cells[2],
        cells[3],
        Double.parseDouble(cells[4]),
        Double.parseDouble(cells[5]),
        Double.parseDouble(cells[6]),
        Double.parseDouble(cells[7]),
        cells[8].isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Double.parseDouble(cells[8])));
  }
}
