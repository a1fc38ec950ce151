/**
 * Parts of a monitor's settings, immutable and checked where they are made, and the exception for
 * stored state that they do not allow. Settings that need a class of the monitor itself stand
 * beside it. State may not be here, nor what a settings file calls a setting.
 */
@NullMarked
package io.kahkm.internal.monitor.setting;

import org.jspecify.annotations.NullMarked;
