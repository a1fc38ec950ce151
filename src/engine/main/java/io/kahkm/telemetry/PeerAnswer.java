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
record PeerAnswer(PeerAddress peer, Optional<ObjectNode> json, String problem) {
  static PeerAnswer of(PeerAddress peer, ObjectNode json) {
    return new PeerAnswer(peer, Optional.of(json), "");
  }

  static PeerAnswer without(PeerAddress peer) {
    return new PeerAnswer(peer, Optional.empty(), "");
  }

  static PeerAnswer failed(PeerAddress peer, String problem) {
    return new PeerAnswer(peer, Optional.empty(), problem);
  }

  boolean failed() {
    return !problem.isEmpty();
  }
}
