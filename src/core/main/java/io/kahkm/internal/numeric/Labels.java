package io.kahkm.internal.numeric;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Looks up enum constants by the label users write. */
public final class Labels {
  /** Made once: labels are written with every record. */
  private static final ClassValue<String[]> OF_CONSTANTS =
      new ClassValue<>() {
        @Override
        protected String[] computeValue(Class<?> type) {
          return Arrays.stream(type.getEnumConstants())
              .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
              .map(name -> name.replace('_', '-'))
              .toArray(String[]::new);
        }
      };

  private Labels() {}

  /** The label of a constant, always the same object. */
  static String of(Enum<?> constant) {
    return OF_CONSTANTS.get(constant.getDeclaringClass())[constant.ordinal()];
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
