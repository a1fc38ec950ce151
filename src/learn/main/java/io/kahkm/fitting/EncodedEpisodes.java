package io.kahkm.fitting;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;

/** All fitting states encoded once, with what the report says about them. */
final class EncodedEpisodes {
  private static final int PROGRESS_INTERVAL = 1000;

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
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    int total = episodes.transitions() + episodes.count();
    int transition = 0;
    for (int e = 0; e < episodes.count(); e++) {
      double[][] coordinates = new double[episodes.length(e)][];
      for (int t = 0; t < coordinates.length; t++) {
        encoder.encode(episodes.state(e, t), encoding);
        coordinates[t] = encoding.coordinates().clone();
        result.count(encoding);
        if (t > 0) {
          result.current[transition - 1] = coordinates[t - 1];
          result.successors[transition - 1] = coordinates[t];
        }
        if (t + 1 < coordinates.length) {
          result.currentClasses[transition++] = encoding.nearestClass();
        }
        if (result.states % PROGRESS_INTERVAL == 0 || result.states == total) {
          progress.update("fitting states encoded", result.states, total);
        }
      }
      result.perEpisode.add(coordinates);
    }
    return result;
  }

  private void count(Encoding encoding) {
    states++;
    scores.add(encoding.scores().clone());
    double smallest = encoding.novelty();
    double largest = smallest;
    for (double score : encoding.scores()) {
      largest = Math.max(largest, score);
    }
    spreadSum += largest - smallest;
    if (encoding.uniform()) {
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
