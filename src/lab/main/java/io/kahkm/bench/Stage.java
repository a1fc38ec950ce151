package io.kahkm.bench;

/** How far a {@link MeasuredTopology} takes a record; every stage includes those before it. */
public enum Stage {
  /** Parse it. */
  PARSE,
  /** Write its observation to the logged journal store. */
  JOURNAL,
  /** Write the snapshot of its stream's monitor every N records, as large as a new monitor's. */
  SNAPSHOT,
  /** What the engine does: advance the monitor, and send what comes of it. */
  MONITOR
}
