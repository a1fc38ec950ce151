/**
 * Pictures of numbers, as PNG and SVG, for reports and figures: lines, points, colours, steps and
 * limits on pairs of axes, in a light and a dark theme.
 *
 * <p>Works without a display; needs a Java runtime with fonts. Models, files and commands may not
 * be here.
 */
package io.kahkm.plot;
