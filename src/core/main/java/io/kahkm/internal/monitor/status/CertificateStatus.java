package io.kahkm.internal.monitor.status;

import io.kahkm.internal.certificate.WindowCertificate;
import java.util.Optional;

/**
 * The certificates of a stream.
 *
 * @param last of the window that closed last
 * @param verdictRun consecutive windows with its verdict
 */
public record CertificateStatus(Optional<WindowCertificate> last, int verdictRun) {
  /** Before a first window, and where none may be shown. */
  public static final CertificateStatus NONE = new CertificateStatus(Optional.empty(), 0);
}
