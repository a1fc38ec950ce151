package io.kahkm.release;

import java.util.List;

/** A release that is refused; the message names every reason on a line of its own. */
public final class ReleaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Refuses for one reason.
   *
   * @param reason the reason, a sentence without a full stop
   */
  public ReleaseException(String reason) {
    super(reason);
  }

  /**
   * Refuses for several reasons.
   *
   * @param reasons the reasons, at least one
   */
  public ReleaseException(List<String> reasons) {
    super(String.join(System.lineSeparator(), reasons));
  }
}
