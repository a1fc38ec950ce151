/**
 * Schemas that records name by id, asked of their registry over HTTP and kept: which forms of
 * records there are, what a registry answers, and when it is asked again.
 *
 * <p>Decoders may not be here: what a schema's text means and how a payload is read with it is not
 * known in this package.
 */
@NullMarked
package io.kahkm.decode.registry;

import org.jspecify.annotations.NullMarked;
