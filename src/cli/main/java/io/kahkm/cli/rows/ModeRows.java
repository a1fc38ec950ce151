package io.kahkm.cli.rows;

import io.kahkm.config.ModeNames;

/**
 * Which rows of a file are of the mode that is judged: those of other modes end its episodes and
 * are left out.
 *
 * @param column that names the mode
 * @param mode the one that is judged
 * @param names of all modes that have a model
 */
public record ModeRows(String column, String mode, ModeNames names) {
  /** Whether a row is of the mode that is judged, by its cell. */
  boolean isOwn(String cell) {
    return mode.equals(names.find(cell));
  }
}
