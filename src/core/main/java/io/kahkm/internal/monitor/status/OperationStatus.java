package io.kahkm.internal.monitor.status;

/**
 * What the machine of a stream does, by the rule that says when it runs.
 *
 * @param running whether it runs
 * @param judged whether its readings are judged: it runs and has settled
 * @param since event time from which it runs, or stands still, nanoseconds
 * @param judgedFrom event time from which its readings are judged if it goes on running,
 *     nanoseconds; {@code since} where it stands still
 */
public record OperationStatus(boolean running, boolean judged, long since, long judgedFrom) {}
