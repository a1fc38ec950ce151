/**
 * From tags to rows: readings that arrive one by one, each with its own time and out of order,
 * become rows on a grid of time.
 *
 * <p>Pure: no Kafka, clock, log or file. Live streams and files are assembled by the same object.
 */
package io.kahkm.internal.assembly;
