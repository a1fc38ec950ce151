package io.kahkm.cli.rows;

import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A recording followed by readings that were accepted: what the new model was fitted on, in the
 * columns of the recording.
 *
 * @param sensors columns that hold numbers
 * @param streamColumn column that names the stream of a row; empty where the recording is one
 *     stream
 * @param stream the accepted readings' stream
 */
public record JoinedRecording(List<String> sensors, Optional<String> streamColumn, String stream) {
  /** Copies the list. */
  public JoinedRecording {
    sensors = List.copyOf(sensors);
  }

  /**
   * Writes both.
   *
   * @param recording CSV file of the recording
   * @param readings CSV file of the accepted readings and others; columns that the recording lacks
   *     are left out, those that the readings lack stay empty
   * @param accepted 0-based data rows of the accepted readings
   * @param earlier whether they are older than the recording: then they come first
   * @param target the file to write, none of the two
   */
  public void write(Path recording, Path readings, BitSet accepted, boolean earlier, Path target)
      throws IOException {
    try (CsvSource old = CsvSource.open(recording.toString());
        CsvSource more = CsvSource.open(readings.toString());
        CsvSink sink = CsvSink.create(target, old.header())) {
      if (earlier) {
        append(more, old.header(), accepted, sink);
      }
      while (old.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 0; column < old.header().size(); column++) {
          row.add(cell(old, column));
        }
        sink.write(row);
      }
      if (!earlier) {
        append(more, old.header(), accepted, sink);
      }
    }
  }

  private void append(CsvSource more, List<String> header, BitSet accepted, CsvSink sink)
      throws IOException {
    for (int number = 0; more.next(); number++) {
      if (!accepted.get(number)) {
        continue;
      }
      List<Object> row = new ArrayList<>();
      for (String name : header) {
        int column = more.header().indexOf(name);
        boolean named = streamColumn.filter(name::equals).isPresent();
        row.add(named ? stream : column < 0 ? "" : cell(more, column));
      }
      sink.write(row);
    }
  }

  /** Sensors as numbers, since the two files may have different decimal marks; else as it is. */
  private Object cell(CsvSource source, int column) {
    OptionalDouble number =
        sensors.contains(source.header().get(column))
            ? source.value(column)
            : OptionalDouble.empty();
    return number.isPresent() ? (Object) number.getAsDouble() : source.text(column);
  }
}
