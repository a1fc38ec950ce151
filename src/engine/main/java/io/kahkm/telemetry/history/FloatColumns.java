package io.kahkm.telemetry.history;

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

  /** Appends an array for each sensor with what some slots hold of it. */
  static void addSensors(ArrayNode array, int sensors, int[] slots, OfSensor values) {
    for (int i = 0; i < sensors; i++) {
      int sensor = i;
      add(array.addArray(), slots, slot -> values.at(slot, sensor));
    }
  }

  /** What is kept of a sensor in a slot. */
  @FunctionalInterface
  interface OfSensor {
    float at(int slot, int sensor);
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
