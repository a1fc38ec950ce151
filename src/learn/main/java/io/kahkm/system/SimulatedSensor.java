package io.kahkm.system;

import io.kahkm.internal.numeric.RandomSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * One simulated stream: an endless, deterministic sequence of readings. Mutable, for one thread.
 *
 * <p>What it claims about sampling is true: with {@link Mode#EPISODES} every episode starts from an
 * independent draw of the system's start distribution and runs until the system ends it or for the
 * same number of transitions, so episodes are independent and identically distributed; with {@link
 * Mode#PAIRS} every reading is an independent pair (x, x+): a fresh start, a uniform number of
 * steps below the episode length, and one more step; a draw that the system ends before is made
 * again. Faults change that on purpose.
 *
 * <p>Process noise and measurement noise come from separate sequences: a measurement fault leaves
 * the true states as they would have been without it.
 */
public final class SimulatedSensor {
  /** What a stream reports. */
  public enum Mode {
    /** States in time order, episode after episode. */
    EPISODES,
    /** Independent pairs of a state and its successor. */
    PAIRS
  }

  private final String stream;
  private final DynamicalSystem system;
  private final Mode mode;
  private final int episodeLength;
  private final int startSpread;
  private final long startMillis;
  private final long stepMillis;
  private final List<Fault> faults;
  private final RandomSource process;
  private final RandomSource measurement;
  private final double[] truth;
  private final double[][] frozen;

  private long reading;
  private long episode;
  private int step;

  /**
   * Starts a stream.
   *
   * @param stream name of the stream, used in episode names
   * @param system what is simulated
   * @param mode what the stream reports
   * @param episodeLength transitions of an episode, at least 1
   * @param startSpread every episode reports from a uniformly drawn number of steps below this
   *     after its start; 0 for the start itself
   * @param seed seed of this stream; take the seeds of several streams from {@link
   *     RandomSource#nextSeed()}
   * @param startMillis event time of the first reading, milliseconds since the epoch
   * @param stepMillis event time between readings, milliseconds, at least 1
   * @param faults faults of this stream; the sensors they name must exist
   */
  public SimulatedSensor(
      String stream,
      DynamicalSystem system,
      Mode mode,
      int episodeLength,
      int startSpread,
      long seed,
      long startMillis,
      long stepMillis,
      List<Fault> faults) {
    if (episodeLength < 1) {
      throw new IllegalArgumentException(
          "episodeLength is " + episodeLength + ", at least 1 is needed");
    }
    if (stepMillis < 1) {
      throw new IllegalArgumentException("stepMillis is " + stepMillis + ", at least 1 is needed");
    }
    for (Fault fault : faults) {
      fault.sensor().ifPresent(sensor -> requireSensor(system, sensor));
      fault.part().ifPresent(part -> requirePart(system, part));
    }
    this.stream = stream;
    this.system = system;
    this.mode = mode;
    this.episodeLength = episodeLength;
    this.startSpread = startSpread;
    this.startMillis = startMillis;
    this.stepMillis = stepMillis;
    this.faults = List.copyOf(faults);
    RandomSource seeds = new RandomSource(seed);
    process = new RandomSource(seeds.nextSeed());
    measurement = new RandomSource(seeds.nextSeed());
    truth = new double[system.stateSize()];
    frozen = new double[this.faults.size()][];
  }

  private static void requireSensor(DynamicalSystem system, String sensor) {
    if (!system.sensors().contains(sensor)) {
      throw new IllegalArgumentException(
          "fault names the sensor \""
              + sensor
              + "\", "
              + system.name()
              + " has "
              + system.sensors());
    }
  }

  private static void requirePart(DynamicalSystem system, String part) {
    if (!system.parts().contains(part)) {
      throw new IllegalArgumentException(
          "fault names the part \"" + part + "\", " + system.name() + " has " + system.parts());
    }
  }

  /**
   * Makes all streams of a fleet, each with a seed of its own.
   *
   * @param system what every stream simulates
   * @param mode what the streams report
   * @param settings number of streams, seed, episode length and faults; the rate is the caller's
   *     matter
   * @param startMillis event time of every stream's first reading, milliseconds since the epoch
   * @param stepMillis event time between readings of a stream, milliseconds, at least 1
   * @return one sensor per stream, in the order of {@link SimulationSettings#streamNames()}
   */
  public static List<SimulatedSensor> fleet(
      DynamicalSystem system,
      Mode mode,
      SimulationSettings settings,
      long startMillis,
      long stepMillis) {
    RandomSource seeds = new RandomSource(settings.seed());
    return settings.streamNames().stream()
        .map(
            name ->
                new SimulatedSensor(
                    name,
                    system,
                    mode,
                    settings.episodeLength(),
                    settings.startSpread(),
                    seeds.nextSeed(),
                    startMillis,
                    stepMillis,
                    settings.faultsOf(name)))
        .toList();
  }

  /**
   * The name of the stream.
   *
   * @return the name given
   */
  public String stream() {
    return stream;
  }

  /**
   * The next reading.
   *
   * @return the reading; never ends
   */
  public SimulatedReading next() {
    long elapsed = reading * stepMillis;
    SimulatedReading result = mode == Mode.EPISODES ? nextState(elapsed) : nextPair(elapsed);
    reading++;
    return result;
  }

  private SimulatedReading nextState(long elapsed) {
    if (step == 0) {
      startAfter(system, startSpread);
    } else {
      systemAt(elapsed).step(process, truth);
    }
    boolean end = step == episodeLength || system.ended(truth);
    List<Double> state = observe(elapsed);
    SimulatedReading result =
        new SimulatedReading(
            startMillis + elapsed, state, Optional.empty(), episodeName(), end, isFaulty(elapsed));
    if (end) {
      step = 0;
      episode++;
    } else {
      step++;
    }
    return result;
  }

  /** Starts anew and takes a uniform number of steps below {@code spread} that nobody sees. */
  private void startAfter(DynamicalSystem present, int spread) {
    do {
      present.start(process, truth);
      int steps = spread == 0 ? 0 : process.nextInt(spread);
      for (int i = 0; i < steps && !present.ended(truth); i++) {
        present.step(process, truth);
      }
    } while (present.ended(truth));
  }

  private SimulatedReading nextPair(long elapsed) {
    DynamicalSystem present = systemAt(elapsed);
    startAfter(present, episodeLength);
    List<Double> state = observe(elapsed);
    present.step(process, truth);
    List<Double> successor = observe(elapsed);
    SimulatedReading result =
        new SimulatedReading(
            startMillis + elapsed,
            state,
            Optional.of(successor),
            episodeName(),
            true,
            isFaulty(elapsed));
    episode++;
    return result;
  }

  private String episodeName() {
    return stream + "/" + episode;
  }

  private boolean isFaulty(long elapsed) {
    return faults.stream().anyMatch(fault -> fault.isActive(elapsed));
  }

  private DynamicalSystem systemAt(long elapsed) {
    DynamicalSystem present = system;
    for (Fault fault : faults) {
      if (fault.kind().isOfMachine() && fault.isActive(elapsed)) {
        double size =
            fault.kind() == FaultKind.WEAR ? fault.share(elapsed) * fault.size() : fault.size();
        present =
            fault.part().isPresent()
                ? present.withPartChangedBy(fault.part().get(), size)
                : present.withDynamicsChangedBy(size);
      }
    }
    return present;
  }

  private List<Double> observe(long elapsed) {
    double[] seen = new double[system.sensors().size()];
    system.observe(truth, seen);
    for (int f = 0; f < frozen.length; f++) {
      Fault fault = faults.get(f);
      if (!fault.isActive(elapsed)) {
        frozen[f] = null;
        continue;
      }
      if (fault.kind() == FaultKind.FROZEN && frozen[f] == null) {
        frozen[f] = seen.clone();
      }
      for (int i = 0; i < seen.length; i++) {
        if (fault.sensor().isEmpty() || fault.sensor().get().equals(system.sensors().get(i))) {
          seen[i] = disturbed(fault, f, i, seen[i], elapsed);
        }
      }
    }
    return DoubleStream.of(seen).boxed().toList();
  }

  private double disturbed(Fault fault, int index, int sensor, double value, long elapsed) {
    return switch (fault.kind()) {
      case FROZEN -> frozen[index][sensor];
      case DRIFT -> value + fault.share(elapsed) * fault.size();
      case BIAS -> value + fault.size();
      case NOISE -> value + fault.size() * measurement.nextGaussian();
      case DYNAMICS, WEAR -> value;
    };
  }

  @Override
  public String toString() {
    return stream + " " + system.name() + " " + Arrays.toString(truth);
  }
}
