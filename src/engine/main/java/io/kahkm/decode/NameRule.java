package io.kahkm.decode;

import io.kahkm.internal.numeric.Labelled;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the name of a stream or of a tag is found.
 *
 * @param origin the part of the record that holds it
 * @param name of the header or of the field; empty for the other origins
 * @param pattern what to take of it: group 1, or all of it where the pattern has no group. The
 *     pattern must match the whole text
 */
public record NameRule(Origin origin, String name, Optional<Pattern> pattern) {
  /** A part of a record. */
  public enum Origin implements Labelled {
    /** The record's key. */
    KEY,
    /** The topic's name. */
    TOPIC,
    /** A header. */
    HEADER,
    /** A field of the payload. */
    FIELD,
    /** The name that the payload itself gives the value: a field's name or a metric's. */
    NAME
  }

  /** The record's key, whole. */
  public static final NameRule KEY = new NameRule(Origin.KEY, "", Optional.empty());

  /** The name that the payload gives the value. */
  public static final NameRule NAME = new NameRule(Origin.NAME, "", Optional.empty());

  /** Checks the components. */
  public NameRule {
    Objects.requireNonNull(pattern, "pattern");
    boolean named = origin == Origin.HEADER || origin == Origin.FIELD;
    if (named == name.isEmpty()) {
      throw new IllegalArgumentException(
          "name is \""
              + name
              + "\", from: "
              + origin.label()
              + (named ? " needs one" : " has none"));
    }
    if (pattern.isPresent() && pattern.get().matcher("").groupCount() > 1) {
      throw new IllegalArgumentException(
          "pattern has " + pattern.get().matcher("").groupCount() + " groups, must have 1 or none");
    }
  }

  /**
   * Takes the part of a text that the pattern names.
   *
   * @param text the whole text
   * @return the part, or null if the pattern does not match or the part is empty
   */
  public @Nullable String part(String text) {
    String part = text;
    if (pattern.isPresent()) {
      Matcher matcher = pattern.get().matcher(text);
      if (!matcher.matches()) {
        return null;
      }
      part = matcher.group(matcher.groupCount());
    }
    return part == null || part.isEmpty() ? null : part;
  }
}
