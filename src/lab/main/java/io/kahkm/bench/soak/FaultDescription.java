package io.kahkm.bench.soak;

import io.kahkm.report.Texts;

/**
 * What is said of a fault; the texts are in {@code soak/faults.properties}.
 *
 * @param label short name, words joined by hyphens
 * @param how what is done, in one sentence
 * @param measured what the time to recover is measured from and to
 * @param sign a line that the logs must have after it, as a regular expression; it names the remedy
 */
record FaultDescription(String label, String how, String measured, String sign) {
  private static final Texts TEXTS = Texts.of("/soak/faults.properties");

  /** The description of the fault with a label. */
  static FaultDescription of(String label) {
    return new FaultDescription(
        label,
        TEXTS.get(label + ".how"),
        TEXTS.get(label + ".measured"),
        TEXTS.get(label + ".sign"));
  }
}
