/**
 * A running engine: topology, telemetry and HTTP port, started and stopped together. Options of a
 * command line and text for a terminal may not be here.
 */
@NullMarked
package io.kahkm.process;

import org.jspecify.annotations.NullMarked;
