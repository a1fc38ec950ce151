package io.kahkm.decode;

import java.util.Optional;

/**
 * Why a record was rejected, and the field or tag at fault.
 *
 * @param reason why
 * @param field name or path of the field, or the tag, as the topology file or the payload's format
 *     has it: one of few, whatever records say. The first where several are at fault; empty where
 *     none is
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
   * A cause that a field or tag has.
   *
   * @param reason why
   * @param field its name or path
   * @return the cause
   */
  public static RejectCause of(RejectReason reason, String field) {
    return new RejectCause(reason, Optional.of(field));
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
