/**
 * What an assistant may ask through the Model Context Protocol: read-only tools over the engine's
 * HTTP interface, recorded files and the manual.
 *
 * <p>Tools that write may not be here: an assistant marks, shelves and accepts nothing.
 */
package io.kahkm.cli.assistant;
