package io.kahkm.internal.monitor.status;

import io.kahkm.internal.sensor.SensorFinding;
import java.util.List;
import java.util.OptionalLong;

/**
 * The sensor channel of a stream at one moment.
 *
 * @param evidence mean over sensors and kinds of fault; about 1 without any
 * @param level on the scale of what is an alert by itself, from 0 to 1
 * @param faulty whether a sensor is faulty
 * @param since event time of the row with which it began, nanoseconds; present while one is
 * @param findings what is wrong with which sensors, the likeliest first, at most four, in sensor
 *     units; empty before the evidence is an alarm or a notice
 * @param provisional whether the recording was too short for the run length to hold
 * @param notice whether the evidence has reached the run length but, provisional and alone, is no
 *     alarm
 * @param unwatched readings that say nothing of shifts and noise: a value, or the readings before,
 *     were missing
 * @param waiting readings without a gap that it takes until these are judged again, at least 0
 * @param learning whether they go unjudged for long: as long, nothing says that the sensors are in
 *     order
 */
public record SensorStatus(
    double evidence,
    double level,
    boolean faulty,
    OptionalLong since,
    List<SensorFinding> findings,
    boolean provisional,
    boolean notice,
    long unwatched,
    int waiting,
    boolean learning) {
  /** Copies the list. */
  public SensorStatus {
    findings = List.copyOf(findings);
  }
}
