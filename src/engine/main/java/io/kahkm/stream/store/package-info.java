/**
 * The state of streams as it is stored: keys, journals, snapshots in chunks, notes, marks, and what
 * is kept on the heap beside. What the state is of may not be here: monitors and assemblers write
 * their own.
 */
@NullMarked
package io.kahkm.stream.store;

import org.jspecify.annotations.NullMarked;
