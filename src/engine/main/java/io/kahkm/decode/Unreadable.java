package io.kahkm.decode;

/** A payload cannot be read. Thrown and caught within this package; without a stack trace. */
final class Unreadable extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient RejectCause problem;

  Unreadable(RejectReason reason) {
    this(RejectCause.of(reason));
  }

  Unreadable(RejectCause problem) {
    super(problem.label(), null, false, false);
    this.problem = problem;
  }

  /** Why it cannot be read. */
  RejectCause problem() {
    return problem;
  }

  /** The same of a field that the topology file or the format names. */
  Unreadable of(String field) {
    return new Unreadable(RejectCause.of(problem.reason(), field));
  }
}
