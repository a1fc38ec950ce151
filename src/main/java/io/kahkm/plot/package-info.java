/**
 * Pictures of numbers, as PNG, for reports and figures: lines, points, steps and limits on one pair
 * of axes, in a light and a dark theme.
 *
 * <p>Works without a display; needs a Java runtime with fonts. Knows nothing of models, files or
 * commands.
 */
package io.kahkm.plot;
