/**
 * Certificates: what prediction error no linear closure of the soft coordinates can beat, and what
 * error the current one attains, each at a stated confidence level and under a stated sampling
 * assumption.
 *
 * <p>Window statistics that merge without cancellation, the bounds that need them, the verdict of
 * one prespecified alarm, and the window policies as a state machine per stream. Settings, bounds
 * that are functions of a few numbers, and a fleet's time stand in packages below. Maps and fits,
 * and whatever knows Kafka, a clock, a log or a file, may not be here.
 */
@NullMarked
package io.kahkm.internal.certificate;

import org.jspecify.annotations.NullMarked;
