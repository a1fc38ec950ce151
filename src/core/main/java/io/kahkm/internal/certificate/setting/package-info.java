/**
 * What is prespecified of certificates: levels, windows and their schedule, refinements, horizons
 * and fleets, immutable and checked where they are made.
 *
 * <p>Data may not be here, nor anything that is chosen by them, nor Kafka, a clock, a log or a
 * file.
 */
@NullMarked
package io.kahkm.internal.certificate.setting;

import org.jspecify.annotations.NullMarked;
