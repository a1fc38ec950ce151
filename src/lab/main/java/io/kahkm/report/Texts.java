package io.kahkm.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/** Prose of reports, kept by key in a resource instead of in code. Immutable. */
public final class Texts {
  /** The key of a text that stands in several others. */
  private static final Pattern SHARED = Pattern.compile("\\{([a-z-]+)}");

  private final Properties texts = new Properties();

  private Texts() {}

  /**
   * Reads a resource.
   *
   * @param resource absolute name of a file of properties
   * @return its texts
   */
  public static Texts of(String resource) {
    Texts read = new Texts();
    try (InputStream file = Texts.class.getResourceAsStream(resource)) {
      read.texts.load(Objects.requireNonNull(file, resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }

  /**
   * A text.
   *
   * @param key it must have one
   * @return with the texts it names by {@code {key}} in their places
   */
  public String get(String key) {
    String text = Objects.requireNonNull(texts.getProperty(key), key);
    return SHARED.matcher(text).replaceAll(shared -> texts.getProperty(shared.group(1)));
  }

  /**
   * The paragraphs of a text.
   *
   * @param key it may have none
   * @return one per line
   */
  public List<String> paragraphs(String key) {
    return texts.containsKey(key) ? get(key).lines().toList() : List.of();
  }
}
