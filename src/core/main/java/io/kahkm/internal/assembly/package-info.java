/**
 * From tags to rows: readings that arrive one by one, each with its own time and out of order,
 * become rows on a grid of time.
 *
 * <p>Live streams and files are assembled by the same object. Kafka, clocks, logs, files and
 * formats may not be here.
 */
@NullMarked
package io.kahkm.internal.assembly;

import org.jspecify.annotations.NullMarked;
