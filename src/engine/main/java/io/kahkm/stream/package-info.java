/**
 * The engine on Kafka Streams: its topology, the processors with their monitors and assemblers,
 * maps on trial, start and stop. The numbers are made in {@code io.kahkm.internal.monitor}; this
 * package moves bytes to it and from it, and a computation of its own may not be here. How records
 * are read and written, what is stored, the clients of Kafka and records that stop an engine are
 * beside: {@code input}, {@code output}, {@code store}, {@code client}, {@code quarantine}.
 */
@NullMarked
package io.kahkm.stream;

import org.jspecify.annotations.NullMarked;
