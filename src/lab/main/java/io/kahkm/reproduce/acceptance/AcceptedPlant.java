package io.kahkm.reproduce.acceptance;

import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.acceptance.ChangedPlant.Change;
import io.kahkm.reproduce.acceptance.ChangedPlant.Stretch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One simulated plant before and after one acceptance.
 *
 * @param refused stretches of the new normal that were refused before one was taken
 * @param before hours of false incident under the parent
 * @param after the same under the accepted model
 * @param twin rows until each later fault is found by the parent on the twin that never changed, -1
 *     where it is not
 * @param delays the same by the accepted model on the changed plant
 * @param labelledRefused whether a stretch with a labelled fault was refused
 * @param driftRefused whether a drifting fault that nobody labelled was refused
 */
record AcceptedPlant(
    int refused,
    double before,
    double after,
    List<Integer> twin,
    List<Integer> delays,
    boolean labelledRefused,
    boolean driftRefused) {
  /** Sound rows that are offered before and after a labelled fault. */
  private static final int AROUND = 20;

  private static final int REFUSED = 1;

  /**
   * Runs one plant through the commands.
   *
   * @param seed of its swings and noise
   * @param change what of it changes
   * @param rows how many of the new normal are accepted
   */
  static AcceptedPlant of(long seed, Change change, int rows) {
    try (ProductCommands commands = new ProductCommands()) {
      Path normal = Files.write(commands.file("normal.csv"), ChangedPlant.reference(seed));
      Path year = Files.write(commands.file("year.csv"), ChangedPlant.later(seed + 1, change));
      Path twin = Files.write(commands.file("twin.csv"), ChangedPlant.later(seed + 1, Change.NONE));
      Path parent = commands.file("plant.safetensors");
      Path child = commands.file("plant-2.safetensors");
      Path topology =
          Files.writeString(
              commands.file("plant.yaml"),
              """
              name: plant
              model: {file: %s}
              input: {state: [s0, s1, s2, s3, s4, s5], time: t, time-unit: ms, step: 3m}
              """
                  .formatted(parent));
      commands.run(
          List.of(
              "fit",
              "--state",
              "s0,s1,s2,s3,s4,s5",
              "--time",
              "t",
              "--time-unit",
              "ms",
              "--step",
              "3m",
              "--classes",
              "8",
              "--horizons",
              "1",
              "--input",
              normal.toString(),
              "--output",
              parent.toString()));
      Commands of = new Commands(commands, topology, normal, year);
      int refused = 0;
      while (of.refuses(offer(refused, rows), true, child)) {
        refused++;
      }
      FileScores before = FileScores.of(commands, topology, parent, year);
      FileScores after = FileScores.of(commands, topology, child, year);
      FileScores unchanged = FileScores.of(commands, topology, parent, twin);
      Stretch first = ChangedPlant.FAULTS.get(0);
      Stretch drift = ChangedPlant.FAULTS.get(2);
      Path none = commands.file("none.safetensors");
      return new AcceptedPlant(
          refused,
          hours(before),
          hours(after),
          delays(unchanged),
          delays(after),
          of.refuses(new Stretch(first.from() - AROUND, first.to() + AROUND), true, none),
          of.refuses(drift, false, none));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stretch offer(int number, int rows) {
    int from = ChangedPlant.OFFERED.get(number);
    return new Stretch(from, from + rows);
  }

  /** Later faults found by the parent on the twin. */
  long foundByTwin() {
    return twin.stream().filter(delay -> delay >= 0).count();
  }

  /** Later faults found by the accepted model. */
  long found() {
    return delays.stream().filter(delay -> delay >= 0).count();
  }

  private static double hours(FileScores scores) {
    BitSet faults = new BitSet();
    ChangedPlant.FAULTS.forEach(fault -> faults.set(fault.from(), fault.to()));
    return ChangedPlant.HOURS_PER_ROW
        * scores.falseRows(ChangedPlant.JUDGED, scores.rows(), faults);
  }

  private static List<Integer> delays(FileScores scores) {
    return ChangedPlant.FAULTS.stream().map(f -> scores.delay(f.from(), f.to())).toList();
  }

  private record Commands(ProductCommands commands, Path topology, Path reference, Path year) {
    boolean refuses(Stretch stretch, boolean labels, Path output) {
      ProductCommands.Ended ended = commands.end(arguments(stretch, labels, output));
      boolean refused = ended.code() == REFUSED && ended.words().contains("Refused: ");
      if (ended.code() != 0 && !refused) {
        throw new IllegalStateException("accept failed: " + ended.words());
      }
      return refused;
    }

    private List<String> arguments(Stretch stretch, boolean labels, Path output) {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "accept",
                  topology.toString(),
                  "--reference",
                  reference.toString(),
                  "--input",
                  year.toString(),
                  "--from",
                  Long.toString(ChangedPlant.time(stretch.from())),
                  "--to",
                  Long.toString(ChangedPlant.time(stretch.to() - 1)),
                  "--why",
                  "study",
                  "--who",
                  "study",
                  "--output",
                  output.toString()));
      if (labels) {
        arguments.addAll(List.of("--labels", "label"));
      }
      return arguments;
    }
  }
}
