/**
 * Statistical evidence and reference tables that the engine makes about itself: studies that run
 * the real state machines on laws whose answers are known, and report what they promised, what they
 * kept, and whether the check would have noticed a broken promise.
 *
 * <p>{@code Studies}, beside the commands, lists them. Everything follows from a seed, whatever the
 * number of threads. What prints, reads a clock or writes a file may not be here: the command line
 * does that.
 */
package io.kahkm.reproduce;
