package io.kahkm.reproduce.forecast;

import io.kahkm.reproduce.NabFailures;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.SkabFile;
import io.kahkm.reproduce.TennesseeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The recordings of the study, cut as docs/evidence/forecasts.md says: each is fitted and evaluated
 * by the commands of the product, whose answer is returned.
 */
final class ForecastRecordings {
  /**
   * How rows are fitted and judged.
   *
   * @param horizons steps ahead
   * @param warmUp rows before those that are judged, which fill the history
   * @param map delays, classes and omega as {@code init} proposes them
   */
  private record Judged(String horizons, int warmUp, String map) {}

  private static final Judged USUAL = new Judged("1,10,50", 0, "");

  private static final int SKAB_ROWS = 400;
  private static final int SKAB_COLUMNS = 9;
  private static final int SKAB_EVERY = 3;

  /** Of a year's hours as many are fitted on, the rest is judged. */
  private static final int TRANSFORMER_ROWS = 8_760;

  /** Rows before those that are judged, for the longest lag. */
  private static final int HISTORY = 192;

  /** Two years of hours: 16 months are fitted, the next four judged. */
  private static final int ETTH1_FITTED = 11_520;

  private static final int ETTH1_END = 14_400;
  private static final int NAB_FITTED = 5000;
  private static final int NAB_END = 15_000;

  private static final Judged ETTH1 =
      new Judged("1,24,48,96", HISTORY, "--delays 2 --classes 25 --omega 4");

  private static final Judged NAB =
      new Judged("1,10,50,288", HISTORY, "--delays 12 --classes 25 --omega 4");

  private final Optional<Path> folder;
  private final ProductCommands commands;

  /**
   * Recordings of a folder.
   *
   * @param folder holds them; empty for the simulated systems alone
   * @param commands of the product
   */
  ForecastRecordings(Optional<Path> folder, ProductCommands commands) {
    this.folder = folder;
    this.commands = commands;
  }

  /** Whether the folder has a recording. */
  boolean has(String name) {
    return folder.isPresent() && Files.exists(folder.get().resolve(name));
  }

  /** Two years of hours of a transformer: the months after those fitted. */
  String etth1() throws IOException {
    return following("etth1.csv", ETTH1_FITTED, ETTH1_END, ETTH1);
  }

  /** The temperature of a machine: the rows after the fitted ones, faults and all. */
  String nabFollowing() throws IOException {
    return following("nab_machine_temperature.csv", NAB_FITTED, NAB_END, NAB);
  }

  private static List<String> words(String line) {
    return new ArrayList<>(Arrays.asList(line.split(" ")));
  }

  String simulated(String system) {
    Path[] files = {commands.file("train.csv"), commands.file("later.csv")};
    for (int i = 0; i < files.length; i++) {
      List<String> simulate =
          words("simulate " + system + " --streams 1 --episodes 20 --episode-length 200");
      simulate.addAll(List.of("--seed", Integer.toString(1 + i), "--output", files[i].toString()));
      commands.run(simulate);
    }
    List<String> columns = words("--state q,p --episode run");
    return fitAndEvaluate(columns, words("--classes 25 --omega 4"), files[0], files[1], USUAL);
  }

  private String fitAndEvaluate(
      List<String> columns, List<String> map, Path fitted, Path later, Judged judged) {
    String model = commands.file("forecasts.safetensors").toString();
    List<String> fit = words("fit --horizons " + judged.horizons());
    fit.addAll(columns);
    fit.addAll(map);
    fit.addAll(List.of("--input", fitted.toString(), "--output", model));
    commands.run(fit);
    List<String> evaluate =
        words("evaluate --certify --interval 0.9 --horizons " + judged.horizons());
    if (judged.warmUp() > 0) {
      evaluate.addAll(
          List.of("--warm-up", Integer.toString(judged.warmUp()), "--allow-training-data"));
    }
    evaluate.addAll(columns);
    evaluate.addAll(List.of("--input", later.toString(), "--model", model));
    return commands.run(evaluate);
  }

