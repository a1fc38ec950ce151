package io.kahkm.telemetry.http;

import java.util.List;
import java.util.Optional;

/**
 * Who may do what at the HTTP port. Immutable.
 *
 * @param reader who may read, empty for everybody who reaches the port
 * @param operators who may also write; empty where nobody may
 */
record Logins(Optional<BasicLogin> reader, List<BasicLogin> operators) {
  Logins {
    operators = List.copyOf(operators);
  }

  /** Whether only those with a login may read. */
  boolean wanted() {
    return reader.isPresent();
  }

  /**
   * The operator whose login it is.
   *
   * @param authorization value of the Authorization header, null if there was none
   */
  Optional<String> operator(String authorization) {
    // All are compared: how long it takes must not tell which name exists.
    String name = null;
    for (BasicLogin operator : operators) {
      if (operator.admits(authorization)) {
        name = operator.user();
      }
    }
    return Optional.ofNullable(name);
  }

  /**
   * Whether the login is that of who may read.
   *
   * @param authorization value of the Authorization header, null if there was none
   */
  boolean isReader(String authorization) {
    return reader.filter(login -> login.admits(authorization)).isPresent();
  }
}
