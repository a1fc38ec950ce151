package io.kahkm.cli.csv;

import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a CSV file with a header row. Doubles are written so that they read back exactly. Mutable,
 * for one thread.
 */
public final class CsvSink implements Closeable {
  private final SequenceWriter rows;

  private CsvSink(Writer writer) throws IOException {
    rows = new CsvMapper().writerFor(List.class).writeValues(writer);
  }

  /**
   * Creates or replaces a file.
   *
   * @param path the file; its folder must exist
   * @param header column names
   * @return the sink, positioned at the first data row
   * @throws IOException if the file cannot be written
   */
  public static CsvSink create(Path path, List<String> header) throws IOException {
    CsvSink sink = new CsvSink(Files.newBufferedWriter(path, StandardCharsets.UTF_8));
    sink.write(header);
    return sink;
  }

  /**
   * Writes one row.
   *
   * @param values strings, integers and doubles, as many as the header has
   */
  public void write(List<?> values) throws IOException {
    rows.write(values.stream().map(String::valueOf).toList());
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
