package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * The paper's two oscillators with state (q, p): one classical fourth-order Runge-Kutta step, then
 * independent Gaussian process noise on each coordinate (section "Experimental protocol").
 *
 * <p>Starts are Gaussian around a fixed point with standard deviation 0.05. The constants are those
 * of the shared trajectories: Duffing noise 1e-4 and step 0.03 from (0.7, 0); Van der Pol noise
 * 1e-5 and step 0.02 from (2, 0).
 */
public final class Oscillator implements DynamicalSystem {
  private static final List<String> SENSORS = List.of("q", "p");
  private static final double START_DEVIATION = 0.05;
  private static final double DUFFING_DAMPING = 0.25;
  private static final double VAN_DER_POL_DAMPING = 1;

  private enum Kind {
    DUFFING("duffing"),
    VAN_DER_POL("vanderpol");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  private final Kind kind;
  private final double damping;
  private final double timeStep;
  private final double startPosition;
  private final double noiseDeviation;

  private Oscillator(
      Kind kind, double damping, double timeStep, double startPosition, double noiseDeviation) {
    this.kind = kind;
    this.damping = damping;
    this.timeStep = timeStep;
    this.startPosition = startPosition;
    this.noiseDeviation = noiseDeviation;
  }

  /**
   * The damped Duffing oscillator, dq = p, dp = -0.25 p + q - q^3.
   *
   * @return the system with the paper's step, noise and start distribution
   */
  public static Oscillator duffing() {
    return new Oscillator(Kind.DUFFING, DUFFING_DAMPING, 0.03, 0.7, 1e-4);
  }

  /**
   * The Van der Pol oscillator, dq = p, dp = (1 - q^2) p - q.
   *
   * @return the system with the paper's step, noise and start distribution
   */
  public static Oscillator vanDerPol() {
    return new Oscillator(Kind.VAN_DER_POL, VAN_DER_POL_DAMPING, 0.02, 2, 1e-5);
  }

  /**
   * The same oscillator with other process noise.
   *
   * @param deviation standard deviation of the noise added to each coordinate after each step, at
   *     least 0
   * @return the changed oscillator
   */
  public Oscillator withNoise(double deviation) {
    if (!(deviation >= 0 && deviation < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("deviation is " + deviation + ", must be at least 0");
    }
    return new Oscillator(kind, damping, timeStep, startPosition, deviation);
  }

  /**
   * The same oscillator with another time step.
   *
   * @param seconds duration of one step, positive
   * @return the changed oscillator
   */
  public Oscillator withTimeStep(double seconds) {
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("seconds is " + seconds + ", must be positive");
    }
    return new Oscillator(kind, damping, seconds, startPosition, noiseDeviation);
  }

  @Override
  public Oscillator withDynamicsChangedBy(double size) {
    if (!Double.isFinite(size)) {
      throw new IllegalArgumentException("size is " + size + ", must be finite");
    }
    return new Oscillator(kind, damping * (1 + size), timeStep, startPosition, noiseDeviation);
  }

  @Override
  public String name() {
    return kind.label;
  }

  @Override
  public List<String> sensors() {
    return SENSORS;
  }

  @Override
  public double timeStep() {
    return timeStep;
  }

  @Override
  public void start(RandomNumbers random, double[] state) {
    state[0] = startPosition + START_DEVIATION * random.nextGaussian();
    state[1] = START_DEVIATION * random.nextGaussian();
  }

  @Override
  public void step(RandomNumbers random, double[] state) {
    double half = timeStep / 2;
    double q = state[0];
    double p = state[1];
    double q1 = p;
    double p1 = acceleration(q, p);
    double q2 = p + half * p1;
    double p2 = acceleration(q + half * q1, q2);
    double q3 = p + half * p2;
    double p3 = acceleration(q + half * q2, q3);
    double q4 = p + timeStep * p3;
    double p4 = acceleration(q + timeStep * q3, q4);
    state[0] = q + timeStep / 6 * (q1 + 2 * q2 + 2 * q3 + q4);
    state[1] = p + timeStep / 6 * (p1 + 2 * p2 + 2 * p3 + p4);
    if (noiseDeviation > 0) {
      state[0] += noiseDeviation * random.nextGaussian();
      state[1] += noiseDeviation * random.nextGaussian();
    }
  }

  private double acceleration(double q, double p) {
    return switch (kind) {
      case DUFFING -> -damping * p + q - cube(q);
      case VAN_DER_POL -> damping * (1 - q * q) * p - q;
    };
  }

  /** The cube rounded once, as a good power function gives it. */
  private static double cube(double q) {
    double square = q * q;
    double squareRest = Math.fma(q, q, -square);
    double product = square * q;
    double productRest = Math.fma(square, q, -product);
    return product + (productRest + squareRest * q);
  }

  @Override
  public String toString() {
    return kind.label;
  }
}
