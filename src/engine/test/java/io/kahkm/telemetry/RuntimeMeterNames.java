package io.kahkm.telemetry;

import java.util.Set;
import java.util.stream.Collectors;

/** The allow list of the meters of Kafka, the JVM and the process, for tests elsewhere. */
public final class RuntimeMeterNames {
  private RuntimeMeterNames() {}

  /**
   * The allowed names as the exposition begins them; units and suffixes of the type may follow.
   *
   * @return names with underscores
   */
  public static Set<String> beginnings() {
    return RuntimeMeters.ALLOWED.stream()
        .map(name -> name.replace('.', '_').replace('-', '_'))
        .collect(Collectors.toUnmodifiableSet());
  }
}
