/**
 * Topology files: one YAML file describes one running monitor end to end. It is read into records
 * and checked once; all errors are reported together, each with the path of its field. What starts
 * or runs a monitor may not be here.
 */
@NullMarked
package io.kahkm.topology;

import org.jspecify.annotations.NullMarked;
