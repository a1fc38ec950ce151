/**
 * Incidents: what happened to a stream, as one thing. What is written about an incident, and where,
 * is decided elsewhere: clocks, files and Kafka may not be here.
 */
@NullMarked
package io.kahkm.internal.incident;

import org.jspecify.annotations.NullMarked;
