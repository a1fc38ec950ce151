package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.Cli;
import io.kahkm.internal.closure.Readout;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.ProjectFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every option of every command does something: with it, or with another value of it, the command
 * says something else, or writes another file. An option without a row in the table fails, and so
 * does a row that names none.
 */
class EveryOptionTest {
  /** What needs a broker, or a terminal: the tests of those commands, each of which names it. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("run", "UsageTest"),
          Map.entry("init --bootstrap", "ProducingCommandsIT"),
          Map.entry("init --client-config", "SecureBrokerIT"),
          Map.entry("init --records", "ProducingCommandsIT"),
          Map.entry("replay", "ProducingCommandsIT"),
          Map.entry("simulate --bootstrap", "ProducingCommandsIT"),
          Map.entry("simulate --topic", "ProducingCommandsIT"),
          Map.entry("simulate --client-config", "SecureBrokerIT"),
          Map.entry("simulate --rate", "ProducingCommandsIT"),
          Map.entry("demo", "BrokerCommandsIT"),
          Map.entry("accept", "SingleAcceptanceTest"),
          Map.entry("accept --replace", "ReplaceTest"),
          Map.entry("accept --sensor", "AcceptSensorTest"),
          Map.entry("accept --recording", "AcceptSensorTest"),
          Map.entry("fit --replace", "ReplaceTest"),
          Map.entry("bench --replace", "BenchCommandIT"),
          Map.entry("incidents --replace", "ReplaceTest"),
          Map.entry("accept --bootstrap", "AcceptTopicIT"),
          Map.entry("accept --records", "AcceptTopicIT"),
          Map.entry("accept --incident", "AcceptRequestsIT"),
          Map.entry("accept --requests", "AcceptRequestsIT"),
          Map.entry("incidents", "IncidentCommandsIT"),
          Map.entry("mark", "IncidentCommandsIT"),
          Map.entry("shelve", "IncidentCommandsIT"),
          Map.entry("bench", "BenchCommandIT"),
          Map.entry("reproduce", "ReproduceCommandTest"),
          // Says more on a terminal only, and there is none.
          Map.entry("evaluate --episodes", "UsageTest"),
          Map.entry("evaluate --others", "EvaluateOthersTest"),
          Map.entry("score --others", "EvaluateOthersTest"),
          Map.entry("promote", "PromoteCommandTest"),
          Map.entry("topics", "BrokerCommandsIT"),
          Map.entry("check --brokers", "BrokerCommandsIT"),
          Map.entry("check --sample", "BrokerCommandsIT"),
          Map.entry("accept --set", "SetEverywhereTest"),
          Map.entry("bench --set", "SetEverywhereTest"),
          Map.entry("certify --set", "SetEverywhereTest"),
          Map.entry("check --set", "SetEverywhereTest"),
          Map.entry("demo --set", "SetEverywhereTest"),
          Map.entry("encode --set", "SetEverywhereTest"),
          Map.entry("evaluate --set", "SetEverywhereTest"),
          Map.entry("fit --set", "SetEverywhereTest"),
          Map.entry("incidents --set", "SetEverywhereTest"),
          Map.entry("mark --set", "SetEverywhereTest"),
          Map.entry("mcp", "McpIT"),
          Map.entry("mcp --set", "SetEverywhereTest"),
          Map.entry("promote --set", "SetEverywhereTest"),
          Map.entry("run --set", "SetEverywhereTest"),
          Map.entry("score --set", "SetEverywhereTest"),
          Map.entry("shelve --set", "SetEverywhereTest"),
          Map.entry("spectrum --set", "SetEverywhereTest"),
          Map.entry("topics --set", "SetEverywhereTest"),
          Map.entry("topology --set", "SetEverywhereTest"),
          Map.entry("fit --details", "FitVerdictTest"),
          Map.entry("fit --restart", "GridFitTest"));

  /** What no test gives to its command, and why. */
  private static final Map<String, String> UNTRIED =
      Map.of(
          "bench --seed", "orders faults, which take minutes; SoakIT runs them from a seed",
          "reproduce --seed", "studies take minutes; MonitoredRunTest tells seeds apart");

  private static final String STEPS = " --time t --step 1m --step-tolerance 0.05 --idle 5m";

