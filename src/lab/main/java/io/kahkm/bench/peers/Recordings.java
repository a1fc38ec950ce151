package io.kahkm.bench.peers;

import io.kahkm.cli.console.DataException;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.reproduce.NabFailures;
import io.kahkm.reproduce.TennesseeRun;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The rows that peers are compared on: simulated ones, and recordings of a folder. */
final class Recordings {
  private static final int RUN = 200;
  private static final int START_SPREAD = 400;
  private static final int NAB_FITTED = 5000;
  private static final double NOISE = 0.05;
  private static final long NOISE_SEED = 3;
  private static final int NAB_DELAYS = 12;

  private Recordings() {}

  /** Both oscillators, without noise and with it. */
  static List<PeerRecording> simulated(int rows) {
    return List.of(
        vanDerPol(rows),
        noisy(vanDerPol(rows)),
        oscillators("duffing", "Duffing, simulated", rows),
        noisy(oscillators("duffing", "Duffing, simulated", rows)));
  }

  /** Van der Pol oscillators that start anywhere on their path, runs of 200 readings. */
  static PeerRecording vanDerPol(int rows) {
    return oscillators("vanderpol", "Van der Pol, simulated", rows);
  }

  private static PeerRecording oscillators(String system, String title, int rows) {
    return new PeerRecording(
        "peers-" + system,
        title,
        DynamicalSystems.named(system).sensors(),
        1,
        oscillators(system, rows, 1),
        oscillators(system, rows, 2),
        List.of());
  }

  /** The same, read by sensors with noise of a twentieth of their standard deviation. */
  private static PeerRecording noisy(PeerRecording exact) {
    PeerRecording standard = exact.standardised();
    RandomSource random = new RandomSource(NOISE_SEED);
    return new PeerRecording(
        exact.name() + "-noise",
        exact.title() + " with noise",
        exact.sensors(),
        exact.delays(),
        noisy(standard.fitting(), random),
        noisy(standard.judged(), random),
        List.of());
  }

  private static List<double[][]> noisy(List<double[][]> runs, RandomSource random) {
    return runs.stream()
        .map(
            run ->
                Arrays.stream(run)
                    .map(
                        row ->
                            Arrays.stream(row)
                                .map(value -> value + NOISE * random.nextGaussian())
                                .toArray())
                    .toArray(double[][]::new))
        .toList();
  }

  private static List<double[][]> oscillators(String system, int rows, long seed) {
    SimulatedSensor sensor =
        new SimulatedSensor(
            "peers",
            DynamicalSystems.named(system),
            SimulatedSensor.Mode.EPISODES,
            RUN - 1,
            START_SPREAD,
            seed,
            0,
            1,
            List.of());
    return IntStream.range(0, runs(rows))
        .mapToObj(
            r -> {
              List<double[]> run = new ArrayList<>();
              SimulatedReading reading;
              do {
                reading = sensor.next();
                run.add(reading.state().stream().mapToDouble(Double::doubleValue).toArray());
              } while (!reading.end());
              return run.toArray(double[][]::new);
            })
        .toList();
  }

  private static int runs(int rows) {
    return (rows + RUN - 1) / RUN;
  }

  /** Two random walks: the present reading is the best forecast there is, of every horizon. */
  static PeerRecording randomWalks(int rows) {
    RandomSource random = new RandomSource(1);
    return new PeerRecording(
        "peers-control",
        "Random walks, the control",
        List.of("a", "b"),
        1,
        walks(rows, random),
        walks(rows, random),
        List.of());
  }

  private static List<double[][]> walks(int rows, RandomSource random) {
    return IntStream.range(0, runs(rows))
        .mapToObj(
            r -> {
              double[][] run = new double[RUN][2];
              for (int t = 1; t < RUN; t++) {
                for (int j = 0; j < 2; j++) {
                  run[t][j] = run[t - 1][j] + random.nextGaussian();
                }
              }
              return run;
            })
        .toList();
  }

  /**
   * Recordings that a folder holds.
   *
   * @param folder with those of the names that {@code reproduce alarms --data} reads
   * @return Tennessee Eastman and NAB's machine temperature, as far as they are there; at least one
   * @throws IOException if a file cannot be read
   * @throws DataException if the folder holds neither, or a cell is not a number
   */
  static List<PeerRecording> of(Path folder) throws IOException {
    List<PeerRecording> all = new ArrayList<>();
    Path fitted = folder.resolve("tep_train.csv");
    Path tested = folder.resolve("tep_test.csv");
    if (Files.exists(fitted) && Files.exists(tested)) {
      all.add(tennessee(Files.readAllLines(fitted), Files.readAllLines(tested)));
    }
    Path temperature = folder.resolve("nab_machine_temperature.csv");
    if (Files.exists(temperature)) {
      all.add(nab(Files.readAllLines(temperature)));
    }
    if (all.isEmpty()) {
      throw new DataException(
          "--data "
              + folder
              + " holds neither tep_train.csv and tep_test.csv nor nab_machine_temperature.csv");
    }
    return all;
  }

  private static PeerRecording tennessee(List<String> train, List<String> test) {
    List<String> header = List.of(train.get(0).split(","));
    List<PeerRecording.FaultRun> faults = new ArrayList<>();
    List<double[][]> judged = new ArrayList<>();
    for (TennesseeRun run : TennesseeRun.all(test)) {
      double[][] rows = values(run.lines(), 2);
      if (run.faulty()) {
        faults.add(new PeerRecording.FaultRun(run.name(), rows, run.onset()));
      } else {
        judged.add(rows);
      }
    }
    return new PeerRecording(
        "peers-tep",
        "Tennessee Eastman",
        header.subList(2, header.size()),
        1,
        List.<double[][]>of(values(train.subList(1, train.size()), 2)),
        judged,
        faults);
  }

  private static PeerRecording nab(List<String> lines) {
    List<double[][]> runs = new ArrayList<>();
    List<String> run = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      if (NabFailures.window(line.split(",")[0]) < 0) {
        run.add(line);
      } else if (!run.isEmpty()) {
        runs.add(values(run, 1));
        run.clear();
      }
    }
    if (!run.isEmpty()) {
      runs.add(values(run, 1));
    }
    List<double[][]> fitted = new ArrayList<>();
    List<double[][]> judged = new ArrayList<>();
    int before = 0;
    for (double[][] rows : runs) {
      int cut = Math.max(0, Math.min(NAB_FITTED - before, rows.length));
      if (cut > 0) {
        fitted.add(Arrays.copyOfRange(rows, 0, cut));
      }
      if (cut < rows.length) {
        judged.add(Arrays.copyOfRange(rows, cut, rows.length));
      }
      before += rows.length;
    }
    return new PeerRecording(
        "peers-nab",
        "NAB, machine temperature",
        List.of("value"),
        NAB_DELAYS,
        fitted,
        judged,
        List.of());
  }

  private static double[][] values(List<String> lines, int firstColumn) {
    return lines.stream()
        .map(
            line ->
                Arrays.stream(line.split(","))
                    .skip(firstColumn)
                    .mapToDouble(cell -> number(cell, line))
                    .toArray())
        .toArray(double[][]::new);
  }

  private static double number(String cell, String line) {
    try {
      return Double.parseDouble(cell);
    } catch (NumberFormatException wrong) {
      throw new DataException("\"" + cell + "\" is not a number, in the line " + line);
    }
  }
}
