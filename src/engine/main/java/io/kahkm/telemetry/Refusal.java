package io.kahkm.telemetry;

import io.kahkm.internal.numeric.Labelled;

/** Why a request was not answered: the closed set of the metric's label. */
public enum Refusal implements Labelled {
  /** No credentials, or wrong ones. */
  CREDENTIALS,
  /** Asked under a name that is not this port's, and no login is set. */
  HOST,
  /** A method that is not answered there. */
  METHOD,
  /** A body that is not wanted, too long or no JSON. */
  BODY,
  /** Something was to be written, without an operator's login. */
  ROLE,
  /** Something was to be written by a page of another site. */
  ORIGIN,
  /** The address is too long. */
  ADDRESS,
  /** Too many answers were being made or sent. */
  BUSY
}