  /** Arguments that several rows begin with. */
  private static final Map<String, String> STARTS =
      Map.ofEntries(
          Map.entry("ROWS", "--input {rows} --state q,p --episode run"),
          Map.entry("TIMED", "--input {rows} --state q,p --episode run" + STEPS),
          Map.entry("PAIRS", "--input {rows} --state q,p --next q2,p2"),
          Map.entry("TAGS", "--input {tags} --layout tags --state q,p --time t --step 1m"),
          Map.entry("FIT", "--classes 4 --omega 8 --block 20 --horizons 1,5 --output {out}/m"),
          // Without rows that are held out, for options that change what is fitted to the others.
          Map.entry(
              "BRIEF",
              "--classes 4 --omega 8 --block 20 --horizons 1 --holdout 0 --output {out}/m"),
          Map.entry("CERTIFY", "--model {model} --tolerance 0.3"),
          Map.entry("EPISODES", "--sampling episodes"),
          Map.entry("STRIDES", "--sampling records --stride 2 --independent asserted"),
          Map.entry(
              "FLEET",
              "--model {model} --input {rows} --state q,p --time t --sampling fleet --stream"
                  + " machine --tolerance 0.3"),
          Map.entry("EVALUATE", "--model {model} --horizons 1,5"),
          Map.entry("ENCODE", "--model {model} --output {out}/e.csv"),
          Map.entry("SCORE", "--model {model} --output {out}/s.csv"),
          Map.entry("SPECTRUM", "--model {model}"));

