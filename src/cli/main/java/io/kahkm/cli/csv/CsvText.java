package io.kahkm.cli.csv;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The characters of a text file, and its first lines before they are read. UTF-8, or Windows-1252
 * where the beginning is not UTF-8, as spreadsheets write it. Mutable, for one thread.
 */
final class CsvText {
  private static final int SAMPLE_BYTES = 1 << 18;

  /** An unfinished character at the end of the sample is no fault of the file. */
  private static final int LONGEST_CHARACTER = 4;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final Charset charset;
  private final List<String> sample;
  private final Reader reader;

  private CsvText(Charset charset, List<String> sample, Reader reader) {
    this.charset = charset;
    this.sample = sample;
    this.reader = reader;
  }

  static CsvText of(InputStream stream) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(stream, SAMPLE_BYTES);
    bytes.mark(SAMPLE_BYTES);
    byte[] first = bytes.readNBytes(SAMPLE_BYTES);
    bytes.reset();
    Charset charset = isUtf8(first) ? StandardCharsets.UTF_8 : Charset.forName("windows-1252");
    BufferedReader reader = new BufferedReader(new InputStreamReader(bytes, charset));
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return new CsvText(charset, lines(first, charset), reader);
  }

  private static boolean isUtf8(byte[] bytes) {
    int length = bytes.length;
    int least = length == SAMPLE_BYTES ? length - LONGEST_CHARACTER : length;
    for (int end = length; end >= least; end--) {
      try {
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes, 0, end));
        return true;
      } catch (CharacterCodingException e) {
        // Perhaps only the last character is cut off.
      }
    }
    return false;
  }

  private static List<String> lines(byte[] bytes, Charset charset) {
    String text = new String(bytes, charset);
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (bytes.length == SAMPLE_BYTES && lines.size() > 1) {
      lines.remove(lines.size() - 1);
    }
    lines.removeIf(String::isBlank);
    return lines;
  }

  /** Whole, non-empty lines from the beginning. */
  List<String> sample() {
    return sample;
  }

  boolean isUtf8() {
    return charset.equals(StandardCharsets.UTF_8);
  }

  Reader reader() {
    return reader;
  }
}
