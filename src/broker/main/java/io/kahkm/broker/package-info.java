/**
 * An embedded single node Kafka broker for {@code demo}, {@code bench} and tests, in this process
 * or as a child. Kafka's internal server classes are used here and nowhere else; what depends on
 * another package of the project may not be here.
 */
package io.kahkm.broker;
