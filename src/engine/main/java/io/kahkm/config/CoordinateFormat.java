package io.kahkm.config;

import io.kahkm.internal.numeric.Labelled;

/** How forecast coordinates are written to the forecasts topic. */
public enum CoordinateFormat implements Labelled {
  /** Base64 of little-endian float64 values: exact, and fifty times cheaper than text. */
  BASE64,
  /** A JSON array of numbers that read back exactly. */
  TEXT,
  /** Not at all. */
  NONE
}
