/**
 * The incidents of an application: their records on the topic, and what is known of all of them.
 * Whether a stream is in one is decided by its monitor; that decision may not be here.
 */
@NullMarked
package io.kahkm.incident;

import org.jspecify.annotations.NullMarked;
