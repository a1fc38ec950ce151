package io.kahkm.kahm;

/** Stands for what is not written yet. */
final class Pending {
  private Pending() {}

  @SuppressWarnings({"DoNotCallSuggester", "TypeParameterUnusedInFormals"})
  static <T> T value() {
    throw new UnsupportedOperationException("not written yet");
  }
}
