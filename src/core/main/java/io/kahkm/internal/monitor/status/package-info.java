/**
 * What a monitor tells of itself: immutable values made from its state at one moment, and the probe
 * that is told where it stands within a step. State that goes on changing, and words for people,
 * may not be here.
 */
@NullMarked
package io.kahkm.internal.monitor.status;

import org.jspecify.annotations.NullMarked;
