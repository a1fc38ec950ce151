package io.kahkm.decode;

/** A payload cannot be read. Thrown and caught within this package; without a stack trace. */
final class Unreadable extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  Unreadable(RejectReason reason) {
    super(reason.label(), null, false, false);
    this.reason = reason;
  }

  RejectReason reason() {
    return reason;
  }
}
