/**
 * A fleet's time and which of its streams a window needs. What the streams measured may not be
 * here, nor Kafka, the machine's clock, a log or a file: time is what streams report.
 */
@NullMarked
package io.kahkm.internal.certificate.fleet;

import org.jspecify.annotations.NullMarked;
