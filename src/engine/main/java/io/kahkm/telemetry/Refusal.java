package io.kahkm.telemetry;

import java.util.Locale;

/** Why a request was not answered: the closed set of the metric's label. */
enum Refusal {
  /** No credentials, or wrong ones. */
  CREDENTIALS,
  /** Asked under a name that is not this port's, and no login is set. */
  HOST,
  /** Neither GET nor HEAD. */
  METHOD,
  /** A body was announced. */
  BODY,
  /** The address is too long. */
  ADDRESS,
  /** Too many answers were being made or sent. */
  BUSY;

  private final String label = name().toLowerCase(Locale.ROOT);

  String label() {
    return label;
  }
}
