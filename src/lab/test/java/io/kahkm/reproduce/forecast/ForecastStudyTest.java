package io.kahkm.reproduce.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.StandInCommands;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the study says of forecasts, computed once more from what {@code evaluate} said: commands
 * that stand in for those of the product say what the test wants.
 */
class ForecastStudyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final List<String> EXPERTS =
      List.of("all sensors", "coordinates", "own past", "a season ago");

  /** What {@code evaluate} was called with. */
  private record Call(String words, List<String> fitted, List<String> judged) {}

  @TempDir Path folder;

  private final List<Call> calls = new ArrayList<>();
  private List<String> fitted = List.of();
  private String fit = "";

  /** Runs the study on the folder, or without one. */
  private List<ResultTable> study(Optional<Path> data, BiConsumer<Integer, ObjectNode> change) {
    calls.clear();
    return new ForecastStudy(
            data,
            arguments ->
                StandInCommands.of(
                    Map.of(
                        "simulate",
                        words ->
                            Files.writeString(
                                    Path.of(StandInCommands.option(words, "--output")),
                                    "run,q,p\n" + StandInCommands.option(words, "--seed"))
                                .toString(),
                        "init",
                        StandInCommands::init,
                        "fit",
                        words -> {
                          fit = String.join(" ", words);
                          fitted = input(words);
                          return "";
                        },
                        "evaluate",
                        words -> evaluate(words, change))))
        .run(new StudySettings(StudySettings.FEWEST_WINDOWS, 1), Progress.NONE)
        .tables();
  }

  private static List<String> input(List<String> words) throws IOException {
    return Files.readAllLines(Path.of(StandInCommands.option(words, "--input")));
  }

  private String evaluate(List<String> words, BiConsumer<Integer, ObjectNode> change)
      throws IOException {
    ObjectNode said = sound(StandInCommands.option(words, "--horizons"));
    change.accept(calls.size(), said);
    calls.add(new Call(fit + " | " + String.join(" ", words), fitted, input(words)));
    return said.toString();
  }

  /** Passes, whatever is aimed at. */
  private static ObjectNode sound(String horizons) {
    ObjectNode said = MAPPER.createObjectNode();
    said.putArray("skill");
    ArrayNode all = said.putArray("horizons");
    for (String h : horizons.split(",")) {
      ObjectNode horizon = all.addObject();
      horizon.put("h", Integer.parseInt(h));
      horizon.putObject("sensorSkill").put("persistence", 0.6).put("linear", 0.1);
      horizon.putObject("interval").put("coverage", 0.9).put("staticCoverage", 0.8);
      horizon.putObject("experts").put("own past", 0.55);
    }
    return said;
  }

  private static ObjectNode horizon(ObjectNode said, int h) {
    return (ObjectNode) said.get("horizons").get(h);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  @Test
  void figuresAreThoseOfEvaluate() {
    List<List<String>> rows = new ArrayList<>();
    List<List<String>> experts = new ArrayList<>();
    List<List<String>> certified = new ArrayList<>();
    List<ResultTable> tables =
        study(
            Optional.empty(),
            (call, said) -> {
              SplittableRandom random = new SplittableRandom(call);
              String name = List.of("vanderpol", "duffing").get(call);
              for (int h = 0; h < 3; h++) {
                double[] of = random.doubles(10).toArray();
                ObjectNode horizon = horizon(said, h);
                String steps = List.of("1", "10", "50").get(h);
                horizon.putObject("sensorSkill").put("persistence", of[0]).put("linear", of[1]);
                horizon
                    .putObject("interval")
                    .put("coverage", of[2])
                    .put("coverageOfFirst500", of[3])
                    .put("staticCoverage", of[4])
                    .put("scoreOverStatic", of[5]);
                rows.add(
                    List.of(
                        name,
                        steps,
                        number(of[0]),
                        number(of[1]),
                        number(100 * of[2]),
                        number(100 * of[3]),
                        number(100 * of[4]),
                        number(of[5])));
                List<String> alone = new ArrayList<>(List.of(name, steps));
                ObjectNode skills = horizon.putObject("experts");
                for (int e = 0; e < 4; e++) {
                  boolean there = e != h;
                  alone.add(there ? number(of[6 + e]) : "-");
                  if (there) {
                    skills.put(EXPERTS.get(e), of[6 + e]);
                  }
                }
                alone.add(number(of[0]));
                alone.add("-");
                experts.add(alone);
              }
              for (int stream = 0; stream < 2; stream++) {
                ObjectNode one = said.withArray("skill").addObject();
                if (call == 1) {
                  one.put("stream", "s" + stream);
                }
                ArrayNode horizons = one.putArray("horizons");
                for (int h = 1; h < 3; h++) {
                  ObjectNode claims = horizons.addObject().put("h", h);
                  for (String reference : List.of("persistence", "linear")) {
                    ObjectNode claim =
                        claims
                            .withArray("claims")
                            .addObject()
                            .put("reference", reference)
                            .put("outcomes", 7 * h + stream)
                            .put("observed", 0.5 + 0.1 * h);
                    if (h == 1) {
                      claim.put("certified", 0.25);
                    } else {
                      claim.put("more", 1234.5);
                    }
                    certified.add(
                        List.of(
                            call == 1 ? name + ", s" + stream : name,
                            "" + h,
                            reference,
                            "" + (7 * h + stream),
                            number(0.5 + 0.1 * h),
                            h == 1 ? "0.2500" : "-",
                            h == 1 ? "-" : "1235"));
                  }
                }
              }
            });

    assertThat(tables.get(0).rows()).isEqualTo(rows);
    assertThat(tables.get(1).rows()).isEqualTo(certified);
    assertThat(tables.get(2).rows()).isEqualTo(experts);
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).words())
        .contains("--classes 25", "--horizons 1,10,50", "--state q,p --episode run");
    for (Call call : calls) {
      assertThat(call.fitted()).as("fitted on one seed, judged on another").endsWith("1");
      assertThat(call.judged()).endsWith("2");
    }
  }

  /** Of both systems the second horizon of one. */
  private List<Boolean> passed(String object, String field, double value) {
    return study(
            Optional.empty(),
            (call, said) -> {
              if (call == 1) {
                ((ObjectNode) horizon(said, 1).get(object)).put(field, value);
              }
            })
        .stream()
        .map(ResultTable::passed)
        .toList();
  }

  @Test
  void forecastsMayHardlyBeWorseThanPersistenceAndIntervalsHardlyOff() {
    List<Boolean> yes = List.of(true, true, true);
    List<Boolean> no = List.of(false, true, false);
    assertThat(passed("sensorSkill", "persistence", -0.02)).isEqualTo(yes);
    assertThat(passed("sensorSkill", "persistence", -0.0201)).isEqualTo(no);
    assertThat(passed("sensorSkill", "linear", -0.02)).isEqualTo(yes);
    assertThat(passed("sensorSkill", "linear", -0.0201)).isEqualTo(no);
    assertThat(passed("interval", "coverage", 0.888)).isEqualTo(yes);
    assertThat(passed("interval", "coverage", 0.887)).isEqualTo(no);
    assertThat(passed("interval", "coverage", 0.912)).isEqualTo(yes);
    assertThat(passed("interval", "coverage", 0.913)).isEqualTo(no);
    assertThat(passed("experts", "own past", 0.9)).as("no aim").isEqualTo(yes);
  }

  @Test
  void noMoreMayBeCertifiedThanWasObserved() {
    for (double observed : new double[] {0.25, 0.2499}) {
      List<ResultTable> tables =
          study(
              Optional.empty(),
              (call, said) ->
                  said.withArray("skill")
                      .addObject()
                      .putArray("horizons")
                      .addObject()
                      .put("h", 1)
                      .putArray("claims")
                      .addObject()
                      .put("reference", "linear")
                      .put("outcomes", 9)
                      .put("observed", observed)
                      .put("certified", 0.25));
      assertThat(tables.get(1).passed()).isEqualTo(observed >= 0.25);
    }
  }

  private void transformer() throws IOException {
    List<String> lines = new ArrayList<>(List.of("date,a,b"));
    for (int row = 0; row < 17_420; row++) {
      lines.add("t" + row + ",1,2");
    }
    Files.write(folder.resolve("etth1.csv"), lines);
  }

  private boolean ofTransformer(int call, int h, String object, String field, double value)
      throws IOException {
    transformer();
    return study(
            Optional.of(folder),
            (of, said) -> {
              if (of == call) {
                ((ObjectNode) horizon(said, h).get(object)).put(field, value);
              }
            })
        .get(0)
        .passed();
  }

  @Test
  void theTransformerIsCutAsDocumentedAndHasItsAims() throws IOException {
    transformer();
    List<ResultTable> tables = study(Optional.of(folder), (call, said) -> {});

    assertThat(tables).allMatch(ResultTable::passed);
    assertThat(calls).hasSize(4);
    Call following = calls.get(2);
    assertThat(following.words())
        .contains("--horizons 1,24,48,96", "--warm-up 192", "--delays 2 --classes 25 --omega 4");
    assertThat(following.fitted()).hasSize(1 + 11_520).startsWith("date,a,b", "t0,1,2");
    assertThat(following.judged())
        .hasSize(1 + 192 + 14_400 - 11_520)
        .startsWith("date,a,b", "t11328,1,2")
        .endsWith("t14399,1,2");
    Call years = calls.get(3);
    assertThat(years.words()).contains("--horizons 1,10,50").doesNotContain("--warm-up");
    assertThat(years.fitted()).hasSize(1 + 8_760).endsWith("t8759,1,2");
    assertThat(years.judged()).startsWith("date,a,b", "t8760,1,2").endsWith("t17419,1,2");
    assertThat(tables.get(2).rows().subList(6, 13))
        .extracting(row -> row.get(0) + " " + row.get(1) + " " + row.get(7))
        .containsExactly(
            "Etth1 1 0.3200",
            "Etth1 24 0.2400",
            "Etth1 48 0.2300",
            "Etth1 96 0.2400",
            "Etth1, second year 1 -",
            "Etth1, second year 10 -",
            "Etth1, second year 50 -");

    assertThat(ofTransformer(2, 2, "experts", "own past", 0.62)).isTrue();
    assertThat(ofTransformer(2, 2, "experts", "own past", 0.621)).as("lost .021").isFalse();
    assertThat(ofTransformer(3, 2, "sensorSkill", "persistence", -1))
        .as("reported, not judged")
        .isTrue();
  }

  @Test
  void eachHorizonHasItsOwnAim() throws IOException {
    double[] aims = {0.32, 0.24, 0.23, 0.24};
    for (int h = 0; h < aims.length; h++) {
      int of = h;
      for (double off : new double[] {0, -0.001}) {
        transformer();
        List<ResultTable> tables =
            study(
                Optional.of(folder),
                (call, said) -> {
                  if (call == 2) {
                    horizon(said, of).putObject("experts");
                    ((ObjectNode) horizon(said, of).get("sensorSkill"))
                        .put("persistence", aims[of] + off);
                  }
                });
        assertThat(tables.get(0).passed()).as("horizon %d", h).isEqualTo(off == 0);
      }
    }
  }

  /** Every third of four experiments is judged. */
  @Test
  void experimentsAreFittedOrJudgedWhole() throws IOException {
    Path files = Files.createDirectories(folder.resolve("skab_open"));
    for (int file = 0; file < 4; file++) {
      List<String> lines = new ArrayList<>(List.of("datetime;a;b;c;d;e;f;g;h;anomaly;changepoint"));
      for (int row = 0; row < 420; row++) {
        lines.add("t" + row + (";" + file).repeat(8) + ";0.0;0.0");
      }
      Files.write(files.resolve("f" + file + ".csv"), lines);
    }
    study(Optional.of(folder), (call, said) -> {});
    Call skab = calls.get(2);
    assertThat(skab.words())
        .contains("--state a,b,c,d,e,f,g,h --episode experiment", "--horizons 1,10,50");
    assertThat(skab.fitted())
        .hasSize(1 + 3 * 400)
        .startsWith("experiment;datetime;a;b;c;d;e;f;g;h", "e0;t0;0;0;0;0;0;0;0;0")
        .endsWith("e3;t399" + ";3".repeat(8));
    assertThat(skab.judged()).hasSize(1 + 400).endsWith("e2;t399" + ";2".repeat(8));
  }
}
