/**
 * What an engine says of itself: to those who listen to it, of its health, and of what its
 * configuration and its model leave open; and the background threads of its parts. Topology, stores
 * and telemetry may not be here.
 */
@NullMarked
package io.kahkm.engine;

import org.jspecify.annotations.NullMarked;
