package io.kahkm.system;

import java.util.List;

/** The systems that can be simulated by name. */
public final class DynamicalSystems {
  private static final List<DynamicalSystem> ALL =
      List.of(
          Oscillator.duffing(),
          Oscillator.vanDerPol(),
          CartPole.standard(),
          MountainCar.standard(),
          Acrobot.standard(),
          FourState.conflict(),
          FourState.identity(),
          PumpStation.sound());

  private DynamicalSystems() {}

  /**
   * The names {@link #named(String)} accepts.
   *
   * @return names in a fixed order
   */
  public static List<String> names() {
    return ALL.stream().map(DynamicalSystem::name).toList();
  }

  /**
   * Finds a system.
   *
   * @param name one of {@link #names()}
   * @return the system with the paper's constants
   * @throws IllegalArgumentException for another name; the message lists the names
   */
  public static DynamicalSystem named(String name) {
    return ALL.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "system \"" + name + "\" is not known, choose one of " + names()));
  }
}
