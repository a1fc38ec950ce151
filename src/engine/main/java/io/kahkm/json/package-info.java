/**
 * The JSON forms of values that more than one edge writes, so that the command line, the topics and
 * the API cannot drift apart. Nothing of Kafka, HTTP or files.
 */
package io.kahkm.json;
