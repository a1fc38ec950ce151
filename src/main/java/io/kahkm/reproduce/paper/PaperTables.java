package io.kahkm.reproduce.paper;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Every number the paper prints in a table or quotes from one in its prose. */
public final class PaperTables {
  private static final String RESOURCE = "/paper/printed.csv";

  private PaperTables() {}

  /**
   * Reads the packaged list.
   *
   * @return all 443 entries in the paper's order
   */
  public static List<PrintedEntry> entries() {
    CsvMapper mapper = new CsvMapper();
    CsvSchema schema = CsvSchema.emptySchema().withHeader();
    try (InputStream bytes = PaperTables.class.getResourceAsStream(RESOURCE);
        MappingIterator<Map<String, String>> rows =
            mapper.readerForMapOf(String.class).with(schema).readValues(bytes)) {
      List<PrintedEntry> entries = new ArrayList<>();
      while (rows.hasNext()) {
        entries.add(entry(rows.next()));
      }
      return List.copyOf(entries);
    } catch (IOException e) {
      throw new UncheckedIOException("packaged file " + RESOURCE + " cannot be read", e);
    }
  }

  private static PrintedEntry entry(Map<String, String> row) {
    String archived = row.get("archived");
    return new PrintedEntry(
        row.get("table"),
        row.get("row"),
        row.get("column"),
        row.get("printed"),
        Double.parseDouble(row.get("value")),
        Double.parseDouble(row.get("tolerance")),
        Double.parseDouble(row.get("reference")),
        Double.parseDouble(row.get("reference_tolerance")),
        archived.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Double.parseDouble(archived)));
  }
}
