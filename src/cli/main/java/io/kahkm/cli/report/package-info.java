/**
 * Results in lines, pages, tables and JSON for people.
 *
 * <p>Measuring and deciding may not be here: every figure comes with the result.
 */
package io.kahkm.cli.report;
