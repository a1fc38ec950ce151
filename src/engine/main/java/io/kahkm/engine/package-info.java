/**
 * A running engine: topology, telemetry and HTTP port together, what it says of its health and what
 * listens to it. Options of a command line and text for a terminal may not be here.
 */
package io.kahkm.engine;
