package io.kahkm.incident;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a person may call an incident. */
public enum MarkLabel {
  /** A new normal, or an operation that nobody minds. */
  NORMAL("normal"),
  /** A fault of the machine. */
  FAULT("fault"),
  /** A fault of a sensor or of its transmission. */
  SENSOR("sensor"),
  /** A test, a calibration, maintenance. */
  TEST("test"),
  /**
   * Nothing had happened. It teaches nothing by itself: the alarm was by chance, or is to be named.
   */
  FALSE_ALARM("false");

  private final String label;

  MarkLabel(String label) {
    this.label = label;
  }

  /**
   * The word of records and commands.
   *
   * @return lower case
   */
  public String label() {
    return label;
  }

  /**
   * Finds a label.
   *
   * @param text its word
   * @return the label
   * @throws IllegalArgumentException naming the words, if it is none
   */
  public static MarkLabel of(String text) {
    return Arrays.stream(values())
        .filter(label -> label.label.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + text
                        + "\" is not one of "
                        + Arrays.stream(values())
                            .map(MarkLabel::label)
                            .collect(Collectors.joining(", "))));
  }
}
