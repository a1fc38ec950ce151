/**
 * Certificates: what prediction error no linear closure of the soft coordinates can beat, and what
 * error the current one attains, each at a stated confidence level and under a stated sampling
 * assumption.
 *
 * <p>The windows of a stream and of a fleet as state machines, the verdict of one prespecified
 * alarm, and what is published. What is summed over pairs, bounds of a loss from these sums, bounds
 * that are functions of a few numbers, settings and a fleet's time stand in packages below. Maps
 * and fits, and whatever knows Kafka, a clock, a log or a file, may not be here.
 */
@NullMarked
package io.kahkm.internal.certificate;

import org.jspecify.annotations.NullMarked;
