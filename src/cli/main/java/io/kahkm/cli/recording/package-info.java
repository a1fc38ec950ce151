/**
 * Commands on recorded rows, which fit a model to a file and score, evaluate, certify, encode and
 * analyse others with it, and the options that say how the rows are read. Kafka and a running
 * engine may not be here.
 */
package io.kahkm.cli.recording;
