/**
 * What a stream's monitor is given, each with its own time: observations, values known beforehand,
 * forecasts of others; and how a monitor answers each. What a monitor keeps of them may not be
 * here, nor Kafka, a clock, a log or a file.
 */
@NullMarked
package io.kahkm.internal.monitor.input;

import org.jspecify.annotations.NullMarked;
