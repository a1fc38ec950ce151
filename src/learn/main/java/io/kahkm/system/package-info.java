/**
 * Simulated systems and sensors: the paper's oscillators, their noise and start distributions, and
 * sensors that fail in ways an operator knows.
 *
 * <p>Everything here is deterministic by seed and reads no clock: event time is computed from the
 * step number. Kafka, files and the command line may not be here.
 */
@NullMarked
package io.kahkm.system;

import org.jspecify.annotations.NullMarked;
