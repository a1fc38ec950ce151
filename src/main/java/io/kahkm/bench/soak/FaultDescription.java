package io.kahkm.bench.soak;

/**
 * What is said of a fault.
 *
 * @param label short name, words joined by hyphens
 * @param how what is done, in one sentence
 * @param measured what the time to recover is measured from and to
 * @param sign a line that the logs must have after it, as a regular expression; it names the remedy
 */
record FaultDescription(String label, String how, String measured, String sign) {}
