package io.kahkm.telemetry;

import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.text.StreamName;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which streams somebody asks for.
 *
 * @param after id before the first one; the empty string for the beginning
 * @param part text that the id must contain, whatever its case; empty for every stream
 * @param states the states they may be in
 * @param site the site of those streams, the empty string for those without one; empty for every
 *     site
 * @param area the same of areas
 */
public record StreamChoice(
    String after,
    String part,
    Set<StreamState> states,
    Optional<String> site,
    Optional<String> area) {
  StreamChoice(String after, String part, Set<StreamState> states) {
    this(after, part, states, Optional.empty(), Optional.empty());
  }

  /** Copies the states, and makes the part lower case. */
  public StreamChoice {
    part = part.toLowerCase(Locale.ROOT);
    states = Set.copyOf(states);
  }

  boolean contains(String id, StreamName name, StreamState present) {
    return site.map(name.site()::equals).orElse(true)
        && area.map(name.area()::equals).orElse(true)
        && (after.isEmpty() || id.compareTo(after) > 0)
        && states.contains(present)
        && (part.isEmpty() || id.toLowerCase(Locale.ROOT).contains(part));
  }
}
