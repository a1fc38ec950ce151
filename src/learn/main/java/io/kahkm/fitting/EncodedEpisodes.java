package io.kahkm.fitting;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;

/** All fitting states encoded once, with what the report says about them. */
final class EncodedEpisodes {
  /** Parts tell how far it is; each is encoded by one thread. */
  private static final int MOST_PARTS = 20;

  private static final int LEAST_OF_PART = 1000;

  private final List<double[][]> perEpisode = new ArrayList<>();
  private final double[][] current;
  private final double[][] successors;
  private final int[] currentClasses;
  private final List<double[]> scores = new ArrayList<>();
  private double spreadSum;
  private int uniform;
  private int states;

  private EncodedEpisodes(int transitions) {
    current = new double[transitions][];
    successors = new double[transitions][];
    currentClasses = new int[transitions];
  }

  static EncodedEpisodes of(KahmMap map, Episodes episodes, Progress progress) {
    EncodedEpisodes result = new EncodedEpisodes(episodes.transitions());
    int total = episodes.transitions() + episodes.count();
    List<Callable<List<Encoding>>> parts = new ArrayList<>();
    int each = Math.max(LEAST_OF_PART, (total + MOST_PARTS - 1) / MOST_PARTS);
    for (int first = 0; first < total; first += each) {
      int from = first;
      parts.add(() -> encoded(map, episodes, from, Math.min(from + each, total)));
    }
    List<List<Encoding>> encoded = Parallel.run("fitting states encoded", parts, progress);
    Iterator<Encoding> states = encoded.stream().flatMap(List::stream).iterator();
    int transition = 0;
    for (int e = 0; e < episodes.count(); e++) {
      double[][] coordinates = new double[episodes.length(e)][];
      for (int t = 0; t < coordinates.length; t++) {
        Encoding state = states.next();
        coordinates[t] = state.coordinates();
        result.count(state);
        if (t > 0) {
          result.current[transition - 1] = coordinates[t - 1];
          result.successors[transition - 1] = coordinates[t];
        }
        if (t + 1 < coordinates.length) {
          result.currentClasses[transition++] = state.nearestClass();
        }
      }
      result.perEpisode.add(coordinates);
    }
    return result;
  }

  /** Some of the states, counted over all episodes. */
  private static List<Encoding> encoded(KahmMap map, Episodes episodes, int from, int to) {
    Encoder encoder = map.newEncoder();
    List<Encoding> states = new ArrayList<>(to - from);
    int number = 0;
    for (int e = 0; e < episodes.count() && number < to; e++) {
      int length = episodes.length(e);
      for (int t = Math.max(0, from - number); t < length && number + t < to; t++) {
        Encoding encoding = new Encoding(map.classes());
        encoder.encode(episodes.state(e, t), encoding);
        states.add(encoding);
      }
      number += length;
    }
    return states;
  }

  private void count(Encoding state) {
    states++;
    scores.add(state.scores());
    double smallest = state.novelty();
    double largest = smallest;
    for (double score : state.scores()) {
      largest = Math.max(largest, score);
    }
    spreadSum += largest - smallest;
    if (state.uniform()) {
      uniform++;
    }
  }

  /** Class scores of every state. */
  List<double[]> scores() {
    return scores;
  }

  /** Coordinates of every state, one matrix of rows per episode. */
  List<double[][]> perEpisode() {
    return perEpisode;
  }

  /** Coordinates of the current state of every transition. */
  double[][] current() {
    return current;
  }

  /** Coordinates of the successor of every transition. */
  double[][] successors() {
    return successors;
  }

  /** Nearest class of the current state of every transition. */
  int[] currentClasses() {
    return currentClasses;
  }

  /** Mean over states of largest minus smallest score. */
  double scoreSpread() {
    return spreadSum / states;
  }

  /** Share of states with uniform coordinates. */
  double uniformShare() {
    return (double) uniform / states;
  }
}
