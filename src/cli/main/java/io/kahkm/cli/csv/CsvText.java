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
import java.util.Optional;

/**
 * The characters of a text file, and its first lines before they are read. UTF-8, UTF-16, or
 * Windows-1252 where the beginning is neither, as spreadsheets write them. Mutable, for one thread.
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
    Charset charset =
        utf16(first)
            .orElseGet(
                () -> isUtf8(first) ? StandardCharsets.UTF_8 : Charset.forName("windows-1252"));
    BufferedReader reader = new BufferedReader(new InputStreamReader(bytes, charset));
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return new CsvText(charset, lines(first, charset), reader);
  }

  /** By its mark, or because of most pairs of bytes one is zero, as no other text has it. */
  private static Optional<Charset> utf16(byte[] bytes) {
    int[] zeros = new int[2];
    for (int i = 0; i + 1 < bytes.length; i += 2) {
      zeros[0] += bytes[i] == 0 ? 1 : 0;
      zeros[1] += bytes[i + 1] == 0 ? 1 : 0;
    }
    int most = bytes.length / 4;
    if (starts(bytes, 0xfe, 0xff) || zeros[0] > most) {
      return Optional.of(StandardCharsets.UTF_16BE);
    }
    return starts(bytes, 0xff, 0xfe) || zeros[1] > most
        ? Optional.of(StandardCharsets.UTF_16LE)
        : Optional.empty();
  }

  private static boolean starts(byte[] bytes, int first, int second) {
    return bytes.length > 1 && (bytes[0] & 0xff) == first && (bytes[1] & 0xff) == second;
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

  /** The encoding where it is not the usual one, as people call it. */
  Optional<String> otherThanUtf8() {
    if (charset.equals(StandardCharsets.UTF_8)) {
      return Optional.empty();
    }
    return Optional.of(charset.name().startsWith("UTF-16") ? "UTF-16" : "Windows-1252");
  }

  Reader reader() {
    return reader;
  }
}
