package io.kahkm.telemetry;

import io.kahkm.internal.kahm.Model;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The maps that an engine runs.
 *
 * @param main the map that publishes; with several modes, that of the first one
 * @param shadow the map on trial beside it, empty for none
 * @param byMode of machines with several modes, the maps of all of them by the mode's name, in the
 *     order of the topology file; empty for machines with one mode, and in the maps of a mode
 */
public record ServedMaps(
    MapIdentity main, Optional<MapIdentity> shadow, Map<String, ServedMaps> byMode) {
  /** Copies the map. */
  public ServedMaps {
    byMode = Collections.unmodifiableMap(new LinkedHashMap<>(byMode));
  }

  /**
   * The maps of machines with one mode, or of one mode.
   *
   * @param main the map that publishes
   * @param shadow the map on trial beside it, empty for none
   * @return both
   */
  public static ServedMaps of(MapIdentity main, Optional<MapIdentity> shadow) {
    return new ServedMaps(main, shadow, Map.of());
  }

  /**
   * The maps of models.
   *
   * @param main the model that publishes
   * @param shadow the model on trial beside it, empty for none
   * @param units units of sensors by the names of a model's sensors
   * @return the identities of their maps
   */
  public static ServedMaps of(
      Model main, Optional<Model> shadow, Function<List<String>, Map<String, String>> units) {
    Function<Model, MapIdentity> identity =
        model -> MapIdentity.of(model, units.apply(model.map().sensors()));
    return of(identity.apply(main), shadow.map(identity));
  }

  /** The maps of each mode, or these alone. */
  Collection<ServedMaps> each() {
    return byMode.isEmpty() ? List.of(this) : byMode.values();
  }

  /** The first map on trial, of any mode; empty for none. */
  Optional<MapIdentity> anyShadow() {
    return each().stream().flatMap(maps -> maps.shadow.stream()).findFirst();
  }

  /** The state of an alarm channel where it is weakest: it is on if it is so in every mode. */
  AlarmState weakest(Function<MapIdentity, AlarmState> channel) {
    return each().stream()
        .map(maps -> channel.apply(maps.main))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The maps that judge a stream. */
  ServedMaps of(TrackedStream stream) {
    return stream.mode().map(StreamMode::judging).map(byMode::get).orElse(this);
  }
}
