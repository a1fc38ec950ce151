package io.kahkm.internal.kahm;

import java.util.Objects;
import java.util.Optional;

/**
 * A step by which a model became another one: readings that a person declared normal joined those
 * that the parent was fitted on.
 *
 * @param parent fingerprint of the parent's map
 * @param stream stream of the readings, empty where they are of one stream without a name
 * @param from event time of the first of them, as text
 * @param to event time of the last of them, as text
 * @param rows how many there were, at least 1
 * @param who who accepted them
 * @param why what happened, in that person's words
 * @param when wall clock of it, as text
 * @param forced why it was done although it was refused; empty where it was not
 */
public record Ancestor(
    String parent,
    String stream,
    String from,
    String to,
    int rows,
    String who,
    String why,
    String when,
    Optional<String> forced) {
  /** Checks every field. */
  public Ancestor {
    Objects.requireNonNull(parent, "parent");
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(why, "why");
    Objects.requireNonNull(when, "when");
    Objects.requireNonNull(forced, "forced");
    if (rows < 1) {
      throw new IllegalArgumentException("rows is " + rows + ", must be at least 1");
    }
  }
}
