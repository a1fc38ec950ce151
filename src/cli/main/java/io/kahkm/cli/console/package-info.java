/**
 * What a person writes on the command line and reads there: numbers, durations, names of files,
 * exit codes, the two ways of going wrong, progress, JSON.
 *
 * <p>Commands and recorded readings may not be here.
 */
package io.kahkm.cli.console;
