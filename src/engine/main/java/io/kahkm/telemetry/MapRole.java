package io.kahkm.telemetry;

/** What a map is to an instance that runs two of them. */
public enum MapRole {
  /** Its results are published and its alarms raised. */
  MAIN("main"),
  /** It is shown the same records, to be compared. */
  SHADOW("shadow");

  private final String label;

  MapRole(String label) {
    this.label = label;
  }

  /** Value of the label {@code role}. */
  public String label() {
    return label;
  }
}
