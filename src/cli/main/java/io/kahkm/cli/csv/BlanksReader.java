package io.kahkm.cli.csv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Turns lines whose columns are divided by runs of blanks into lines divided by single tabs. A
 * quoted cell keeps its blanks. Mutable, for one thread.
 */
final class BlanksReader extends Reader {
  private final BufferedReader lines;
  private String line = "";
  private int at;

  BlanksReader(Reader source) {
    lines = new BufferedReader(source);
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (at == line.length()) {
      String next = lines.readLine();
      if (next == null) {
        return -1;
      }
      boolean empty = next.isBlank();
      line = (empty ? "" : String.join("\t", CsvDialect.cells(next, ' '))) + "\n";
      at = 0;
    }
    int count = Math.min(length, line.length() - at);
    line.getChars(at, at + count, buffer, offset);
    at += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
