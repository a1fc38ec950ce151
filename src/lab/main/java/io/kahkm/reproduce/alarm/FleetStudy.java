package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.BinomialTail;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Novelty and relations on a fleet that wears out slowly: one model for all machines, in units of
 * their own, limits from machines left out. A machine is in alarm when either channel is; having
 * two may not make false pages.
 */
public final class FleetStudy implements Study {
  private static final int RECORDED = 30;
  private static final int WATCHED = 100;
  private static final int LAST = 30;
  private static final double HEALTHY = 0.4;
  private static final int FEWEST_FOUND = 95;
  private static final int SCALING_ROWS = 100;

  /** Both channels at a run length of 100,000 rows. */
  private static final double PAGES_PER_ROW = 2e-5;

  private static final double ACCUSATION = 0.05;

  /** A study with nothing computed yet. */
  public FleetStudy() {}

  @Override
  public String name() {
    return "alarms-fleet";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    RandomSource seeds = new RandomSource(settings.seed());
    List<double[][]> recorded = new ArrayList<>();
    for (int m = 0; m < RECORDED; m++) {
      recorded.add(new WearingMachine(seeds.nextSeed(), false, false).rows());
    }
    List<List<String>> table = new ArrayList<>();
    boolean passed = true;
    try (ProductCommands commands = new ProductCommands()) {
      Path model = commands.file("fleet.safetensors");
      commands.run(
          arguments(
              commands,
              recorded,
              "fit",
              "--scaling",
              "per-stream",
              "--scaling-rows",
              Integer.toString(SCALING_ROWS),
              "--delays",
              "3",
              "--classes",
              "10",
              "--output",
              model.toString()));
      for (Kind kind : Kind.values()) {
        List<double[][]> machines = new ArrayList<>();
        for (int m = 0; m < WATCHED; m++) {
          machines.add(
              new WearingMachine(seeds.nextSeed(), kind == Kind.BEARING, kind != Kind.NEW).rows());
        }
        Path scores = commands.file("scores.csv");
        commands.run(
            arguments(
                commands,
                machines,
                "encode",
                "--model",
                model.toString(),
                "--scores",
                "--output",
                scores.toString()));
        passed &= judge(kind, machines, ScoredRows.read(scores), table);
      }
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "alarms-fleet",
                "Machines that wear out, by the channel that flags them",
                List.of("machines", "channel", "flagged in their last 30 rows", "false", ""),
                table,
                List.of(
                    WATCHED
                        + " machines of each kind with offsets and gains of their own, one model of"
                        + " "
                        + RECORDED
                        + " others, their own scaling from their first "
                        + SCALING_ROWS
                        + " rows, three delays. false: an alarm in the first 40 % of a life, of"
                        + " which two channels may make as many as their run lengths allow (one in"
                        + " 20,000 rows per kind has probability 0.3). Machines that do not wear"
                        + " are the control: what is flagged there is false too."),
                false,
                passed)));
  }

  /** How machines fail. */
  private enum Kind {
    FILTER("fouled filter: all sensors along the load"),
    BEARING("worn bearing: two sensors against the others"),
    NEW("no wear (control)");

    final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Two channels find at least what each does, and a false alarm of theirs is one of either's. */
  private static boolean judge(
      Kind kind, List<double[][]> machines, ScoredRows rows, List<List<String>> table) {
    boolean kept = true;
    for (ScoredRows.Channel channel : ScoredRows.Channel.values()) {
      int found = 0;
      int early = 0;
      int healthy = 0;
      int start = 0;
      for (double[][] machine : machines) {
        int end = start + machine.length;
        found += rows.any(end - LAST, end, channel) ? 1 : 0;
        int most = (int) (HEALTHY * machine.length);
        healthy += most;
        early += rows.any(start, start + most, channel) ? 1 : 0;
        start = end;
      }
      boolean judged = channel == ScoredRows.Channel.EITHER;
      boolean rare = early <= BinomialTail.limit(healthy, PAGES_PER_ROW, ACCUSATION);
      boolean right = rare && (kind == Kind.NEW ? found <= 1 : found >= FEWEST_FOUND);
      kept &= !judged || right;
      table.add(
          List.of(
              kind.words,
              channel.words,
              Integer.toString(found),
              Integer.toString(early),
              judged ? right ? "kept" : "BROKEN" : ""));
    }
    return kept;
  }

  /** A command on the rows of machines, one stream each. */
  private static List<String> arguments(
      ProductCommands commands, List<double[][]> machines, String command, String... options) {
    Path file = commands.file("rows.csv");
    List<String> lines = new ArrayList<>();
    String sensors =
        IntStream.rangeClosed(1, WearingMachine.SENSORS)
            .mapToObj(j -> "s" + j)
            .collect(Collectors.joining(","));
    lines.add("machine,t," + sensors);
    for (int m = 0; m < machines.size(); m++) {
      for (int t = 0; t < machines.get(m).length; t++) {
        StringBuilder line = new StringBuilder().append('m').append(m).append(',').append(t);
        for (double value : machines.get(m)[t]) {
          line.append(',').append(value);
        }
        lines.add(line.toString());
      }
    }
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "--input",
            file.toString(),
            "--state",
            sensors,
            "--stream",
            "machine",
            "--time",
            "t",
            "--time-unit",
            "s",
            "--step",
            "1s"));
    arguments.addAll(List.of(options));
    return arguments;
  }
}
