package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Episodes of states that go round in a circle, feeding the windows of a monitor. Each state has
 * weight 1 on its own class; a reading is one of another class with a small probability.
 */
final class StateWalk {
  static final int CLASSES = 4;

  private final RandomSource random;
  private final int length;
  private final double glitch;
  private final double stay;
  private final PairEvidence pair = new PairEvidence(CLASSES);
  private long time;

  /**
   * A walk.
   *
   * @param seed of the chance
   * @param length states of an episode
   * @param glitch probability of a reading that is any class
   * @param stay probability that the next state is the present one
   */
  StateWalk(long seed, int length, double glitch, double stay) {
    random = new RandomSource(seed);
    this.length = length;
    this.glitch = glitch;
    this.stay = stay;
  }

  /** The closure that knows the circle. */
  static Matrix circle() {
    double[][] rows = new double[CLASSES][CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      rows[i][(i + 1) % CLASSES] = 1;
    }
    return Matrix.ofRows(rows);
  }

  private static double[] of(int state) {
    double[] coordinates = new double[CLASSES];
    coordinates[state] = 1;
    return coordinates;
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
        pair.coordinates = of(seen);
        pair.successor = of(next);
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
}
