/**
 * What an instance keeps of the past of its streams: the last readings and windows of each, and the
 * steps of longer ranges, in memory and on disk, as the API shows them.
 *
 * <p>Tables of streams, HTTP and clocks may not be here: every entry brings its time.
 */
@NullMarked
package io.kahkm.telemetry.history;

import org.jspecify.annotations.NullMarked;
