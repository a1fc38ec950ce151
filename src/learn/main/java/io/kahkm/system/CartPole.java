package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * CartPole-v1: a pole on a cart, state (x, x', theta, theta') in m, m/s, rad, rad/s; explicit Euler
 * steps of 0.02 s. The rule pushes right when {@code theta + 0.25 theta' + 0.01 x + 0.10 x' > 0}.
 */
public final class CartPole extends ControlTask {
  private static final List<String> SENSORS = List.of("x", "x_dot", "theta", "theta_dot");
  private static final double GRAVITY = 9.8;
  private static final double POLE_MASS = 0.1;
  private static final double TOTAL_MASS = 1.1;
  private static final double HALF_LENGTH = 0.5;
  private static final double POLE_MOMENT = 0.05;
  private static final double FORCE = 10;
  private static final double TIME_STEP = 0.02;
  private static final double START = 0.05;
  private static final double FARTHEST = 2.4;
  private static final double STEEPEST = 12 * 2 * Math.PI / 360;

  private final double gravity;

  private CartPole(double gravity) {
    super(2, 0.05, 250);
    this.gravity = gravity;
  }

  /**
   * The task with the published constants.
   *
   * @return the task
   */
  public static CartPole standard() {
    return new CartPole(GRAVITY);
  }

  @Override
  public String name() {
    return "cartpole";
  }

  @Override
  public List<String> sensors() {
    return SENSORS;
  }

  @Override
  public double timeStep() {
    return TIME_STEP;
  }

  @Override
  public void start(RandomNumbers random, double[] state) {
    for (int j = 0; j < state.length; j++) {
      state[j] = uniform(random, -START, START);
    }
  }

  @Override
  int rule(double[] observation) {
    double lean =
        observation[2] + 0.25 * observation[3] + 0.01 * observation[0] + 0.10 * observation[1];
    return lean > 0 ? 1 : 0;
  }

  @Override
  public void advance(double[] state, int action) {
    double force = action == 1 ? FORCE : -FORCE;
    double angle = state[2];
    double speed = state[3];
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    double push = (force + POLE_MOMENT * (speed * speed) * sine) / TOTAL_MASS;
    double angular =
        (gravity * sine - cosine * push)
            / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * (cosine * cosine) / TOTAL_MASS));
    double linear = push - POLE_MOMENT * angular * cosine / TOTAL_MASS;
    state[0] += TIME_STEP * state[1];
    state[1] += TIME_STEP * linear;
    state[2] += TIME_STEP * speed;
    state[3] += TIME_STEP * angular;
  }

  @Override
  public boolean ended(double[] state) {
    return Math.abs(state[0]) > FARTHEST || Math.abs(state[2]) > STEEPEST;
  }

  @Override
  public DynamicalSystem withDynamicsChangedBy(double size) {
    return new CartPole(gravity * (1 + size));
  }
}
