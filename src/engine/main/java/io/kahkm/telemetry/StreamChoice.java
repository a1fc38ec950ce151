package io.kahkm.telemetry;

import java.util.Locale;
import java.util.Set;

/**
 * Which streams somebody asks for.
 *
 * @param after id before the first one; the empty string for the beginning
 * @param part text that the id must contain, whatever its case; empty for every stream
 * @param states the states they may be in
 */
record StreamChoice(String after, String part, Set<StreamState> states) {
  StreamChoice {
    part = part.toLowerCase(Locale.ROOT);
    states = Set.copyOf(states);
  }

  boolean contains(String id, StreamState present) {
    return (after.isEmpty() || id.compareTo(after) > 0)
        && states.contains(present)
        && (part.isEmpty() || id.toLowerCase(Locale.ROOT).contains(part));
  }
}
