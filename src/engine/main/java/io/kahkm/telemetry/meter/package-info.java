/**
 * The meters of streams, each with its name, its help and what it says in one place, and the
 * samples of a scrape. Nothing here knows which streams there are, HTTP or a clock.
 */
@NullMarked
package io.kahkm.telemetry.meter;

import org.jspecify.annotations.NullMarked;
