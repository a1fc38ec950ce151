package io.kahkm.cli.rows;

import io.kahkm.cli.csv.CsvSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many rows every stream of a long file has. Counting reads the file: who reads one several
 * times counts once.
 *
 * @param ofStreams by name, in order of their first rows; empty where the file was not counted,
 *     since it has no more rows than are wanted, or cannot be read twice
 */
public record RowCounts(Map<String, Long> ofStreams) {
  private static final RowCounts NONE = new RowCounts(Map.of());

  /** Copies the map, in its order. */
  public RowCounts {
    ofStreams = Collections.unmodifiableMap(new LinkedHashMap<>(ofStreams));
  }

  /**
   * Counts the rows of a file where it may have too many.
   *
   * @param file what its rows hold; one of tags is not counted, since its rows are yet to be made,
   *     nor is standard input
   * @return the counts
   * @throws IOException if the file cannot be read
   */
  public static RowCounts of(RowFile file) throws IOException {
    if (file.wanted().most().isEmpty()
        || file.tags().isPresent()
        || !mayHaveMore(file.path(), file.wanted().most().getAsLong())) {
      return NONE;
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    try (CsvSource source = CsvSource.open(file.path())) {
      int stream = file.columns().stream().map(name -> source.column(name, "--stream")).orElse(-1);
      while (source.next()) {
        counts.merge(stream < 0 ? "" : source.text(stream), 1L, Long::sum);
      }
    }
    return new RowCounts(counts);
  }

  /** A row has at least as many bytes as columns: what separates them, and the end of its line. */
  private static boolean mayHaveMore(String input, long most) throws IOException {
    Path path = Path.of(input);
    if (input.equals(CsvSource.STANDARD_INPUT) || !Files.isRegularFile(path)) {
      return false;
    }
    long bytes = Files.size(path);
    if (bytes <= most) {
      return false;
    }
    try (CsvSource source = CsvSource.open(input)) {
      return bytes / source.header().size() > most;
    }
  }

  /** Rows of the file; 0 where nobody counted them. */
  long rows() {
    return ofStreams.values().stream().mapToLong(Long::longValue).sum();
  }
}
