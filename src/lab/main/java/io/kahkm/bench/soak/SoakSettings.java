package io.kahkm.bench.soak;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * What a soak does.
 *
 * @param load form of the readings
 * @param faults what is injected, in this order; if a duration is given those that come {@linkplain
 *     InjectedFault#first first} once, then the others in rounds of random order
 * @param duration how long faults are injected; empty for each as often as it is named
 * @param seed of load and chance
 * @param rate readings of every stream in a second, above 0
 * @param brokers what the engines work on
 * @param clientSettings {@code kafka} section of the topology file
 */
record SoakSettings(
    Load load,
    List<EngineFault> faults,
    Optional<Duration> duration,
    long seed,
    double rate,
    BrokerPlan brokers,
    Map<String, String> clientSettings) {
  /** Copies the collections and checks the rate. */
  SoakSettings {
    faults = List.copyOf(faults);
    clientSettings = Map.copyOf(new LinkedHashMap<>(clientSettings));
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("faults is empty, at least one is needed");
    }
    if (!(rate > 0 && Double.isFinite(rate))) {
      throw new IllegalArgumentException("rate is " + rate + ", must be above 0");
    }
  }

  SoakSettings withFaults(List<EngineFault> others) {
    return new SoakSettings(load, others, duration, seed, rate, brokers, clientSettings);
  }

  Iterator<EngineFault> plan(Random random) {
    if (duration.isEmpty()) {
      return new ArrayList<>(faults).iterator();
    }
    long end = System.nanoTime() + duration.get().toNanos();
    List<EngineFault> again = faults.stream().filter(fault -> !fault.first()).toList();
    Deque<EngineFault> round =
        new ArrayDeque<>(faults.stream().filter(EngineFault::first).toList());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return System.nanoTime() < end;
      }

      @Override
      public EngineFault next() {
        if (round.isEmpty()) {
          List<EngineFault> shuffled = new ArrayList<>(again.isEmpty() ? faults : again);
          Collections.shuffle(shuffled, random);
          round.addAll(shuffled);
        }
        return round.remove();
      }
    };
  }
}
