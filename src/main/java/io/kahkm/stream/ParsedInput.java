package io.kahkm.stream;

import io.kahkm.monitor.Observation;

/** What a record's value turned out to be. */
sealed interface ParsedInput {
  /**
   * A value with everything the topology file asks for.
   *
   * @param observation all values finite
   */
  record Accepted(Observation observation) implements ParsedInput {}

  /**
   * A value that cannot be used.
   *
   * @param reason why
   */
  record Rejected(RejectReason reason) implements ParsedInput {}
}
