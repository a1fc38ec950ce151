package io.kahkm.internal.incident;

/** What a reading did to the incident of its stream. */
public enum IncidentChange {
  /** Nothing worth saying. */
  NONE,
  /** An incident began to be one. */
  OPENED,
  /** Another channel pages, another sensor stands out most, or it has grown much worse. */
  CHANGED,
  /** Enough readings in a row were inside again. */
  ENDED
}
