/**
 * Text files of columns: found out, read row by row, written.
 *
 * <p>Cells are text and numbers; what a column means to a model may not be here.
 */
package io.kahkm.cli.csv;
