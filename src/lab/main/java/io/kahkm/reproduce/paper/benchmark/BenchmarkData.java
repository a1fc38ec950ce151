package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.system.DynamicalSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluation data of a benchmark system: independent episodes, and independent pairs of the same
 * law, each a uniformly drawn transition of an episode of its own. Mutable, one owner.
 */
final class BenchmarkData {
  private final BenchmarkSystem benchmark;
  private final RandomSource seeds;
  private final Encoder encoder;

  BenchmarkData(BenchmarkSystem benchmark, long seed) {
    this.benchmark = benchmark;
    seeds = new RandomSource(seed);
    encoder = benchmark.map().newEncoder();
  }

  /** One transition: the hidden state it starts from, and what the map makes of both readings. */
  record Pair(List<Double> hidden, Encoding current, Encoding next) {}

  /** Hidden states of an episode in time order, at least two. */
  private List<double[]> episode(RandomSource random) {
    DynamicalSystem system = benchmark.system();
    double[] state = new double[system.stateSize()];
    system.start(random, state);
    List<double[]> states = new ArrayList<>();
    states.add(state.clone());
    while (states.size() <= benchmark.longest() && (states.size() < 2 || !system.ended(state))) {
      system.step(random, state);
      states.add(state.clone());
    }
    return states;
  }

  /** A whole episode, encoded. */
  List<Encoding> episode() {
    return episode(new RandomSource(seeds.nextSeed())).stream().map(this::encode).toList();
  }

  /** One transition of an episode of its own. */
  Pair pair() {
    RandomSource random = new RandomSource(seeds.nextSeed());
    List<double[]> states = episode(random);
    int start = random.nextInt(states.size() - 1);
    List<Double> hidden = new ArrayList<>();
    for (double value : states.get(start)) {
      hidden.add(value);
    }
    return new Pair(hidden, encode(states.get(start)), encode(states.get(start + 1)));
  }

  /** Another successor of the same hidden state. */
  Encoding successor(Pair pair) {
    double[] state = pair.hidden().stream().mapToDouble(Double::doubleValue).toArray();
    benchmark.system().step(new RandomSource(seeds.nextSeed()), state);
    return encode(state);
  }

  /** The reading of a hidden state. */
  double[] reading(Pair pair) {
    return reading(pair.hidden().stream().mapToDouble(Double::doubleValue).toArray());
  }

  private double[] reading(double[] state) {
    double[] reading = new double[benchmark.system().sensors().size()];
    benchmark.system().observe(state, reading);
    return reading;
  }

  private Encoding encode(double[] state) {
    Encoding encoding = new Encoding(benchmark.map().classes());
    encoder.encode(reading(state), encoding);
    return encoding;
  }
}
