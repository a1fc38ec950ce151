/**
 * The commands of a checkout that production does not need: demonstration, simulated sensors,
 * benchmarks, fault injection and the paper. They only read options, call the packages that do the
 * work, and print; what {@code run} needs may not be here.
 */
package io.kahkm.lab;
