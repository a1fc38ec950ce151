package io.kahkm.telemetry.meter;

import java.util.List;

/**
 * One meter of the engine.
 *
 * @param name full name as exposed; its end says what its values do
 * @param type what its values do
 * @param labels label names in the order of their values
 * @param help unit, meaning, assumption
 */
public record Meter(String name, Type type, List<String> labels, String help) {
  /** What a meter's values do. */
  public enum Type {
    /** Only grows while the process runs; the name ends in {@code _total}. */
    COUNTER("_total"),
    /** Goes up and down. */
    GAUGE(""),
    /** Cumulative buckets in seconds. */
    HISTOGRAM(""),
    /** Always 1, says something by its labels; the name ends in {@code _info}. */
    INFO("_info");

    private final String suffix;

    Type(String suffix) {
      this.suffix = suffix;
    }
  }

  /** Copies the list. */
  public Meter {
    labels = List.copyOf(labels);
    if (!name.endsWith(type.suffix)) {
      throw new IllegalArgumentException(name + " must end in " + type.suffix);
    }
  }

  /** A meter with the type that its name ends in; a gauge if it ends in none. */
  static Meter of(String name, String help, List<String> labels) {
    Type type =
        name.endsWith(Type.COUNTER.suffix)
            ? Type.COUNTER
            : name.endsWith(Type.INFO.suffix) ? Type.INFO : Type.GAUGE;
    return new Meter(name, type, labels, help);
  }

  /**
   * A histogram without labels.
   *
   * @param name full name as exposed
   * @param help unit, meaning, assumption
   * @return the meter
   */
  public static Meter histogram(String name, String help) {
    return new Meter(name, Type.HISTOGRAM, List.of(), help);
  }

  /** The name under which the registry knows it: it appends the suffix of the type itself. */
  String registryName() {
    return name.substring(0, name.length() - type.suffix.length());
  }
}
