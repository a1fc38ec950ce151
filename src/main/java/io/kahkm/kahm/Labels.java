package io.kahkm.kahm;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks enum constants up by the label users write. */
final class Labels {
  private Labels() {}

  static <E> E find(String what, String label, E[] values, Function<E, String> labelOf) {
    for (E value : values) {
      if (labelOf.apply(value).equals(label)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        what
            + " is '"
            + label
            + "', must be one of "
            + Arrays.stream(values).map(labelOf).collect(Collectors.joining(", ")));
  }
}
