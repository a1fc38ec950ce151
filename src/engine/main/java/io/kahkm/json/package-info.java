/**
 * The JSON forms of values that more than one edge writes, so that the command line, the topics and
 * the API cannot drift apart. Kafka, HTTP and files may not be here.
 */
@NullMarked
package io.kahkm.json;

import org.jspecify.annotations.NullMarked;
