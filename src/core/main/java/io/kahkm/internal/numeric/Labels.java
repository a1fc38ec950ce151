package io.kahkm.internal.numeric;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Looks up enum constants by the label users write. */
public final class Labels {
  /** Labels are written with every record: each is made once. */
  private static final Map<Enum<?>, String> MADE = new ConcurrentHashMap<>();

  private Labels() {}

  /** The label of a constant, always the same object. */
  static String of(Enum<?> constant) {
    String made = MADE.get(constant);
    return made == null ? MADE.computeIfAbsent(constant, Labels::make) : made;
  }

  private static String make(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds the constant of a label.
   *
   * @param <E> the enum
   * @param type the enum
   * @param label what the user wrote
   * @return the constant
   * @throws IllegalArgumentException for any other text; the message lists what is allowed
   */
  public static <E extends Labelled> E find(Class<E> type, String label) {
    for (E constant : type.getEnumConstants()) {
      if (constant.label().equals(label)) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(type.getEnumConstants())
            .map(Labelled::label)
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException("\"" + label + "\" is none of: " + allowed);
  }
}
