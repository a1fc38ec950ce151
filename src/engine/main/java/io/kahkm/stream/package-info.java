/**
 * The engine on Kafka Streams: parsing of input records, the topology of one processor, journaled
 * and snapshotted state, JSON out, start and stop. The numbers are made in {@code
 * io.kahkm.internal.monitor}; this package moves bytes to it and from it, and a computation of its
 * own may not be here.
 */
@NullMarked
package io.kahkm.stream;

import org.jspecify.annotations.NullMarked;
