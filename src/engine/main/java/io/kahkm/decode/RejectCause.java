package io.kahkm.decode;

import java.util.Optional;

/**
 * Why a record was rejected, and the field at fault where it is one.
 *
 * @param reason why
 * @param field name or path of the field, as the topology file has it; empty where no field or more
 *     than one is at fault
 */
public record RejectCause(RejectReason reason, Optional<String> field) {
  /**
   * A cause that no single field has.
   *
   * @param reason why
   * @return the cause
   */
  public static RejectCause of(RejectReason reason) {
    return new RejectCause(reason, Optional.empty());
  }

  /**
   * The word used in headers and metrics.
   *
   * @return that of the reason
   */
  public String label() {
    return reason.label();
  }
}
