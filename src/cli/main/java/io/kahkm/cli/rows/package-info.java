/**
 * The one reader of recorded rows for all commands: from a file whose columns are named to the
 * states that a monitor would be shown.
 *
 * <p>Rules about times, steps, gaps, held values and tags are those of the live intake and may not
 * be here; nor may options, or what is done with the rows.
 */
package io.kahkm.cli.rows;
