package io.kahkm.certificate;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks up enum constants by label. */
final class Labels {
  private Labels() {}

  static <E extends Enum<E>> E find(Class<E> type, Function<E, String> labelOf, String label) {
    for (E constant : type.getEnumConstants()) {
      if (labelOf.apply(constant).equals(label)) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(type.getEnumConstants()).map(labelOf).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("\"" + label + "\" is none of: " + allowed);
  }
}
