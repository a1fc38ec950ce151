package io.kahkm.cli;

import io.kahkm.numeric.Episodes;
import java.util.List;

/**
 * States read from a file.
 *
 * @param episodes the states; independent pairs are episodes of two
 * @param names one name per episode, as found in the file
 * @param pairs whether the rows were independent pairs
 * @param labels class of every transition's current state, where the file was asked for labels
 */
record StateData(Episodes episodes, List<String> names, boolean pairs, List<Integer> labels) {
  StateData {
    names = List.copyOf(names);
    labels = List.copyOf(labels);
  }
}