  /** command | option | without, or with one value | with, or with another value. */
  private static final String TABLE =
      """
      fit | --input | BRIEF ROWS | BRIEF --input {other} --state q,p --episode run
      fit | --state | BRIEF --input {rows} --state q,p | BRIEF --input {rows} --state q2,p2
      fit | --season | BRIEF ROWS | BRIEF ROWS --season 10
      fit | --known | BRIEF ROWS | BRIEF ROWS --known p
      fit | --exclude | BRIEF ROWS | BRIEF ROWS --exclude 10/40
      fit | --tau | BRIEF ROWS | BRIEF ROWS --tau 0.01
      fit | --beta | BRIEF ROWS | BRIEF ROWS --beta 0.3
      fit | --epochs | BRIEF ROWS | BRIEF ROWS --epochs 3
      fit | --seed | BRIEF ROWS | BRIEF ROWS --seed 5
      fit | --centroids | BRIEF ROWS | BRIEF ROWS --centroids {centroids}
      fit | --labels | BRIEF ROWS | BRIEF ROWS --labels label
      fit | --regularization | BRIEF ROWS | BRIEF ROWS --regularization authors
      fit | --far-field | BRIEF ROWS | BRIEF ROWS --far-field exact
      fit | --scaling | BRIEF ROWS | BRIEF ROWS --scaling none
      fit | --scaling-rows | BRIEF ROWS --stream machine --scaling per-stream --scaling-rows 40 | BRIEF ROWS --stream machine --scaling per-stream --scaling-rows 60
      fit | --delays | BRIEF ROWS | BRIEF ROWS --delays 2
      fit | --holdout | FIT ROWS | FIT ROWS --holdout 0.4
      fit | --quantile | FIT ROWS | FIT ROWS --quantile 0.9
      fit | --closure | BRIEF ROWS | BRIEF ROWS --closure ridge
      fit | --report | BRIEF ROWS | BRIEF ROWS --report {out}/report.html
      fit | --classes | ROWS --omega 8 --horizons 1 --holdout 0 --output {out}/m --classes 4 | ROWS --omega 8 --horizons 1 --holdout 0 --output {out}/m --classes 5
      fit | --omega | ROWS --classes 4 --horizons 1 --holdout 0 --output {out}/m --omega 8 | ROWS --classes 4 --horizons 1 --holdout 0 --output {out}/m --omega 4
      fit | --block | ROWS --classes 4 --output {out}/m --block 20 | ROWS --classes 4 --output {out}/m --block 10
      fit | --references | BRIEF ROWS | BRIEF ROWS --references 60
      fit | --rows | BRIEF ROWS | BRIEF ROWS --rows 150
      fit | --horizons | ROWS --classes 4 --holdout 0 --output {out}/m --horizons 1 | ROWS --classes 4 --holdout 0 --output {out}/m --horizons 1,5
      fit | --output | ROWS --classes 4 --horizons 1 --holdout 0 --output {out}/m | ROWS --classes 4 --horizons 1 --holdout 0 --output {out}/n
      fit | --select | ROWS --classes 3,4 --horizons 1,5 --output {out}/m --select e:1 | ROWS --classes 3,4 --horizons 1,5 --output {out}/m --select one-se
      fit | --repeats | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 1 | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 2
      fit | --validation | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 1 | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 1 --validation 0.4
      fit | --noise | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 1 | ROWS --classes 3,4 --horizons 1 --holdout 0 --output {out}/m --select e:1 --repeats 1 --noise 0.1
      certify | --model | --model {model} ROWS EPISODES | --model {model2} ROWS EPISODES
      certify | --input | CERTIFY ROWS EPISODES | CERTIFY EPISODES --input {other} --state q,p --episode run
      certify | --state | CERTIFY EPISODES --input {rows} --episode run --state q,p | CERTIFY EPISODES --input {rows} --episode run --state q2,p2
      certify | --sampling | CERTIFY ROWS EPISODES | CERTIFY ROWS STRIDES
      certify | --stride | CERTIFY ROWS --sampling records --independent asserted --stride 2 | CERTIFY ROWS --sampling records --independent asserted --stride 3
      certify | --independent | ! CERTIFY ROWS --sampling records --stride 2 | CERTIFY ROWS STRIDES
      certify | --allow-training-data | ! --model {model} EPISODES --input {train} --state q,p --episode run | --model {model} EPISODES --input {train} --state q,p --episode run --allow-training-data
      certify | --kappa | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --kappa 1,2
      certify | --delta | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --delta 0.01
      certify | --tolerance | --model {model} ROWS EPISODES --tolerance 0.3 | --model {model} ROWS EPISODES --tolerance 0.2
      certify | --bound | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --bound label
      certify | --alarm-kappa | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --alarm-kappa 1.25
      certify | --cap | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --cap 2
      certify | --pilot | CERTIFY ROWS EPISODES --cap 2 | CERTIFY ROWS EPISODES --cap 2 --pilot 2
      certify | --policy | CERTIFY ROWS STRIDES --bound tight | CERTIFY ROWS STRIDES --bound tight --policy anytime
      certify | --horizons | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --horizons 1,5
      certify | --starts | CERTIFY ROWS EPISODES --horizons 1,5 | CERTIFY ROWS EPISODES --horizons 1,5 --starts 3
      certify | --horizon-delta | CERTIFY ROWS EPISODES --horizons 1,5 | CERTIFY ROWS EPISODES --horizons 1,5 --horizon-delta 0.01
      certify | --projection | CERTIFY ROWS EPISODES --horizons 1,5 | CERTIFY ROWS EPISODES --horizons 1,5 --projection vector
      certify | --margin | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --margin 0.1
      certify | --picture | CERTIFY ROWS EPISODES --horizons 1,5 | CERTIFY ROWS EPISODES --horizons 1,5 --picture {out}/h.svg
      certify | --explain | CERTIFY ROWS EPISODES | CERTIFY ROWS EPISODES --explain
      certify | --streams | FLEET --every 30m --pairs 10 --streams 2 | FLEET --every 30m --pairs 10 --streams 3
      certify | --every | FLEET --pairs 10 --streams 2 --every 30m | FLEET --pairs 10 --streams 2 --every 60m
      certify | --pairs | FLEET --every 30m --streams 2 --pairs 10 | FLEET --every 30m --streams 2 --pairs 8
      certify | --retired | FLEET --every 30m --pairs 10 --streams 3 | FLEET --every 30m --pairs 10 --streams 3 --retired m9
      evaluate | --model | --horizons 1,5 --model {model} ROWS | --horizons 1,5 --model {model2} ROWS
      evaluate | --input | EVALUATE ROWS | EVALUATE --input {other} --state q,p --episode run
      evaluate | --state | EVALUATE --input {rows} --state q,p | EVALUATE --input {rows} --state q2,p2
      evaluate | --allow-training-data | ! EVALUATE --input {train} --state q,p --episode run | EVALUATE --input {train} --state q,p --episode run --allow-training-data
      evaluate | --horizons | --model {model} ROWS --horizons 1 | --model {model} ROWS --horizons 2
      evaluate | --projection | EVALUATE ROWS | EVALUATE ROWS --projection row
      evaluate | --interval | EVALUATE ROWS | EVALUATE ROWS --interval 0.9
      evaluate | --certify | EVALUATE ROWS | EVALUATE ROWS --certify 0.95
      evaluate | --warm-up | EVALUATE ROWS | EVALUATE ROWS --warm-up 20
      evaluate | --by-time | EVALUATE ROWS | EVALUATE ROWS --by-time 3
      evaluate | --format | EVALUATE ROWS | EVALUATE ROWS --format text
      evaluate | --requirements | EVALUATE ROWS | EVALUATE ROWS --requirements closure=0.9
      encode | --model | --output {out}/e.csv --model {model} ROWS | --output {out}/e.csv --model {model2} ROWS
      encode | --input | ENCODE ROWS | ENCODE --input {other} --state q,p --episode run
      encode | --state | ENCODE --input {rows} --state q,p | ENCODE --input {rows} --state q2,p2
      encode | --scores | ENCODE ROWS | ENCODE ROWS --scores
      encode | --output | --model {model} ROWS --output {out}/e.csv | --model {model} ROWS --output {out}/f.csv
      score | --model | --output {out}/s.csv --model {model} ROWS | --output {out}/s.csv --model {model2} ROWS
      score | --input | SCORE ROWS | SCORE --input {other} --state q,p --episode run
      score | --state | SCORE --input {rows} --state q,p | SCORE --input {rows} --state q2,p2
      score | --output | --model {model} ROWS --output {out}/s.csv | --model {model} ROWS --output {out}/t.csv
      score | --report | SCORE ROWS | SCORE ROWS --report {out}/r.html
      score | --labels | SCORE ROWS | SCORE ROWS --labels fault
      spectrum | --model | --model {model} ROWS | --model {model2} ROWS
      spectrum | --input | SPECTRUM ROWS | SPECTRUM --input {other} --state q,p --episode run
      spectrum | --state | SPECTRUM --input {rows} --state q,p | SPECTRUM --input {rows} --state q2,p2
      spectrum | --allow-training-data | ! SPECTRUM --input {train} --state q,p --episode run | SPECTRUM --input {train} --state q,p --episode run --allow-training-data
      spectrum | --side | SPECTRUM ROWS | SPECTRUM ROWS --side koopman
      spectrum | --sample | SPECTRUM ROWS | SPECTRUM ROWS --sample 40
      spectrum | --seed | SPECTRUM ROWS --sample 40 | SPECTRUM ROWS --sample 40 --seed 3
      spectrum | --sampling | SPECTRUM ROWS --side koopman | SPECTRUM ROWS --side koopman --sampling episodes
      spectrum | --delta | SPECTRUM ROWS --side koopman --sampling episodes | SPECTRUM ROWS --side koopman --sampling episodes --delta 0.01
      spectrum | --requirements | SPECTRUM ROWS | SPECTRUM ROWS --requirements residual=9
      spectrum | --format | SPECTRUM ROWS | SPECTRUM ROWS --format csv
      spectrum | --picture | SPECTRUM ROWS | SPECTRUM ROWS --picture {out}/s.svg
      certify | --replace | ! CERTIFY ROWS EPISODES --horizons 1,5 --picture {existing} | CERTIFY ROWS EPISODES --horizons 1,5 --picture {existing} --replace
      encode | --replace | ! --model {model} ROWS --output {existing} | --model {model} ROWS --output {existing} --replace
      score | --replace | ! --model {model} ROWS --output {existing} | --model {model} ROWS --output {existing} --replace
      spectrum | --replace | ! SPECTRUM ROWS --picture {existing} | SPECTRUM ROWS --picture {existing} --replace
      simulate | --replace | ! vanderpol --episode-length 9 --output {existing} | vanderpol --episode-length 9 --output {existing} --replace
      init | --replace | ! {sample} --output {existing} | {sample} --output {existing} --replace
      inspect | --json | {model} | {model} --json
      init | --details | {sample} --output {out}/a.yaml | {sample} --output {out}/a.yaml --details
      init | --output | {sample} --output {out}/a.yaml | {sample} --output {out}/b.yaml
      init | --force | ! {sample} --output {existing} | {sample} --output {existing} --force
      simulate | --output | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/b.csv
      simulate | --streams | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/a.csv --streams 2
      simulate | --episode-length | vanderpol --output {out}/a.csv --episode-length 9 | vanderpol --output {out}/a.csv --episode-length 8
      simulate | --start-spread | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/a.csv --start-spread 90
      simulate | --episodes | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/a.csv --episodes 2
      simulate | --duration | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/a.csv --duration 1s
      simulate | --pairs | vanderpol --episode-length 9 --output {out}/a.csv --episodes 5 | vanderpol --episode-length 9 --output {out}/a.csv --episodes 5 --pairs
      simulate | --seed | vanderpol --episode-length 9 --output {out}/a.csv | vanderpol --episode-length 9 --output {out}/a.csv --seed 4
      simulate | --fault | vanderpol --episode-length 90 --output {out}/a.csv | vanderpol --episode-length 90 --output {out}/a.csv --fault stream=sensor-01,kind=bias,sensor=q,from=0s,to=1s,size=0.5
      """;

