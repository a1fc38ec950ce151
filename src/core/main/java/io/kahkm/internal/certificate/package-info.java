/**
 * Certificates: what prediction error no linear closure of the soft coordinates can beat, and what
 * error the current one attains, each at a stated confidence level and under a stated sampling
 * assumption.
 *
 * <p>Window statistics that merge without cancellation, three lower bounds and one upper bound as
 * pure functions of them, the verdict of one prespecified alarm, and the window policies as a state
 * machine per stream. Maps and fits, and whatever knows Kafka, a clock, a log or a file, may not be
 * here.
 */
@NullMarked
package io.kahkm.internal.certificate;

import org.jspecify.annotations.NullMarked;
