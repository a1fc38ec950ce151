package io.kahkm.internal.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One reading of a tag for tests: a sensor's value, or the name of an episode. */
record Reading(int tag, long time, double value, String name) {
  static Reading of(int tag, double seconds, double value) {
    return new Reading(tag, nanos(seconds), value, null);
  }

  static Reading episode(int tag, double seconds, String name) {
    return new Reading(tag, nanos(seconds), Double.NaN, name);
  }

  static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  OfferOutcome offer(RowAssembler assembler, RowReceiver rows) {
    return name == null
        ? assembler.accept(tag, time, value, rows)
        : assembler.acceptEpisode(time, name, rows);
  }

  /**
   * Readings of several sensors over a while, in the order of time: on the grid and off it, with
   * gaps, bad quality, repetitions and contradictions, and the names of episodes where there are.
   */
  static List<Reading> random(AssemblySettings settings, Random random, boolean contradictions) {
    List<Reading> readings = new ArrayList<>();
    int cells = 20 + random.nextInt(20);
    long start = (1_700_000_000L + random.nextInt(1000)) * 1_000_000_000L;
    boolean onGrid = random.nextBoolean();
    for (int k = 0; k < cells; k++) {
      if (random.nextInt(15) == 0) {
        start += random.nextInt(40) * settings.step();
      }
      for (int tag = 0; tag < settings.tags(); tag++) {
        boolean rare = tag >= settings.dimension() || settings.sensors().get(tag).onChange();
        int count =
            rare
                ? (random.nextInt(6) == 0 ? 1 : 0)
                : random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
          long offset = onGrid && i == 0 ? 0 : random.nextInt(8) * settings.step() / 8;
          long time = start + k * settings.step() + offset;
          Reading reading =
              tag == settings.dimension()
                  ? new Reading(tag, time, Double.NaN, "batch " + random.nextInt(4))
                  : new Reading(
                      tag, time, random.nextInt(25) == 0 ? Double.NaN : random.nextInt(9), null);
          readings.add(reading);
          if (contradictions && random.nextInt(10) == 0) {
            readings.add(reading);
          }
          if (contradictions && random.nextInt(10) == 0) {
            readings.add(
                reading.name == null
                    ? new Reading(tag, time, random.nextInt(9), null)
                    : new Reading(tag, time, Double.NaN, "batch " + random.nextInt(4)));
          }
        }
      }
    }
    if (!contradictions) {
      List<Reading> once = new ArrayList<>();
      for (Reading reading : readings) {
        if (once.stream().noneMatch(r -> r.tag == reading.tag && r.time == reading.time)) {
          once.add(reading);
        }
      }
      readings = once;
    }
    readings.sort((a, b) -> Long.compare(a.time, b.time));
    return readings;
  }

  /** The readings in another order: each arrives less than {@code delay} after its time. */
  static List<Reading> shuffled(List<Reading> readings, long delay, Random random) {
    record Arrival(Reading reading, double at, int tie) {}
    List<Arrival> arrivals = new ArrayList<>();
    for (Reading reading : readings) {
      double at =
          reading.time - (double) readings.get(0).time + random.nextDouble() * 0.999 * delay;
      arrivals.add(new Arrival(reading, at, random.nextInt()));
    }
    arrivals.sort(
        (a, b) -> a.at != b.at ? Double.compare(a.at, b.at) : Integer.compare(a.tie, b.tie));
    List<Reading> shuffled = new ArrayList<>();
    arrivals.forEach(arrival -> shuffled.add(arrival.reading));
    return shuffled;
  }
}