  /** Options of files, which several commands share; each is tried with each of them. */
  private static final String SHARED =
      """
      --episode | --input {rows} --state q,p --episode run | --input {rows} --state q,p --episode shift
      --stream | --input {rows} --state q,p --time t | --input {rows} --state q,p --time t --stream machine
      --next | --input {rows} --state q2,p2 --next q3,p3 | --input {rows} --state q2,p2 --next q,p
      --time | --input {rows} --state q,p --episode run --idle 5m --time t | --input {rows} --state q,p --episode run --idle 5m --time t2
      --time-unit | --input {rows} --state q,p --episode run --time n --idle 5m --time-unit s | --input {rows} --state q,p --episode run --time n --idle 5m --time-unit ms
      --step | --input {rows} --state q,p --episode run --time t --step-tolerance 0.05 --step 1m | --input {rows} --state q,p --episode run --time t --step-tolerance 0.05 --step 63s
      --step-tolerance | TIMED | --input {rows} --state q,p --episode run --time t --step 1m --idle 5m --step-tolerance 0.2
      --idle | --input {rows} --state q,p --episode run --time t --idle 5m | --input {rows} --state q,p --episode run --time t --idle 2h
      --hold | TIMED | TIMED --hold 3m
      --missing | --input {codes} --state q,p --episode run | --input {codes} --state q,p --episode run --missing -9999
      --when | --input {rows} --state q,p --episode run | --input {rows} --state q,p --episode run --when q>0.5
      --mode | {modes} --mode m0 --input {rows} --episode run | {modes} --mode m1 --input {rows} --episode run
      --settle | TIMED --when q>-9 | TIMED --when q>-9 --settle 3m
      --layout | --input {tags} --state q,p --time t --step 1m | TAGS
      --tag | TAGS | TAGS --tag tag2
      --value | TAGS | TAGS --value value2
      --quality | TAGS | TAGS --quality quality
      --grace | TAGS | TAGS --grace 10m
      --cell | TAGS | TAGS --cell mean
      --on-change | TAGS | TAGS --on-change p
      """;

