package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * Acrobot-v1: two links with a motor between them, hidden state (theta1, theta2, theta1', theta2'),
 * observed as cosines and sines of the angles and both velocities; one Runge-Kutta step of 0.2 s.
 * The rule pumps energy in and holds the tip up.
 */
public final class Acrobot extends ControlTask {
  private static final List<String> SENSORS =
      List.of("cos_theta1", "sin_theta1", "cos_theta2", "sin_theta2", "theta1_dot", "theta2_dot");
  private static final int HIDDEN = 4;
  private static final double TIME_STEP = 0.2;
  private static final double GRAVITY = 9.8;
  private static final double CENTRE = 0.5;
  private static final double FASTEST_FIRST = 4 * Math.PI;
  private static final double FASTEST_SECOND = 9 * Math.PI;

  private final double gravity;

  private Acrobot(double gravity) {
    super(3, 0.10, 500);
    this.gravity = gravity;
  }

  /**
   * The task with the published constants.
   *
   * @return the task
   */
  public static Acrobot standard() {
    return new Acrobot(GRAVITY);
  }

  @Override
  public String name() {
    return "acrobot";
  }

  @Override
  public List<String> sensors() {
    return SENSORS;
  }

  @Override
  public int stateSize() {
    return HIDDEN;
  }

  @Override
  public double timeStep() {
    return TIME_STEP;
  }

  @Override
  public void start(RandomNumbers random, double[] state) {
    for (int j = 0; j < HIDDEN; j++) {
      state[j] = (float) uniform(random, -0.1, 0.1);
    }
  }

  @Override
  public void observe(double[] state, double[] reading) {
    reading[0] = (float) StrictMath.cos(state[0]);
    reading[1] = (float) StrictMath.sin(state[0]);
    reading[2] = (float) StrictMath.cos(state[1]);
    reading[3] = (float) StrictMath.sin(state[1]);
    reading[4] = (float) state[2];
    reading[5] = (float) state[3];
  }

  @Override
  int rule(double[] observation) {
    double first = StrictMath.atan2(observation[1], observation[0]);
    double second = StrictMath.atan2(observation[3], observation[2]);
    double together = observation[4] + observation[5];
    if (height(first, second) > 0.6) {
      return together >= 0 ? 2 : 0;
    }
    double pump =
        together
            + 0.40 * StrictMath.sin(first + second)
            + 0.20 * StrictMath.sin(first)
            + 0.10 * observation[5];
    if (Math.abs(pump) < 0.05) {
      return 1;
    }
    return pump > 0 ? 2 : 0;
  }

  private static double height(double first, double second) {
    return -StrictMath.cos(first) - StrictMath.cos(first + second);
  }

  @Override
  public void advance(double[] state, int action) {
    double torque = action - 1;
    double[] one = slope(state, state, 0, torque);
    double[] two = slope(state, one, TIME_STEP / 2, torque);
    double[] three = slope(state, two, TIME_STEP / 2, torque);
    double[] four = slope(state, three, TIME_STEP, torque);
    for (int j = 0; j < HIDDEN; j++) {
      state[j] += TIME_STEP / 6 * (one[j] + 2 * two[j] + 2 * three[j] + four[j]);
    }
    state[0] = wrapped(state[0]);
    state[1] = wrapped(state[1]);
    state[2] = Math.max(-FASTEST_FIRST, Math.min(FASTEST_FIRST, state[2]));
    state[3] = Math.max(-FASTEST_SECOND, Math.min(FASTEST_SECOND, state[3]));
  }

  /** Time derivative at {@code state + share * slope}; all masses, lengths and moments are one. */
  private double[] slope(double[] state, double[] slope, double share, double torque) {
    double first = state[0] + share * slope[0];
    double second = state[1] + share * slope[1];
    double firstSpeed = state[2] + share * slope[2];
    double secondSpeed = state[3] + share * slope[3];
    double cosine = StrictMath.cos(second);
    double sine = StrictMath.sin(second);
    double inertia = CENTRE * CENTRE + (1 + CENTRE * CENTRE + 2 * CENTRE * cosine) + 1 + 1;
    double coupling = CENTRE * CENTRE + CENTRE * cosine + 1;
    double lower = CENTRE * gravity * StrictMath.cos(first + second - Math.PI / 2);
    double upper =
        -CENTRE * (secondSpeed * secondSpeed) * sine
            - 2 * CENTRE * secondSpeed * firstSpeed * sine
            + (CENTRE + 1) * gravity * StrictMath.cos(first - Math.PI / 2)
            + lower;
    double secondPush =
        (torque + coupling / inertia * upper - CENTRE * (firstSpeed * firstSpeed) * sine - lower)
            / (CENTRE * CENTRE + 1 - coupling * coupling / inertia);
    double firstPush = -(coupling * secondPush + upper) / inertia;
    return new double[] {firstSpeed, secondSpeed, firstPush, secondPush};
  }

  private static double wrapped(double angle) {
    double result = angle;
    while (result > Math.PI) {
      result -= 2 * Math.PI;
    }
    while (result < -Math.PI) {
      result += 2 * Math.PI;
    }
    return result;
  }

  @Override
  public boolean ended(double[] state) {
    return height(state[0], state[1]) > 1;
  }

  @Override
  public DynamicalSystem withDynamicsChangedBy(double size) {
    return new Acrobot(gravity * (1 + size));
  }
}
