package io.kahkm.internal.monitor.input;

/** What a monitor makes of another forecaster's forecast, decided before anything changes. */
public enum OtherAdmission {
  /** It is taken. */
  ACCEPTED,
  /** One of the same forecaster, horizon and time was taken before: nothing changes. */
  DUPLICATE,
  /** It was made, or came, after its outcome: nothing changes. */
  LATE,
  /** There was no reading at its time whose outcome is still to come: nothing changes. */
  NO_READING,
  /** Its reading has not come, and as many forecasts wait for theirs as may: nothing changes. */
  AHEAD,
  /** Nobody of that name is judged at that horizon: nothing changes. */
  UNKNOWN
}
