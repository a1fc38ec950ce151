package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.function.IntFunction;

/** Writes what histories keep as floats to JSON, with null in place of what is not finite. */
final class FloatColumns {
  private FloatColumns() {}

  /** Appends what a ring's slots hold, oldest first. */
  static void add(ArrayNode array, Ring ring, IntFunction<Float> values) {
    ring.forEach(slot -> add(array, values.apply(slot)));
  }

  /** Appends what some slots hold. */
  static void add(ArrayNode array, int[] slots, IntFunction<Float> values) {
    for (int slot : slots) {
      add(array, values.apply(slot));
    }
  }

  /** Appends a number. */
  static void add(ArrayNode array, float value) {
    if (Float.isFinite(value)) {
      array.add(value);
    } else {
      array.addNull();
    }
  }
}
