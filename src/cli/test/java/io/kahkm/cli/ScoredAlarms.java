package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Rows that {@code score} finds abnormal. */
final class ScoredAlarms {
  private static final Set<String> QUIET = Set.of("on", "no-limit");

  private ScoredAlarms() {}

  /** How many of a range of rows are, by a model in place of the topology file's. */
  static long count(Path topology, Path model, Path input, int from, int to) throws Exception {
    Path scores = topology.resolveSibling("scores.csv");
    Cli score =
        Cli.words(
            "score " + topology + " --model " + model + " --input " + input + " --replace --output",
            scores);
    assertThat(score.code()).as(score.err()).isZero();
    List<String> lines = Files.readAllLines(scores);
    int state = List.of(lines.get(0).split(",")).indexOf("state");
    return lines.subList(1 + from, 1 + to).stream()
        .filter(line -> !QUIET.contains(line.split(",", -1)[state]))
        .count();
  }
}
