package io.kahkm.reproduce.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.NabFailures;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.SkabFile;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.TennesseeRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Forecasts on rows that were not fitted: two simulated systems, and of a folder the recorded
 * plants that are there, cut as docs/evidence/forecasts.md says.
 */
public final class ForecastStudy implements Study {
  /**
   * How rows are fitted and judged.
   *
   * @param horizons steps ahead
   * @param warmUp rows before those that are judged, which fill the history
   * @param map delays, classes and omega as {@code init} proposes them
   */
  private record Judged(String horizons, int warmUp, String map) {}

  private static final Judged USUAL = new Judged("1,10,50", 0, "");

  /** Stands where a figure does not exist. */
  private static final String NONE = "-";

  private static final int SKAB_ROWS = 400;
  private static final int SKAB_COLUMNS = 9;
  private static final int SKAB_EVERY = 3;
  private static final double PERCENT = 100;

  /** Of a year's hours as many are fitted on, the rest is judged. */
  private static final int TRANSFORMER_ROWS = 8_760;

  /** A skill below 0 by more than twice its standard error is noticed by these. */
  private static final double LEAST_SKILL = -0.02;

  private static final double COVERAGE = 0.9;
  private static final double MOST_OFF = 0.0125;

  /** What a mixture may lose to the best of its experts, in skill. */
  private static final double MOST_LOST = 0.02;

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
  private final Supplier<CommandLine> lines;
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * A study.
   *
   * @param folder holds recordings; empty for the simulated systems alone
   * @param lines gives command lines that can simulate too
   */
  public ForecastStudy(Optional<Path> folder, Supplier<CommandLine> lines) {
    this.lines = lines;
    this.folder = folder;
  }

  @Override
  public String name() {
    return "forecasts";
  }

