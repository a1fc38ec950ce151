package io.kahkm.internal.monitor.input;

/** What a monitor makes of values that are known ahead, decided before anything changes. */
public enum KnownAdmission {
  /** They are taken. */
  ACCEPTED,
  /** A reading of their time or a later one has come: nothing changes. */
  LATE,
  /** As many nearer times are known as are kept: nothing changes. */
  AHEAD,
  /** No forecast of the model looks at them: nothing changes. */
  UNUSED
}
