package io.kahkm.decode;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name of a stream or of a tag as a rule says, and remembers what it found: keys and
 * topics come again and again, and to match a pattern takes longer than to read a value.
 *
 * <p>One owner, not thread-safe.
 */
public final class NameFinder {
  /** Names that are remembered; with more of them it begins anew. */
  private static final int MOST = 4_096;

  /** Bytes or characters of what is remembered; names are shorter, and a key may be a megabyte. */
  private static final int LONGEST = 256;

  /** Stands for text of which the rule takes nothing. */
  private static final String NOTHING = "";

  /** The payload's fields. */
  @FunctionalInterface
  interface Fields {
    /** Text of a field, null where it is absent. */
    @Nullable String text(String path);
  }

  private final NameRule rule;

  /** Names by the bytes or the text that they are part of. */
  private final Map<Object, String> names = new HashMap<>();

  /**
   * The bytes or the text looked at last, and their name. All readings of a record ask for the same
   * key: a long one must not be looked through for each of them.
   */
  private @Nullable Object last;

  private @Nullable String lastName;

  /**
   * Begins with nothing remembered.
   *
   * @param rule where the name is
   */
  public NameFinder(NameRule rule) {
    this.rule = rule;
  }

  /** Number of names that are remembered. */
  int remembered() {
    return names.size();
  }

  /**
   * Finds the name where it needs no field of the payload.
   *
   * @param record the record
   * @return the name, or null if there is none
   * @throws IllegalStateException if the name is in the payload
   */
  public @Nullable String find(InputRecord record) {
    if (rule.origin() == NameRule.Origin.FIELD || rule.origin() == NameRule.Origin.NAME) {
      throw new IllegalStateException("the payload must be read to find the name");
    }
    return find(record, null, field -> null);
  }

  /**
   * Finds the name.
   *
   * @param record the record
   * @param given the name that the payload gives the value, or null
   * @param fields those of the payload
   * @return the name, or null if there is none
   */
  @Nullable String find(InputRecord record, @Nullable String given, Fields fields) {
    return switch (rule.origin()) {
      case KEY -> ofBytes(record.keyBytes());
      case HEADER -> ofBytes(record.headerBytes(rule.name()));
      case TOPIC -> ofText(record.topic());
      case FIELD -> ofText(fields.text(rule.name()));
      case NAME -> ofText(given);
    };
  }

  private @Nullable String ofBytes(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    if (bytes == last) {
      return lastName;
    }
    return looked(bytes, nameOf(bytes));
  }

  private @Nullable String looked(Object at, @Nullable String name) {
    last = at;
    lastName = name;
    return name;
  }

  private @Nullable String nameOf(byte[] bytes) {
    ByteBuffer key = ByteBuffer.wrap(bytes);
    String name = names.get(key);
    return name == null
        ? remember(key, bytes.length, InputRecord.text(bytes).map(rule::part).orElse(null))
        : known(name);
  }

  private @Nullable String ofText(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (rule.pattern().isEmpty()) {
      return rule.part(text);
    }
    if (text == last) {
      return lastName;
    }
    String name = names.get(text);
    return looked(
        text, name == null ? remember(text, text.length(), rule.part(text)) : known(name));
  }

  private static @Nullable String known(String name) {
    return name.isEmpty() ? null : name;
  }

  private @Nullable String remember(Object from, int length, @Nullable String name) {
    if (length > LONGEST) {
      return name;
    }
    if (names.size() >= MOST) {
      names.clear();
    }
    names.put(from, name == null ? NOTHING : name);
    return name;
  }
}
