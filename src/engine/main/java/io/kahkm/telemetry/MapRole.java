package io.kahkm.telemetry;

import io.kahkm.internal.numeric.Labelled;

/** What a map is to an instance that runs two of them. */
public enum MapRole implements Labelled {
  /** Its results are published and its alarms raised. */
  MAIN,
  /** It is shown the same records, to be compared. */
  SHADOW
}
