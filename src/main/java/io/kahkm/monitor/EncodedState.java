package io.kahkm.monitor;

import io.kahkm.kahm.Encoding;
import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;

/**
 * The last state of a stream with its encoding, kept so that every state is encoded once. Mutable,
 * one owner.
 */
final class EncodedState {
  final double[] state;
  final double[] coordinates;
  final double[] scores;
  int nearestClass;
  int dominant;
  double novelty;
  boolean uniform;
  boolean outside;

  EncodedState(int dimension, int classes) {
    state = new double[dimension];
    coordinates = new double[classes];
    scores = new double[classes];
  }

  void set(double[] newState, Encoding encoding, boolean aboveLimit) {
    System.arraycopy(newState, 0, state, 0, state.length);
    System.arraycopy(encoding.coordinates(), 0, coordinates, 0, coordinates.length);
    System.arraycopy(encoding.scores(), 0, scores, 0, scores.length);
    nearestClass = encoding.nearestClass();
    dominant = encoding.dominant();
    novelty = encoding.novelty();
    uniform = encoding.uniform();
    outside = uniform || aboveLimit;
  }

  void write(StateWriter writer) {
    writer.putDoubles(state);
    writer.putDoubles(coordinates);
    writer.putDoubles(scores);
    writer.putInt(nearestClass);
    writer.putInt(dominant);
    writer.putDouble(novelty);
    writer.putBoolean(uniform);
    writer.putBoolean(outside);
  }

  void read(StateReader reader) {
    reader.getDoubles(state);
    reader.getDoubles(coordinates);
    reader.getDoubles(scores);
    nearestClass = reader.getInt(0, coordinates.length - 1, "nearest class");
    dominant = reader.getInt(0, coordinates.length - 1, "dominant class");
    novelty = reader.getDouble();
    uniform = reader.getBoolean();
    outside = reader.getBoolean();
  }
}
