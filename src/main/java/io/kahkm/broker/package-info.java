/**
 * An embedded single node Kafka broker for {@code demo} and for tests. Kafka's internal server
 * classes are used here and nowhere else; this package depends on no other of the project.
 */
package io.kahkm.broker;
