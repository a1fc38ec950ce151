package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
import java.util.List;

/**
 * MountainCar-v0: a car in a valley, state (position, velocity). The rule pushes along the
 * velocity, and right beyond 0.45.
 */
public final class MountainCar extends ControlTask {
  private static final List<String> SENSORS = List.of("position", "velocity");
  private static final double GRAVITY = 0.0025;
  private static final double FORCE = 0.001;
  private static final double FASTEST = 0.07;
  private static final double LEFT = -1.2;
  private static final double RIGHT = 0.6;
  private static final double GOAL = 0.5;
  private static final double HILL = 0.45;

  private final double gravity;

  private MountainCar(double gravity) {
    super(3, 0.05, 200);
    this.gravity = gravity;
  }

  /**
   * The task with the published constants.
   *
   * @return the task
   */
  public static MountainCar standard() {
    return new MountainCar(GRAVITY);
  }

  @Override
  public String name() {
    return "mountaincar";
  }

  @Override
  public List<String> sensors() {
    return SENSORS;
  }

  /** The task's steps have no published duration; one second each. */
  @Override
  public double timeStep() {
    return 1;
  }

  @Override
  public void start(RandomNumbers random, double[] state) {
    state[0] = uniform(random, -0.6, -0.4);
    state[1] = 0;
  }

  @Override
  int rule(double[] observation) {
    if (observation[0] > HILL) {
      return 2;
    }
    return observation[1] >= 0 ? 2 : 0;
  }

  @Override
  public void advance(double[] state, int action) {
    double velocity = state[1] + (action - 1) * FORCE + StrictMath.cos(3 * state[0]) * -gravity;
    velocity = Math.max(-FASTEST, Math.min(FASTEST, velocity));
    double position = Math.max(LEFT, Math.min(RIGHT, state[0] + velocity));
    state[1] = position == LEFT && velocity < 0 ? 0 : velocity;
    state[0] = position;
  }

  @Override
  public boolean ended(double[] state) {
    return state[0] >= GOAL && state[1] >= 0;
  }

  @Override
  public DynamicalSystem withDynamicsChangedBy(double size) {
    return new MountainCar(gravity * (1 + size));
  }
}
