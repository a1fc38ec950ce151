/**
 * Incidents: what happened to a stream, as one thing. Pure state machines; what is written about an
 * incident, and where, is decided elsewhere. No settings of a topology file may be here.
 */
package io.kahkm.internal.incident;
