package io.kahkm.selection;

import io.kahkm.internal.kahm.KahmMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.ejml.data.DMatrixRMaj;

/**
 * Tells one program from another by its code: SHA-256 over names and contents of the files that
 * hold it. A version number stays the same while code changes, and a time of build differs where
 * nothing has; equal sources built by the same compiler have equal digests, in a jar or a folder.
 */
public final class ProgramDigest {
  private ProgramDigest() {}

  /**
   * What fits and scores are made of: this module, the core and the library of its matrices.
   *
   * @return 64 hexadecimal digits
   */
  public static String ofFitting() {
    return of(ProgramDigest.class, KahmMap.class, DMatrixRMaj.class);
  }

  /**
   * The code around some classes.
   *
   * @param classes one of every jar or folder that counts; those of the same one count once
   * @return 64 hexadecimal digits
   * @throws UncheckedIOException if the code cannot be read
   */
  public static String of(Class<?>... classes) {
    Set<Path> places = new LinkedHashSet<>();
    for (Class<?> one : classes) {
      places.add(place(one));
    }
    return ofPlaces(places);
  }

  /** The code in jars and folders, in this order. */
  static String ofPlaces(Collection<Path> places) {
    MessageDigest digest = sha256();
    try {
      for (Path place : places) {
        if (Files.isDirectory(place)) {
          addFolder(place, digest);
        } else {
          addJar(place, digest);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the program's own code cannot be read", e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Path place(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(one + " was not loaded from a file", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void addFolder(Path folder, MessageDigest digest) throws IOException {
    List<String> names;
    try (var walk = Files.walk(folder)) {
      names =
          walk.filter(Files::isRegularFile)
              .map(file -> folder.relativize(file).toString().replace('\\', '/'))
              .filter(ProgramDigest::counts)
              .sorted()
              .toList();
    }
    for (String name : names) {
      add(name, Files.readAllBytes(folder.resolve(name)), digest);
    }
  }

  private static void addJar(Path jar, MessageDigest digest) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<String> names =
          zip.stream()
              .filter(entry -> !entry.isDirectory())
              .map(ZipEntry::getName)
              .filter(ProgramDigest::counts)
              .sorted()
              .toList();
      for (String name : names) {
        try (InputStream bytes = zip.getInputStream(zip.getEntry(name))) {
          add(name, bytes.readAllBytes(), digest);
        }
      }
    }
  }

  /** Manifests and what else describes the build say nothing about what is computed. */
  private static boolean counts(String name) {
    return !name.startsWith("META-INF/");
  }

  private static void add(String name, byte[] bytes, MessageDigest digest) {
    digest.update((name + "\n" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }
}
