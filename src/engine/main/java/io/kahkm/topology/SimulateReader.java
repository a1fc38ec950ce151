package io.kahkm.topology;

import io.kahkm.config.SimulateConfig;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Fault;
import io.kahkm.system.FaultKind;
import io.kahkm.system.SimulationSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the simulate section. */
final class SimulateReader {
  private SimulateReader() {}

  /**
   * Reads the section.
   *
   * @param section the section, present
   * @param fitted the system the model is fitted to, which is the default
   * @return the settings, or null if anything was wrong
   */
  static @Nullable SimulateConfig read(Section section, Optional<String> fitted) {
    String system = system(section, fitted);
    int streams = (int) section.integer("streams", 1, 100_000, 8);
    double rate = section.number("rate", 50, value -> value > 0, "above 0, per second and stream");
    int episode = (int) section.integer("episode-length", 1, Integer.MAX_VALUE, 200);
    int spread = (int) section.integer("start-spread", 0, Integer.MAX_VALUE, 0);
    long seed = section.integer("seed", 0, Long.MAX_VALUE, 1);
    List<Fault> faults = new ArrayList<>();
    for (Section fault : section.sections("faults")) {
      fault(fault).ifPresent(faults::add);
    }
    section.rejectUnknown();
    if (!section.healthy() || !DynamicalSystems.names().contains(system)) {
      return null;
    }
    try {
      return new SimulateConfig(
          system,
          new SimulationSettings(
              DynamicalSystems.named(system).streamName(),
              streams,
              rate,
              episode,
              spread,
              seed,
              faults));
    } catch (IllegalArgumentException failure) {
      section.error("faults", failure);
      return null;
    }
  }

  private static Optional<Fault> fault(Section section) {
    String stream = section.text("stream");
    if (!section.has("kind")) {
      section.error("kind", "is missing, choose one of " + FaultKind.labels());
    }
    FaultKind kind = section.choice("kind", FaultKind.FROZEN);
    Optional<String> sensor = section.optionalText("sensor");
    Optional<String> part = section.optionalText("part");
    if (!section.has("to")) {
      section.error("to", "is missing: event time since the first reading, such as 30s");
    }
    Duration from = section.durationOrZero("from").orElse(Duration.ZERO);
    Duration to = section.duration("to").orElse(Duration.ZERO);
    double size = section.number("size", 0, value -> true, "");
    section.rejectUnknown();
    if (section.healthy() && to.compareTo(from) <= 0) {
      section.error(
          "to",
          "is "
              + DurationText.of(to)
              + ", must be longer than from, which is "
              + DurationText.of(from));
    }
    if (section.healthy()) {
      try {
        return Optional.of(new Fault(stream, kind, sensor, part, from, to, size));
      } catch (IllegalArgumentException failure) {
        // Messages begin with the field's name.
        String[] words = String.valueOf(failure.getMessage()).split(" ", 2);
        section.error(words[0], words[1]);
      }
    }
    return Optional.empty();
  }

  static String system(Section section, Optional<String> otherwise) {
    Optional<String> system = section.optionalText("system");
    if (system.isEmpty() && otherwise.isEmpty()) {
      section.error("system", "is missing, choose one of " + DynamicalSystems.names());
    }
    if (system.isPresent() && !DynamicalSystems.names().contains(system.get())) {
      section.error(
          "system",
          "\"" + system.get() + "\" is not known, choose one of " + DynamicalSystems.names());
    }
    return system.or(() -> otherwise).orElse("");
  }
}
