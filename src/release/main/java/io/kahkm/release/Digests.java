package io.kahkm.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Checksums of files, as lower-case hexadecimal digits. */
final class Digests {
  /** The file that lists the checksums of all others. */
  static final String SUMS = "SHA256SUMS";

  /** Endings of the checksum files beside an artifact, and their algorithms. */
  static final Map<String, String> BESIDE =
      new TreeMap<>(
          Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512"));

  private Digests() {}

  /** The checksum of a file's bytes. */
  static String of(Path file, String algorithm) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the four checksum files beside a file. */
  static void writeBeside(Path file) throws IOException {
    for (Map.Entry<String, String> kind : BESIDE.entrySet()) {
      Files.writeString(
          file.resolveSibling(file.getFileName() + "." + kind.getKey()), of(file, kind.getValue()));
    }
  }

  /**
   * Writes {@link #SUMS} of every file below a folder, sorted, in the form that {@code sha256sum
   * -c} reads.
   */
  static void writeSums(Path folder) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> file : sums(folder).entrySet()) {
      lines.append(file.getValue()).append("  ").append(file.getKey()).append('\n');
    }
    Files.writeString(folder.resolve(SUMS), lines);
  }

  /** SHA-256 by name of every file below a folder but {@link #SUMS}; names have slashes. */
  static Map<String, String> sums(Path folder) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(folder)) {
      String name = name(folder, file);
      if (!name.equals(SUMS)) {
        found.put(name, of(file, "SHA-256"));
      }
    }
    return found;
  }

  /** Every file below a folder, sorted by name. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = new ArrayList<>(all.filter(Files::isRegularFile).toList());
      files.sort((a, b) -> name(folder, a).compareTo(name(folder, b)));
      return files;
    }
  }

  /** A file's name below a folder, with slashes on every system. */
  static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }
}
