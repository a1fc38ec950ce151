package io.kahkm.reproduce;

import io.kahkm.internal.certificate.CertificateMonitor;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.SquareProducts;
import java.util.ArrayList;
import java.util.List;

/**
 * Independent episodes of four states that follow each other in a circle or stay, one weight each,
 * with readings of any state now and then: their errors are known exactly. Feeds the windows of a
 * monitor. Mutable, single owner.
 */
final class CircleEpisodes {
  /** States of the circle. */
  static final int CLASSES = 4;

  /** Squared distance of two states that differ. */
  private static final double APART = 2;

  private final RandomSource random;
  private final int length;
  private final double glitch;
  private final double stay;
  private final PairEvidence pair = new PairEvidence(CLASSES);
  private long time;

  /**
   * Episodes of one law.
   *
   * @param seed of the chance
   * @param length states of an episode, at least 2
   * @param glitch probability of a reading that is any state
   * @param stay probability that the next state is the present one
   */
  CircleEpisodes(long seed, int length, double glitch, double stay) {
    random = new RandomSource(seed);
    this.length = length;
    this.glitch = glitch;
    this.stay = stay;
  }

  /** Mean transitions of the states, C x C: without glitches the best closure. */
  static Matrix transitions(double stay) {
    double[][] rows = new double[CLASSES][CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      rows[i][i] += stay;
      rows[i][(i + 1) % CLASSES] += 1 - stay;
    }
    return Matrix.ofRows(rows);
  }

  /** True root-mean-square error of repeating the present state, without glitches. */
  static double noChange(double stay, int horizon) {
    double[][] step = transitions(stay).toRows();
    double[][] power = step;
    for (int h = 1; h < horizon; h++) {
      power = SquareProducts.times(power, step);
    }
    return Math.sqrt(APART * (1 - power[0][0]));
  }

  /**
   * Feeds whole episodes.
   *
   * @param monitor of episodes
   * @param closure to freeze where a window starts
   * @param episodes how many
   * @param outside whether every second pair starts outside the map
   * @return the records published
   */
  List<WindowCertificate> feed(
      CertificateMonitor monitor, Matrix closure, int episodes, boolean outside) {
    List<WindowCertificate> records = new ArrayList<>();
    for (int j = 0; j < episodes; j++) {
      int state = random.nextInt(CLASSES);
      int seen = state;
      for (int t = 1; t < length; t++) {
        state = random.nextUniform() < stay ? state : (state + 1) % CLASSES;
        int next = random.nextUniform() < glitch ? random.nextInt(CLASSES) : state;
        if (monitor.needsFreeze()) {
          monitor.freeze(closure);
        }
        pair.coordinates = weights(seen);
        pair.successor = weights(next);
        pair.nearestClass = seen;
        pair.outside = outside && t % 2 == 0;
        pair.residual = monitor.residual(pair.coordinates, pair.successor);
        time++;
        monitor.pair(pair, time).ifPresent(records::add);
        seen = next;
      }
      time++;
      monitor.endUnit(time, true).ifPresent(records::add);
    }
    return records;
  }

  private static double[] weights(int state) {
    double[] weights = new double[CLASSES];
    weights[state] = 1;
    return weights;
  }
}
