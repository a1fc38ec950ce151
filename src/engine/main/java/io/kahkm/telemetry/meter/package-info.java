/**
 * The meters of streams, each with its name, its help and what it says in one place, and the
 * samples of a scrape. Tables of streams, HTTP and clocks may not be here.
 */
@NullMarked
package io.kahkm.telemetry.meter;

import org.jspecify.annotations.NullMarked;