  private static final Map<String, String> READERS =
      Map.of(
          "fit", "BRIEF",
          "certify", "CERTIFY",
          "evaluate", "EVALUATE",
          "encode", "ENCODE",
          "score", "SCORE",
          "spectrum", "SPECTRUM");

  private record Row(String command, String option, String without, String with) {
    @Override
    public String toString() {
      return command + " " + option;
    }
  }

  @TempDir static Path folder;

  private static final Map<String, Path> FILES = new HashMap<>();
  private static final Map<String, String> SAID = new HashMap<>();

  /** Sources of tests by their names. */
  private static final Map<String, List<String>> TEXTS = new HashMap<>();

  private static int runs;

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = cells(line);
      rows.add(new Row(cells[0], cells[1], cells[2], cells[3]));
    }
    new TreeMap<>(READERS)
        .forEach(
            (command, start) -> {
              for (String line : SHARED.lines().toList()) {
                String[] cells = cells(line);
                rows.add(
                    new Row(command, cells[0], start(command, cells[1]), start(command, cells[2])));
              }
            });
    return rows;
  }

  /** A certificate needs to be told what is independent. */
  private static String start(String command, String arguments) {
    boolean pairs = arguments.contains("--next") || arguments.startsWith("PAIRS");
    boolean episodes = arguments.contains("--episode") || arguments.startsWith("ROWS");
    String units =
        !command.equals("certify")
            ? ""
            : pairs
                ? " --sampling records"
                : episodes && !arguments.contains("TAGS") ? " EPISODES" : " STRIDES";
    // A pair knows one step only.
    String reader =
        command.equals("evaluate") && pairs ? "--model {model} --horizons 1" : READERS.get(command);
    return reader + units + " " + arguments;
  }

  private static String[] cells(String line) {
    return Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new);
  }

  @BeforeAll
  static void writeFiles() throws IOException {
    FILES.put("train", states("train.csv", 5));
    FILES.put("rows", states("rows.csv", 77));
    FILES.put("other", states("other.csv", 78));
    FILES.put("tags", tags("tags.csv", 79));
    String coded = Files.readString(FILES.get("rows")).replace(",,", ",-9999,");
    FILES.put("codes", write("codes.csv", coded));
    FILES.put("centroids", write("centroids.csv", "q,p\n2,0\n-2,0\n0,2\n0.5,-2\n"));
    FILES.put("sample", FILES.get("rows"));
    FILES.put(
        "modes",
        write(
            "modes.yaml",
            """
            name: modes
            model: {by-mode: {m0: unused0, m1: unused1}}
            input: {state: [q, p], time: t, episode: run, mode: machine}
            """));
    FILES.put("existing", write("existing.yaml", "name: x\n"));
    for (String model : List.of("model", "model2")) {
      Path path = folder.resolve(model + ".safetensors");
      Cli fit =
          run(
              "fit --input {train} --state q,p --episode run --classes 5 --omega 8 --block 20"
                  + " --horizons 1,5 --seed "
                  + (model.equals("model") ? 0 : 7)
                  + " --output "
                  + path);
      assertThat(fit.code()).as(fit.err()).isZero();
      FILES.put(model, path);
    }
  }

  private static Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /**
   * Two machines with four runs each, a minute apart: with gaps, a step of 64 s, holes, and columns
   * that an option may name instead of others.
   */
  private static Path states(String name, long seed) throws IOException {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, 8, 300);
    StringBuilder text =
        new StringBuilder("t,t2,n,machine,run,shift,q,p,q2,p2,q3,p3,label,fault\n");
    for (int e = 0; e < 8; e++) {
      for (int i = 0; i < 60; i++) {
        double[] x = data.state(e, 5 * i);
        double[] y = data.state(e, 5 * i + 5);
        double[] z = data.state(e, 5 * i + 3);
        long minute = 60L * (i + 70L * (e / 2)) + (i > 20 ? 4 : 0) + (i > 40 ? 1200 : 0);
        long time = 1_700_000_000L + minute;
        boolean hole = i == 30;
        text.append(
            String.format(
                Locale.ROOT,
                "%d,%d,%d,m%d,r%d,h%d,%s,%.9f,%.9f,%.9f,%.9f,%.9f,%s,%d%n",
                time,
                1_700_000_000L + 60L * i + 7200L * e,
                time,
                e % 2,
                e,
                e / 2 + i / 45,
                hole ? "" : String.format(Locale.ROOT, "%.9f", x[0]),
                x[1],
                y[0],
                y[1],
                z[0],
                z[1],
                i == 59 ? "" : Integer.toString(x[0] > 0 ? x[1] > 0 ? 0 : 1 : x[1] > 0 ? 2 : 3),
                i > 50 ? 1 : 0));
      }
    }
    return write(name, text.toString());
  }

  /** One value a row; some cells are read twice, some come late, some are missing or bad. */
  private static Path tags(String name, long seed) throws IOException {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, 1, 1200);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 240; i++) {
      double[] x = data.state(0, 5 * i);
      for (int s = 0; s < 2; s++) {
        if (s == 1 && i % 9 == 4) {
          continue;
        }
        for (int reading = 0; reading <= (i % 7 == 3 ? 1 : 0); reading++) {
          String line =
              String.format(
                  Locale.ROOT,
                  "%d,m0,r0,r%d,%s,%s,%.9f,%.9f,%d,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,",
                  1_700_000_000L + 60L * i + 20L * reading,
                  i / 60,
                  s == 0 ? "q" : "p",
                  s == 0 ? "q" : i % 11 == 5 ? "x" : "p",
                  x[s] + 0.05 * reading,
                  0.9 * x[s],
                  i % 13 == 6 ? 0 : 192,
                  x[0],
                  x[1],
                  x[0],
                  x[1],
                  x[0],
                  x[1]);
          lines.add(line);
        }
      }
    }
    for (int i = 30; i + 12 < lines.size(); i += 40) {
      lines.add(i + 8, lines.remove(i));
    }
    return write(
        name,
        "t,machine,run,shift,tag,tag2,value,value2,quality,q,p,q2,p2,q3,p3,label\n"
            + String.join("\n", lines)
            + "\n");
  }

  private static Cli run(String words) {
    String[] arguments = words.strip().split(" +");
    for (int i = 0; i < arguments.length; i++) {
      for (Map.Entry<String, Path> file : FILES.entrySet()) {
        arguments[i] = arguments[i].replace("{" + file.getKey() + "}", file.getValue().toString());
      }
    }
    return Lab.run(arguments);
  }

  /** What a command line says and writes; run once for all rows that begin with it. */
  private static String said(String command, String arguments) throws IOException {
    boolean refused = arguments.startsWith("!");
    String words = words(command, arguments);
    String known = SAID.get(words);
    if (known == null) {
      Path out = Files.createDirectory(folder.resolve("out" + runs++));
      FILES.put("out", out);
      Cli done = run(words);
      assertThat(done.code() == 0).as(words + "\n" + done.err()).isEqualTo(!refused);
      known =
          (command.equals("fit") ? "" : done.out() + done.err()).replace(out.toString(), "OUT")
              + written(out);
      SAID.put(words, known);
    }
    return known;
  }

  private static String words(String command, String arguments) {
    return command + " " + resolved(arguments.replaceFirst("^! *", ""));
  }

  private static String resolved(String arguments) {
    StringBuilder words = new StringBuilder();
    for (String word : arguments.split(" ")) {
      String start = STARTS.get(word);
      words.append(start == null ? word : start).append(' ');
    }
    return words.toString();
  }

  private static String written(Path out) throws IOException {
    StringBuilder content = new StringBuilder();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.sorted().toList()) {
        content.append("\n== ").append(file.getFileName()).append('\n');
        boolean model = file.getFileName().toString().length() == 1;
        content.append(model ? learned(file) : Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return content.toString();
  }

  /** What a model has learned, without what it says of how it was made. */
  private static String learned(Path file) throws IOException {
    Model model;
    try {
      model = ModelFile.read(file);
    } catch (ModelFileException unreadable) {
      throw new IOException(unreadable);
    }
    return model.map().fingerprint()
        + Arrays.toString(model.closure().toArray())
        + Arrays.toString(model.classMeans().toArray())
        + model.calibration()
        + model.beta()
        + model.readoutHorizons()
        + model.readoutHorizons().stream().map(horizon -> forecast(model.readout(horizon))).toList()
        + model.past().seasons()
        + model.past().known()
        + Arrays.toString(model.past().lags());
  }

  /** What a readout says of readings that differ from each other. */
  private static String forecast(Readout readout) {
    double[] history = new double[readout.lookback() * readout.sensors()];
    for (int i = 0; i < history.length; i++) {
      history[i] = 0.25 + 0.125 * i;
    }
    double[] predicted = new double[readout.classes()];
    Arrays.fill(predicted, 1.0 / predicted.length);
    double[] out = new double[readout.sensors()];
    readout.apply(
        history, predicted, new double[predicted.length], new double[readout.sensors()], out);
    return Arrays.toString(out);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void changesWhatTheCommandSaysOrWrites(Row row) throws IOException {
    assertThat(said(row.command, row.with))
        .as("%s: %s", row, row.with)
        .isNotEqualTo(said(row.command, row.without));
  }

  /** The control: without a change of the options nothing changes. */
  @ParameterizedTest
  @MethodSource("controls")
  void theSameCommandLineSaysTheSame(String command, String arguments) throws IOException {
    String first = said(command, arguments);
    SAID.remove(words(command, arguments));

    assertThat(said(command, arguments)).isEqualTo(first);
  }

  static List<Arguments> controls() {
    return Stream.concat(
            READERS.keySet().stream().map(command -> Arguments.of(command, start(command, "ROWS"))),
            Stream.of(Arguments.of("fit", "FIT ROWS")))
        .toList();
  }

  @Test
  void everyOptionOfEveryCommandHasItsRow() {
    TreeSet<String> declared = new TreeSet<>();
    TreeSet<String> elsewhere = new TreeSet<>();
    List<String> unnamed = new ArrayList<>();
    Main.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                String full = name + " " + option.longestName();
                String covered = ELSEWHERE.containsKey(full) ? full : name;
                boolean help = option.usageHelp() || option.versionHelp() || option.hidden();
                if (ELSEWHERE.containsKey(covered)) {
                  elsewhere.add(covered);
                  if (!help && !UNTRIED.containsKey(full) && !names(covered, option)) {
                    unnamed.add(full + " in " + ELSEWHERE.get(covered));
                  }
                } else if (!help) {
                  declared.add(full);
                }
              }
            });
    TreeSet<String> tested = new TreeSet<>();
    rows().forEach(row -> tested.add(row.toString()));

    assertThat(tested).isEqualTo(declared);
    assertThat(elsewhere).isEqualTo(new TreeSet<>(ELSEWHERE.keySet()));
    assertThat(unnamed).as("options that the named tests do not give").isEmpty();
  }

  /** Whether the test that is said to try an option has it in its text. */
  private static boolean names(String covered, CommandLine.Model.OptionSpec option) {
    Pattern whole = Pattern.compile(Pattern.quote(option.longestName()) + "(?![-a-z])");
    return TEXTS
        .computeIfAbsent(
            ELSEWHERE.get(covered),
            test ->
                ProjectFiles.under("src", "/" + test + ".java").stream()
                    .map(ProjectFiles::text)
                    .toList())
        .stream()
        .anyMatch(text -> whole.matcher(text).find());
  }

  /** A level that only some of the statements take would make the others wrong too often. */
  @Test
  void deltaIsTheLevelOfEverythingThatACertificateStates() throws IOException {
    String base = resolved("CERTIFY ROWS EPISODES --horizons 1,5 --cap 2 --margin 0.1 --kappa 1");
    JsonNode certificate =
        new ObjectMapper().readTree(run("certify " + base + " --delta 0.02").out());

    assertThat(certificate.findValuesAsText("delta")).isNotEmpty().containsOnly("0.02");
  }

  /**
   * Pairs nearer to each other than the stride are not independent: with a stride of 2 every second
   * pair of a run is certified, as if the file held no other.
   */
  @Test
  void aStrideCertifiesEverySecondPairAndNoOther() throws IOException {
    Path pairs = write("pairs.csv", "q,p,q2,p2\n" + String.join("\n", everySecondPair()) + "\n");
    JsonNode strides = certificate(resolved("CERTIFY ROWS STRIDES"));
    JsonNode alone =
        certificate(
            resolved("CERTIFY --sampling records --state q,p --next q2,p2 --input ") + pairs);

    assertThat(strides.get("units").asInt()).isEqualTo(everySecondPair().size());
    for (String statement :
        List.of("units", "pairs", "fHat", "sHat", "classCounts", "upper", "alarm")) {
      assertThat(strides.get(statement)).as(statement).isEqualTo(alone.get(statement));
    }
  }

  private static JsonNode certificate(String arguments) throws IOException {
    Cli certify = run("certify " + arguments);
    assertThat(certify.code()).as(certify.err()).isZero();
    return new ObjectMapper().readTree(certify.out());
  }

  private static List<String> everySecondPair() throws IOException {
    List<String> pairs = new ArrayList<>();
    String[] before = null;
    int ofRun = 0;
    for (String line : Files.readAllLines(FILES.get("rows"))) {
      String[] cells = line.split(",", -1);
      boolean starts = before == null || !cells[4].equals(before[4]);
      ofRun = starts ? 0 : ofRun;
      if (!starts && !before[6].isEmpty() && !cells[6].isEmpty()) {
        if (ofRun % 2 == 0) {
          pairs.add(String.join(",", before[6], before[7], cells[6], cells[7]));
        }
        ofRun++;
      }
      before = cells;
    }
    return pairs;
  }

  /** Of four pairs one counts: half as many windows, and wrong verdicts, as with every second. */
  @Test
  void checkReckonsWithTheStrideOfTheFile() throws IOException {
    // Three digits are printed.
    assertThat(windowsPerDay(2)).isCloseTo(24 * 60.0 / 2 / 512, within(0.005));
    assertThat(windowsPerDay(4)).isCloseTo(24 * 60.0 / 4 / 512, within(0.005));
  }

  private static double windowsPerDay(int stride) throws IOException {
    Path file =
        write(
            "check" + stride + ".yaml",
            "name: x\nmodel: {file: "
                + FILES.get("model")
                + "}\ninput: {state: [q, p], time: t, step: 1m, independent: asserted, stride: "
                + stride
                + "}\ncertificates: {sampling: records, tolerance: 0.3}\n");
    Cli check = Lab.run("check", file.toString());
    assertThat(check.code()).as(check.err()).isZero();
    Matcher windows = Pattern.compile("([0-9.]+) windows a day").matcher(check.out() + check.err());
    assertThat(windows.find()).as(check.out()).isTrue();
    return Double.parseDouble(windows.group(1));
  }
}
