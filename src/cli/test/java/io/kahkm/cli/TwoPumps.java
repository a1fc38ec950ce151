package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A model of a pump with delays and a recording of pumps whose rows take turns, with everything
 * that makes figures differ: two faults of one pump, the second of which lasts to the end of its
 * rows, one of the other that shows nothing, one that nobody labelled, cells without a value, a gap
 * and rows that are no readings. A third pump, between the two, has no fault.
 */
final class TwoPumps {
  /** Rows of the pumps with faults. */
  static final int ROWS = 420;

  /** Ten seconds, so that days, hours and minutes of the recording are other numbers. */
  static final long STEP_MILLIS = 10_000;

  private static final long START = 1_700_000_000_000L;
  private static final int GAP_AT = 250;

  /** The model file. */
  final Path model;

  /** The recording; columns t, plant, label, a, b, c and d. */
  final Path history;

  /** The rows of {@link #history} without header, cell by cell. */
  final List<String[]> rows = new ArrayList<>();

  TwoPumps(Path folder) throws IOException {
    Path normal = folder.resolve("normal.csv");
    StringBuilder text = new StringBuilder("t,plant,label,a,b,c,d\n");
    Pump healthy = new Pump("pump-n", 1);
    for (int i = 0; i < 700; i++) {
      text.append(String.join(",", healthy.next(i, false, 0))).append('\n');
    }
    Files.writeString(normal, text);
    model = folder.resolve("pump.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --time t --time-unit ms --step 10s --classes 5 --delays 2 --horizons 1,5"
                + " --input "
                + normal
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
    history = folder.resolve("history.csv");
    record();
    StringBuilder all = new StringBuilder("t,plant,label,a,b,c,d\n");
    rows.forEach(row -> all.append(String.join(",", row)).append('\n'));
    Files.writeString(history, all);
  }

  private void record() {
    Pump one = new Pump("pump-a", 2);
    Pump healthy = new Pump("pump-c", 4);
    Pump other = new Pump("pump-b", 3);
    for (int i = 0; i < ROWS; i++) {
      boolean slow = i >= 100 && i < 160;
      boolean sudden = i >= 350;
      // The first fault grows, and is found some readings after it was labelled.
      double first = slow ? 0.3 * (i - 99) : 0;
      rows.add(one.next(i, slow || sudden, first + (sudden ? 9 : 0)));
      if (i < ROWS / 2) {
        rows.add(healthy.next(i, false, 0));
      }
      boolean nobodyLabelled = i >= 300 && i < 330;
      rows.add(other.next(i, i >= 60 && i < 63, nobodyLabelled ? 9 : 0));
    }
    // The same time again: a duplicate, which is no reading.
    rows.add(rows.size() - 1, rows.get(rows.size() - 2).clone());
  }

  /** One pump: its sensors follow two swings. */
  private static final class Pump {
    private final String name;
    private final SplittableRandom random;
    private double swing;
    private double other;

    Pump(String name, long seed) {
      this.name = name;
      random = new SplittableRandom(seed);
    }

    String[] next(int row, boolean labelled, double fault) {
      swing = 0.6 * swing + random.nextGaussian();
      other = 0.5 * other + random.nextGaussian();
      double c = 3 + other + noise() + fault;
      // Nothing of pump-b for ten steps.
      long late = name.equals("pump-b") && row >= GAP_AT ? 10 : 0;
      return new String[] {
        Long.toString(START + STEP_MILLIS * (row + late)),
        name,
        labelled ? "1" : "0",
        Double.toString(swing + noise()),
        Double.toString(2 * swing - other + noise()),
        row % 50 == 7 ? "" : Double.toString(c),
        Double.toString(swing + other + noise())
      };
    }

    private double noise() {
      return 0.2 * random.nextGaussian();
    }
  }
}
