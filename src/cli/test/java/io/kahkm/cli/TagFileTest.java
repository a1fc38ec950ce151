package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of one value a row against the same rows whole. */
class TagFileTest {
  private static final String HEADER = "when,id,reading,line";

  @TempDir static Path folder;
  private static Path model;
  private static Path whole;

  /** Rows of a simulated oscillator with a time, and one long row for each of their values. */
  private static final List<String> LONG = new ArrayList<>();

  @BeforeAll
  static void files() throws IOException {
    LONG.clear();
    List<String> golden =
        Files.readAllLines(Path.of(Cli.golden("duffing_eval_seeds_100_101_102.csv")));
    List<String> header = List.of(golden.get(0).split(","));
    List<String> rows = new ArrayList<>(List.of("t,q,p"));
    for (int i = 1; i < 400; i++) {
      String[] cells = golden.get(i).split(",");
      String q = cells[header.indexOf("q")];
      String p = cells[header.indexOf("p")];
      long millis = 1_700_000_000_000L + 1000L * i;
      rows.add(millis + "," + q + "," + p);
      LONG.add(millis + ",TT-1," + q + ",a");
      LONG.add(millis + ",PT-1," + p + ",a");
    }
    whole = Files.write(folder.resolve("whole.csv"), rows);
    model = folder.resolve("m.safetensors");
    Cli fit =
        Cli.words(
            "fit --state q,p --time t --step 1s --classes 4 --holdout 0 --horizons 1 --input "
                + whole
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
  }

  private static Cli evaluate(Consumer<List<String>> order, String options) throws IOException {
    List<String> rows = new ArrayList<>(LONG);
    order.accept(rows);
    rows.add(0, HEADER);
    Path file = Files.write(folder.resolve("long.csv"), rows);
    return Cli.words(
        "evaluate --allow-training-data --horizons 1 --layout tags --time when --tag id"
            + " --value reading --step 1s "
            + options
            + " --model "
            + model
            + " --input",
        file);
  }

  private static String expected() {
    Cli evaluate =
        Cli.words(
            "evaluate --allow-training-data --horizons 1 --time t --step 1s --state q,p --model "
                + model
                + " --input",
            whole);
    assertThat(evaluate.code()).as(evaluate.err()).isZero();
    // Without episodes the file's name stands for its only one.
    return evaluate.out().replace("whole.csv", "long.csv");
  }

  private static final String NAMED = "--state q=TT-1,p=PT-1 --grace 5s";

  @Test
  void rowsMadeOfTagsAreEncodedLikeTheSameRowsWhole() throws IOException {
    List<String> tags = new ArrayList<>(LONG);
    Collections.shuffle(tags.subList(100, 106), new Random(1));
    tags.add(0, HEADER);
    Path file = Files.write(folder.resolve("tags.csv"), tags);
    Path made = folder.resolve("made.csv");
    Cli ofTags =
        Cli.words(
            "encode --scores --layout tags --time when --tag id --value reading --step 1s --stream line"
                + " --state q=TT-1,p=PT-1 --grace 5s --model "
                + model
                + " --input "
                + file
                + " --output",
            made);
    assertThat(ofTags.code()).as(ofTags.err()).isZero();
    Path direct = folder.resolve("direct.csv");
    Cli ofRows =
        Cli.words(
            "encode --scores --time t --step 1s --state q,p --model "
                + model
                + " --input "
                + whole
                + " --output",
            direct);
    assertThat(ofRows.code()).as(ofRows.err()).isZero();
    List<String> rows = Files.readAllLines(made);
    assertThat(rows.get(0)).startsWith("stream,time,phi_1");
    assertThat(rows.get(1)).startsWith("a,2023-11-14T22:13:21Z,");
    assertThat(rows.stream().map(row -> row.split(",", 3)[2]).toList())
        .isEqualTo(Files.readAllLines(direct));
  }

  @Test
  void numbersAreThoseOfTheSameRowsWhole() throws IOException {
    Cli inOrder = evaluate(rows -> {}, NAMED);
    assertThat(inOrder.code()).as(inOrder.err()).isZero();
    assertThat(inOrder.out()).isEqualTo(expected());
    assertThat(inOrder.err()).contains("readings of tags: 798 accepted");
  }

  @Test
  void orderWithinTheGraceDoesNotMatter() throws IOException {
    Random random = new Random(1);
    Cli shuffled =
        evaluate(
            rows -> {
              List<Double> arrival = new ArrayList<>();
              List<Integer> index = new ArrayList<>();
              for (int i = 0; i < rows.size(); i++) {
                int second = i / 2;
                arrival.add(second + 4.9 * random.nextDouble());
                index.add(i);
              }
              index.sort(Comparator.comparingDouble(arrival::get));
              List<String> before = List.copyOf(rows);
              for (int i = 0; i < index.size(); i++) {
                rows.set(i, before.get(index.get(i)));
              }
            },
            NAMED);
    assertThat(shuffled.out()).isEqualTo(expected());
  }

  @Test
  void exportsOfOneTagAfterTheOtherAreTakenInTheOrderOfTime() throws IOException {
    Cli byTag = evaluate(rows -> rows.sort(Comparator.comparing(r -> r.split(",")[1])), NAMED);
    assertThat(byTag.out()).isEqualTo(expected());
    assertThat(byTag.err()).contains("one tag after the other");
  }

  @Test
  void lateAndUnknownReadingsAreSaid() throws IOException {
    Cli late =
        evaluate(
            rows -> {
              Collections.swap(rows, 10, 200);
              rows.add("1700000000000,XX,1,a");
            },
            NAMED);
    assertThat(late.err())
        .contains("late")
        .contains("1 of other tags (XX)")
        .contains("rows skipped: ");
    assertThat(late.out()).isNotEqualTo(expected());
  }

  @Test
  void howTagsBecomeRowsMayComeFromTheTopologyFile() throws IOException {
    Path topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: m}
            input: {layout: tags, sensors: {q: TT-1, p: PT-1}, time: ts, step: 1s, grace: 5s}
            """);
    Cli fromFile = evaluate(rows -> {}, topology.toString());
    assertThat(fromFile.out()).as(fromFile.err()).isEqualTo(expected());
  }

  @Test
  void whatDoesNotFitIsSaid() throws IOException {
    assertThat(evaluate(rows -> {}, "--grace 2s").err()).contains("--layout tags needs --state");
    assertThat(evaluate(rows -> {}, "--state q=TT-1,p=TT-1").err()).contains("each once");
    assertThat(evaluate(rows -> {}, "--state TT-1 --cell median").err())
        .contains("--cell is \"median\"");
    assertThat(evaluate(rows -> {}, "--state TT-1 --on-change x").err())
        .contains("--on-change names \"x\"");
    assertThat(evaluate(rows -> {}, "--state TT-1,PT-1 --hold 3h").err()).contains("4096 cells");
    assertThat(evaluate(rows -> {}, "--state ZZ,YY").err())
        .contains("holds no reading of the tags");
    assertThat(
            Cli.words("evaluate --horizons 1 --grace 5s --state q --model m --input", whole).err())
        .contains("--grace needs --layout tags");
  }
}
