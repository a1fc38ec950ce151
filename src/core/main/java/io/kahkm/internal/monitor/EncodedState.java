package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * The last state of a stream with its encoding, kept so that every state is encoded once: the
 * present readings in sensor units, the state in the map's, and what the map makes of it. Mutable,
 * one owner.
 */
final class EncodedState {
  final double[] readings;
  final double[] state;
  final double[] coordinates;
  final double[] scores;
  int nearestClass;
  int dominant;
  double novelty;
  boolean uniform;
  boolean outside;

  /** Whether any reference reaches it; no part of the stored state. */
  boolean reached = true;

  boolean known;

  EncodedState(int sensors, int dimension, int classes) {
    readings = new double[sensors];
    state = new double[dimension];
    coordinates = new double[classes];
    scores = new double[classes];
  }

  /** An encoded state of the model's sizes that holds nothing yet. */
  static EncodedState of(Model model) {
    return new EncodedState(
        model.map().sensors().size(), model.map().dimension(), model.map().classes());
  }

  void set(double[] newReadings, double[] newState, Encoding encoding, boolean aboveLimit) {
    System.arraycopy(newReadings, 0, readings, 0, readings.length);
    System.arraycopy(newState, 0, state, 0, state.length);
    System.arraycopy(encoding.coordinates(), 0, coordinates, 0, coordinates.length);
    System.arraycopy(encoding.scores(), 0, scores, 0, scores.length);
    nearestClass = encoding.nearestClass();
    dominant = encoding.dominant();
    novelty = encoding.novelty();
    uniform = encoding.uniform();
    // Without a kernel that reaches it, a state has the same score wherever it is.
    reached = encoding.reached();
    outside = uniform || aboveLimit || !reached;
    known = true;
  }

  /** Takes over another state of the same sizes. */
  void copyFrom(EncodedState other) {
    System.arraycopy(other.readings, 0, readings, 0, readings.length);
    System.arraycopy(other.state, 0, state, 0, state.length);
    System.arraycopy(other.coordinates, 0, coordinates, 0, coordinates.length);
    System.arraycopy(other.scores, 0, scores, 0, scores.length);
    nearestClass = other.nearestClass;
    dominant = other.dominant;
    novelty = other.novelty;
    uniform = other.uniform;
    outside = other.outside;
    reached = other.reached;
    known = other.known;
  }

  /** The class with the smallest score, ties to the smallest index. */
  int bestScored() {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      if (scores[c] < scores[best]) {
        best = c;
      }
    }
    return best;
  }

  void transfer(StateTransfer stored) {
    stored.doubles(readings);
    stored.doubles(state);
    stored.doubles(coordinates);
    stored.doubles(scores);
    nearestClass = stored.intOf(nearestClass, 0, coordinates.length - 1, "nearest class");
    dominant = stored.intOf(dominant, 0, coordinates.length - 1, "dominant class");
    novelty = stored.doubleOf(novelty);
    uniform = stored.booleanOf(uniform);
    outside = stored.booleanOf(outside);
    known = stored.booleanOf(known);
  }
}
