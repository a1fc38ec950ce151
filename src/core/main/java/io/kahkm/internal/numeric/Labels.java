package io.kahkm.internal.numeric;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks up enum constants by the label users write. */
public final class Labels {
  private Labels() {}

  /**
   * Finds the constant of a label.
   *
   * @param <E> the enum
   * @param type the enum
   * @param labelOf the label of a constant
   * @param label what the user wrote
   * @return the constant
   * @throws IllegalArgumentException for any other text; the message lists what is allowed
   */
  public static <E extends Enum<E>> E find(
      Class<E> type, Function<E, String> labelOf, String label) {
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
