/**
 * The command line: one picocli command per class, but for those on recordings and for {@code
 * accept}, which have packages of their own below, as have the options that commands share.
 *
 * <p>Commands only read options, call the packages that do the work, and print: reading files,
 * numerics, Kafka's topology and forms of records may not be here. Exit codes: 0 ok, 1 failed at
 * run time, 2 usage or configuration, 3 a stream thread died.
 */
package io.kahkm.cli;
