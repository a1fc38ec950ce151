/**
 * What an assistant may ask through the Model Context Protocol: read-only tools over the engine's
 * HTTP interface, recorded files and the manual.
 */
package io.kahkm.cli.assistant;