  @Override
  public String description() {
    return "Forecasts in sensor units on rows that were not fitted, by the commands of the product.";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    Tables tables = new Tables(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    boolean passed = true;
    try (ProductCommands commands = new ProductCommands(lines)) {
      for (String system : List.of("vanderpol", "duffing")) {
        passed &= add(tables, system, simulated(commands, system), Aim.SOUND);
      }
      if (has("tep_train.csv") && has("tep_test.csv")) {
        passed &= add(tables, "Tennessee Eastman", tennessee(commands), Aim.of(0.5, 0.47, 0.55));
      }
      if (has("nab_machine_temperature.csv")) {
        passed &= add(tables, "NAB, normal rows", nab(commands), Aim.SOUND);
        String next = following(commands, "nab_machine_temperature.csv", NAB_FITTED, NAB_END, NAB);
        passed &= add(tables, "NAB, 5,000 rows", next, Aim.of(0.08, 0.02, 0.09, 0.4));
      }
      if (has("etth1.csv")) {
        String next = following(commands, "etth1.csv", ETTH1_FITTED, ETTH1_END, ETTH1);
        passed &= add(tables, "Etth1", next, Aim.of(0.32, 0.24, 0.23, 0.24));
      }
      if (has("etth1.csv")) {
        add(tables, "Etth1, second year", transformer(commands), Aim.SOUND);
      }
      if (has("skab_open")) {
        passed &= add(tables, "SKAB", skab(commands), Aim.SOUND);
      }
      if (has("bibmon_real_process.csv")) {
        add(tables, "BibMon", bibmon(commands), Aim.SOUND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                "forecasts",
                "Forecasts on rows that were not fitted",
                List.of(
                    "rows",
                    "steps",
                    "over persistence",
                    "over linear",
                    "within 90 %",
                    "first 500",
                    "constant width",
                    "score"),
                tables.rows(),
                List.of(
                    "Skills over persistence and over a linear model of all sensors; share of the"
                        + " outcomes within their intervals, and of a constant width; interval"
                        + " score over that of the constant width. BibMon and the second year of Etth1"
                        + " are reported, not judged."),
                false,
                passed),
            new ResultTable(
                "certified",
                "Certified skill on the same rows",
                List.of("rows", "steps", "beside", "outcomes", "observed", "certified", "more"),
                tables.certified(),
                List.of(
                    "Share by which the forecasts were better in capped squared error, share that is"
                        + " certified with 95 % for all claims of a stream together (- for none), and"
                        + " about how many more outcomes would certify half of what was observed."),
                false,
                tables.certified().stream().allMatch(ForecastStudy::isSound)),
            new ResultTable(
                "forecasts-experts",
                "Skill over persistence of every expert and of their mixture",
                List.of(
                    "rows",
                    "steps",
                    "all sensors",
                    "coordinates",
                    "own past",
                    "a season ago",
                    "mixture",
                    "aim"),
                tables.experts(),
                List.of(
                    "An expert is judged on the outcomes that it had a forecast of; the mixture on"
                        + " all. -: no such expert, or no aim."),
                false,
                passed)));
  }

  private boolean has(String name) {
    return folder.isPresent() && Files.exists(folder.get().resolve(name));
  }

  /** No more is certified than was observed. */
  private static boolean isSound(List<String> row) {
    return row.get(5).equals(NONE)
        || Double.parseDouble(row.get(5)) <= Double.parseDouble(row.get(4));
  }

  private static void certified(List<List<String>> rows, String name, JsonNode streams) {
    for (JsonNode stream : streams) {
      String of = stream.has("stream") ? name + ", " + stream.get("stream").asText() : name;
      for (JsonNode horizon : stream.get("horizons")) {
        for (JsonNode claim : horizon.get("claims")) {
          rows.add(
              List.of(
                  of,
                  horizon.get("h").asText(),
                  claim.get("reference").asText(),
                  claim.get("outcomes").asText(),
                  value(claim.get("observed")),
                  value(claim.get("certified")),
                  value(claim.get("more"))));
        }
      }
    }
  }

  private static String value(JsonNode node) {
    return node == null || !node.isNumber() ? NONE : number(node.asDouble());
  }

  /**
   * What is asked for.
   *
   * @param skills least skill over persistence, horizon by horizon; none where it may only not be
   *     worse than persistence and the linear model, or hardly
   */
  private record Aim(List<Double> skills) {
    static final Aim SOUND = new Aim(List.of());

    static Aim of(Double... skills) {
      return new Aim(List.of(skills));
    }
  }

  /** The tables' rows; filled while the study runs. */
  private record Tables(
      List<List<String>> rows, List<List<String>> experts, List<List<String>> certified) {}

  private boolean add(Tables tables, String name, String json, Aim aim) throws IOException {
    boolean passed = true;
    int h = 0;
    JsonNode tree = mapper.readTree(json);
    certified(tables.certified(), name, tree.get("skill"));
    for (JsonNode horizon : tree.get("horizons")) {
      JsonNode skill = horizon.get("sensorSkill");
      JsonNode interval = horizon.get("interval");
      double persistence = skill.get("persistence").asDouble();
      double linear = skill.path("linear").asDouble();
      double coverage = interval.get("coverage").asDouble();
      passed &= persistence >= LEAST_SKILL && linear >= LEAST_SKILL;
      passed &= Math.abs(coverage - COVERAGE) <= MOST_OFF;
      JsonNode alone = horizon.path("experts");
      if (!aim.skills().isEmpty()) {
        passed &= persistence >= aim.skills().get(h);
        for (JsonNode one : alone) {
          passed &= persistence >= one.asDouble() - MOST_LOST;
        }
      }
      tables
          .experts()
          .add(
              List.of(
                  name,
                  horizon.get("h").asText(),
                  skill(alone, "all sensors"),
                  skill(alone, "coordinates"),
                  skill(alone, "own past"),
                  skill(alone, "a season ago"),
                  number(persistence),
                  aim.skills().isEmpty() ? "-" : number(aim.skills().get(h))));
      tables
          .rows()
          .add(
              List.of(
                  name,
                  horizon.get("h").asText(),
                  number(persistence),
                  number(linear),
                  number(PERCENT * coverage),
                  number(PERCENT * interval.path("coverageOfFirst500").asDouble(Double.NaN)),
                  number(PERCENT * interval.get("staticCoverage").asDouble()),
                  number(interval.path("scoreOverStatic").asDouble(Double.NaN))));
      h++;
    }
    return passed;
  }

  private static String skill(JsonNode experts, String name) {
    JsonNode skill = experts.path(name);
    return skill.isNumber() ? number(skill.asDouble()) : "-";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static List<String> words(String line) {
    return new ArrayList<>(Arrays.asList(line.split(" ")));
  }

  private String simulated(ProductCommands commands, String system) {
    Path[] files = {commands.file("train.csv"), commands.file("later.csv")};
    for (int i = 0; i < files.length; i++) {
      List<String> simulate =
          words("simulate " + system + " --streams 1 --episodes 20 --episode-length 200");
      simulate.addAll(List.of("--seed", Integer.toString(1 + i), "--output", files[i].toString()));
      commands.run(simulate);
    }
    List<String> columns = words("--state q,p --episode run");
    return fitAndEvaluate(
        commands, columns, words("--classes 25 --omega 4"), files[0], files[1], USUAL);
  }

  private String fitAndEvaluate(
      ProductCommands commands,
      List<String> columns,
      List<String> map,
      Path fitted,
      Path later,
      Judged judged) {
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
      ProductCommands commands,
      String map,
      String header,
      List<String> fit,
      List<String> rest,
      Judged judged)
      throws IOException {
    Path fitted = commands.write("fit.csv", header, fit);
    Path topology = commands.file("plant.yaml");
    commands.run(List.of("init", fitted.toString(), "--output", topology.toString()));
    Path later = commands.write("rest.csv", header, rest);
    return fitAndEvaluate(
        commands, List.of(topology.toString()), words(map), fitted, later, judged);
  }

  /** The rows that follow those fitted; the last of these fill the history. */
  private String following(
      ProductCommands commands, String file, int fitted, int end, Judged judged)
      throws IOException {
    List<String> all = lines(file);
    return drafted(
        commands,
        judged.map(),
        all.get(0),
        all.subList(1, 1 + fitted),
        all.subList(1 + fitted - judged.warmUp(), 1 + end),
        judged);
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.orElseThrow().resolve(name));
  }

  private String tennessee(ProductCommands commands) throws IOException {
    List<String> train = lines("tep_train.csv");
    List<String> normal =
        TennesseeRun.all(lines("tep_test.csv")).stream()
            .filter(run -> !run.faulty())
            .flatMap(run -> run.lines().stream())
            .toList();
    return drafted(
        commands,
        "--delays 1 --classes 8 --omega 4",
        train.get(0),
        train.subList(1, train.size()),
        normal,
        USUAL);
  }

  private String nab(ProductCommands commands) throws IOException {
    List<String> all = lines("nab_machine_temperature.csv");
    List<String> normal =
        all.subList(1, all.size()).stream()
            .filter(line -> NabFailures.window(line.split(",")[0]) < 0)
            .toList();
    return drafted(
        commands,
        "--delays 12 --classes 25 --omega 4",
        all.get(0),
        normal.subList(0, normal.size() / 2),
        normal.subList(normal.size() / 2, normal.size()),
        USUAL);
  }

  /** The first year is fitted on, the second judged. */
  private String transformer(ProductCommands commands) throws IOException {
    List<String> all = lines("etth1.csv");
    List<String> body = all.subList(1, all.size());
    return drafted(
        commands,
        "--delays 1 --classes 25 --omega 4",
        all.get(0),
        body.subList(0, TRANSFORMER_ROWS),
        body.subList(TRANSFORMER_ROWS, body.size()),
        USUAL);
  }

  private String bibmon(ProductCommands commands) throws IOException {
    List<String> all = lines("bibmon_real_process.csv");
    List<String> body = all.subList(1, all.size());
    int cut = 2 * body.size() / 3;
    return drafted(
        commands,
        "--delays 1 --classes 25 --omega 4",
        all.get(0),
        body.subList(0, cut),
        body.subList(cut, body.size()),
        USUAL);
  }

  /** Every third experiment is judged; rows follow one another whatever their time. */
  private String skab(ProductCommands commands) throws IOException {
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
        commands,
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
