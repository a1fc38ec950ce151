/**
 * What the engine asks of Kafka besides records: settings of Kafka Streams, consumers that wait and
 * leave in order, the broker's topics, peers of the group, how long to wait for a broker. What is
 * in a record may not be here.
 */
@NullMarked
package io.kahkm.stream.client;

import org.jspecify.annotations.NullMarked;