  /** With the topology that {@code init} drafts from the fitted rows. */
  private String drafted(
      String map, String header, List<String> fit, List<String> rest, Judged judged)
      throws IOException {
    Path fitted = commands.write("fit.csv", header, fit);
    Path topology = commands.file("plant.yaml");
    commands.run(List.of("init", fitted.toString(), "--output", topology.toString()));
    Path later = commands.write("rest.csv", header, rest);
    return fitAndEvaluate(List.of(topology.toString()), words(map), fitted, later, judged);
  }

  /** The rows that follow those fitted; the last of these fill the history. */
  private String following(String file, int fitted, int end, Judged judged) throws IOException {
    List<String> all = lines(file);
    return drafted(
        judged.map(),
        all.get(0),
        all.subList(1, 1 + fitted),
        all.subList(1 + fitted - judged.warmUp(), 1 + end),
        judged);
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.orElseThrow().resolve(name));
  }

  String tennessee() throws IOException {
    List<String> train = lines("tep_train.csv");
    List<String> normal =
        TennesseeRun.all(lines("tep_test.csv")).stream()
            .filter(run -> !run.faulty())
            .flatMap(run -> run.lines().stream())
            .toList();
    return drafted(
        "--delays 1 --classes 8 --omega 4",
        train.get(0),
        train.subList(1, train.size()),
        normal,
        USUAL);
  }

  String nab() throws IOException {
    List<String> all = lines("nab_machine_temperature.csv");
    List<String> normal =
        all.subList(1, all.size()).stream()
            .filter(line -> NabFailures.window(line.split(",")[0]) < 0)
            .toList();
    return drafted(
        "--delays 12 --classes 25 --omega 4",
        all.get(0),
        normal.subList(0, normal.size() / 2),
        normal.subList(normal.size() / 2, normal.size()),
        USUAL);
  }

  /** The first year is fitted on, the second judged. */
  String transformer() throws IOException {
    List<String> all = lines("etth1.csv");
    List<String> body = all.subList(1, all.size());
    return drafted(
        "--delays 1 --classes 25 --omega 4",
        all.get(0),
        body.subList(0, TRANSFORMER_ROWS),
        body.subList(TRANSFORMER_ROWS, body.size()),
        USUAL);
  }

  String bibmon() throws IOException {
    List<String> all = lines("bibmon_real_process.csv");
    List<String> body = all.subList(1, all.size());
    int cut = 2 * body.size() / 3;
    return drafted(
        "--delays 1 --classes 25 --omega 4",
        all.get(0),
        body.subList(0, cut),
        body.subList(cut, body.size()),
        USUAL);
  }

  /** Every third experiment is judged; rows follow one another whatever their time. */
  String skab() throws IOException {
    List<SkabFile> files = SkabFile.all(folder.orElseThrow());
    List<String> fitted = new ArrayList<>();
    List<String> judged = new ArrayList<>();
    String[] columns = {};
    for (int f = 0; f < files.size(); f++) {
      SkabFile file = files.get(f);
      columns = first(file.header());
      List<String> target = f % SKAB_EVERY == SKAB_EVERY - 1 ? judged : fitted;
      for (String line : file.rows().subList(0, SKAB_ROWS)) {
        target.add("e" + f + ";" + String.join(";", first(line)));
      }
    }
    String header = "experiment;" + String.join(";", columns);
    String sensors = String.join(",", Arrays.copyOfRange(columns, 1, columns.length));
    return fitAndEvaluate(
        List.of("--state", sensors, "--episode", "experiment"),
        words("--delays 2 --classes 25 --omega 4"),
        commands.write("fit.csv", header, fitted),
        commands.write("rest.csv", header, judged),
        USUAL);
  }

  private static String[] first(String line) {
    return Arrays.copyOf(line.split(";", -1), SKAB_COLUMNS);
  }
}
