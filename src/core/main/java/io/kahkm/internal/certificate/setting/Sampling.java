package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labelled;

/** What the operator asserts to be independent and identically distributed. */
public enum Sampling implements Labelled {
  /** Every pair is a unit: i.i.d. pairs. */
  RECORDS,
  /**
   * Every episode is a unit: i.i.d. episodes of any inner dependence (equation "independent
   * episodes").
   */
  EPISODES,
  /** Every stream is a unit: independent machines sharing one matrix. */
  FLEET
}
