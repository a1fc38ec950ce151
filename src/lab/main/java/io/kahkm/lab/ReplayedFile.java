package io.kahkm.lab;

import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.topic.RowMessage;
import io.kahkm.cli.topic.TopicWriter;
import java.io.IOException;

/** The rows of a CSV file, one at every tick, in the file's order, until its end. */
final class ReplayedFile implements Feed.Source {
  private final CsvSource source;
  private final int streamColumn;
  private final String stream;

  private ReplayedFile(CsvSource source, int streamColumn, String stream) {
    this.source = source;
    this.streamColumn = streamColumn;
    this.stream = stream;
  }

  /**
   * Opens a file.
   *
   * @param file path of a CSV file
   * @param column column that names the stream of a row; null where all rows are of one
   * @param stream name of the one stream
   */
  static ReplayedFile open(String file, String column, String stream) throws IOException {
    CsvSource source = CsvSource.open(file);
    return new ReplayedFile(
        source, column == null ? -1 : source.column(column, "--stream"), stream);
  }

  @Override
  public int send(TopicWriter writer) throws IOException {
    if (!source.next()) {
      return 0;
    }
    writer.send(streamColumn < 0 ? stream : source.text(streamColumn), RowMessage.of(source));
    return 1;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
