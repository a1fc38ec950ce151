package io.kahkm.stream.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Looks up enum constants whose label is their name in lower case. */
final class EnumLabels {
  private EnumLabels() {}

  static <E extends Enum<E>> E find(Class<E> type, String label) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(label)) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException("\"" + label + "\" is none of: " + allowed);
  }
}
