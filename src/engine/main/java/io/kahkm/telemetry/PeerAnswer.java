package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.PeerAddress;
import java.util.Optional;

/**
 * What another instance answered.
 *
 * @param peer the instance
 * @param json its answer, empty where it had none
 * @param problem why it cannot be counted on, empty if it was reached and understood; an instance
 *     that has no such stream has no problem
 */
public record PeerAnswer(PeerAddress peer, Optional<ObjectNode> json, String problem) {
  /** An answer that was understood. */
  public static PeerAnswer of(PeerAddress peer, ObjectNode json) {
    return new PeerAnswer(peer, Optional.of(json), "");
  }

  /** The answer of an instance that has no such stream. */
  public static PeerAnswer without(PeerAddress peer) {
    return new PeerAnswer(peer, Optional.empty(), "");
  }

  /**
   * No answer.
   *
   * @param problem why, not empty
   */
  public static PeerAnswer failed(PeerAddress peer, String problem) {
    return new PeerAnswer(peer, Optional.empty(), problem);
  }

  /** Whether it cannot be counted on. */
  public boolean failed() {
    return !problem.isEmpty();
  }
}
