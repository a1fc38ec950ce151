/**
 * An embedded single node Kafka broker for {@code demo}, {@code bench} and tests, in this process
 * or as a child. Kafka's internal server classes are used here and nowhere else; this package
 * depends on no other of the project.
 */
package io.kahkm.broker;
