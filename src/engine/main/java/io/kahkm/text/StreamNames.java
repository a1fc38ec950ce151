package io.kahkm.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Finds site, area and name of a stream in its id, by a regular expression with groups of these
 * names that matches the whole id. An id that it does not match has none of them. Immutable.
 */
public final class StreamNames {
  /** Every stream is known by its id alone. */
  public static final StreamNames NONE = new StreamNames(Optional.empty(), List.of());

  /** The groups that may be named. */
  public static final List<String> GROUPS = List.of("site", "area", "name");

  /**
   * Longest id that is taken apart, in UTF-16 units: a key may have a megabyte, and some patterns
   * take a time that grows with every character, and stack.
   */
  static final int LONGEST = 1_000;

  private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-zA-Z][a-zA-Z0-9]*)>");

  private final Optional<Pattern> key;
  private final List<String> groups;

  private StreamNames(Optional<Pattern> key, List<String> groups) {
    this.key = key;
    this.groups = groups;
  }

  /**
   * Names by the key of their records.
   *
   * @param pattern regular expression of Java with at least one group of {@link #GROUPS}
   * @return the names
   * @throws IllegalArgumentException if it is no regular expression, or has other named groups or
   *     none
   */
  public static StreamNames byKey(String pattern) {
    Pattern compiled;
    try {
      compiled = Pattern.compile(pattern);
    } catch (PatternSyntaxException wrong) {
      throw new IllegalArgumentException(
          "is \"" + pattern + "\", not a valid regular expression: " + wrong.getDescription(),
          wrong);
    }
    List<String> named = new ArrayList<>();
    Matcher group = GROUP.matcher(pattern);
    while (group.find()) {
      if (isGroup(compiled, group.group(1))) {
        named.add(group.group(1));
      }
    }
    for (String name : named) {
      if (!GROUPS.contains(name)) {
        throw new IllegalArgumentException(
            "has the group \"" + name + "\", groups are called " + String.join(", ", GROUPS));
      }
    }
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "is \""
              + pattern
              + "\", must have a group called site, area or name, such as"
              + " (?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)");
    }
    return new StreamNames(Optional.of(compiled), List.copyOf(named));
  }

  /** What looks like a group may be a quoted parenthesis. */
  private static boolean isGroup(Pattern pattern, String name) {
    try {
      String referring = "(?:" + pattern.pattern() + ")\\k<" + name + ">";
      return Pattern.compile(referring).matcher("").groupCount() > 0;
    } catch (PatternSyntaxException noGroup) {
      return false;
    }
  }

  /**
   * Whether ids have such a part.
   *
   * @param group one of {@link #GROUPS}
   * @return false where the pattern has no group of that name
   */
  public boolean has(String group) {
    return groups.contains(group);
  }

  /**
   * The pattern of the key as it was written.
   *
   * @return empty where none was
   */
  public Optional<String> key() {
    return key.map(Pattern::pattern);
  }

  /**
   * What people call a stream.
   *
   * @param id of the stream
   * @return its name; {@link StreamName#NONE} where the pattern does not match
   */
  public StreamName of(String id) {
    if (key.isEmpty() || id.length() > LONGEST) {
      return StreamName.NONE;
    }
    Matcher matcher = key.get().matcher(id);
    return matcher.matches()
        ? new StreamName(part(matcher, "site"), part(matcher, "area"), part(matcher, "name"))
        : StreamName.NONE;
  }

  private String part(Matcher matcher, String group) {
    String text = has(group) ? matcher.group(group) : null;
    return text == null ? "" : text.strip();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StreamNames names && key().equals(names.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return "StreamNames[" + key().orElse("") + "]";
  }
}
