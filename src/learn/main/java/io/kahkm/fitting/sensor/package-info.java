/**
 * Fits the sensor channel to recorded normal rows: regressions, what is normal for each sensor, and
 * the stretches in which the recording itself is suspect. Files and Kafka may not be here.
 */
@NullMarked
package io.kahkm.fitting.sensor;

import org.jspecify.annotations.NullMarked;
