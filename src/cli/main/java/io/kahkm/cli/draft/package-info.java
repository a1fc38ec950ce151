/**
 * What a sample of recorded or live readings suggests: a topology file and the next commands.
 *
 * <p>Guesses about what a sample cannot show may not be here: that is left to people, in words.
 */
package io.kahkm.cli.draft;
