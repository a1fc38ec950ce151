/**
 * The command line: one picocli command per class, CSV in and out, JSON on standard output.
 *
 * <p>Commands only read options, call the packages that do the work, and print: numerics, Kafka's
 * topology and forms of records may not be here. Exit codes: 0 ok, 1 failed at run time, 2 usage or
 * configuration, 3 a stream thread died.
 */
package io.kahkm.cli;
