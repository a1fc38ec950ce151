/**
 * Recorded rows through the monitors that run live, and figures of what they said.
 *
 * <p>Options, texts, and a second rule of what an alarm or a unit is may not be here.
 */
package io.kahkm.cli.offline;
