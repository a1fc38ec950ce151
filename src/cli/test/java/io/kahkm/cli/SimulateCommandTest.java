package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.system.Fault;
import io.kahkm.system.FaultKind;
import io.kahkm.system.SimulatedReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @TempDir Path folder;

  @Test
  void writesStreamsOneAfterTheOtherWithTheirEpisodes() throws IOException {
    Path path = folder.resolve("states.csv");

    Cli simulate =
        Cli.words("simulate vanderpol --streams 2 --episode-length 10 --episodes 2 --output", path);

    assertThat(simulate.code()).as(simulate.err()).isZero();
    List<String> lines = Files.readAllLines(path);
    assertThat(lines).hasSize(1 + 2 * 2 * 11);
    assertThat(lines.get(0)).isEqualTo("stream,t,run,q,p");
    assertThat(lines.get(1)).startsWith("sensor-01,0,sensor-01/0,");
    assertThat(lines.get(12)).startsWith("sensor-01,220,sensor-01/1,");
    assertThat(lines.get(23)).startsWith("sensor-02,0,sensor-02/0,");
  }

  @Test
  void theSameSeedWritesTheSameBytes() throws IOException {
    Path first = folder.resolve("first.csv");
    Path second = folder.resolve("second.csv");
    Path other = folder.resolve("other.csv");

    Cli.words("simulate duffing --duration 3s --seed 5 --output", first);
    Cli.words("simulate duffing --duration 3s --seed 5 --output", second);
    Cli.words("simulate duffing --duration 3s --seed 6 --output", other);

    assertThat(first).hasSameBinaryContentAs(second);
    assertThat(Files.readString(other)).isNotEqualTo(Files.readString(first));
    assertThat(Files.readAllLines(first)).hasSize(1 + 100);
  }

  @Test
  void scheduledFaultsAreInTheReadings() throws IOException {
    Path healthy = folder.resolve("healthy.csv");
    Path faulty = folder.resolve("faulty.csv");
    String command = "simulate vanderpol --streams 2 --duration 2s --output ";

    Cli.words(command + healthy);
    Cli simulate =
        Cli.words(
            command
                + faulty
                + " --fault stream=sensor-02,kind=bias,sensor=q,from=1s,to=1500ms,size=0.5");

    assertThat(simulate.code()).as(simulate.err()).isZero();
    try (CsvSource before = CsvSource.open(healthy.toString());
        CsvSource after = CsvSource.open(faulty.toString())) {
      while (before.next() && after.next()) {
        double time = before.number(1);
        boolean active = before.text(0).equals("sensor-02") && time >= 1000 && time < 1500;
        assertThat(after.number(3) - before.number(3)).isCloseTo(active ? 0.5 : 0, within(1e-12));
        assertThat(after.number(4)).isEqualTo(before.number(4));
      }
    }
  }

  @Test
  void simulatedPairsCanBeCertifiedAsRecords() throws IOException {
    Path train = folder.resolve("train.csv");
    Path pairs = folder.resolve("pairs.csv");
    Path model = folder.resolve("model.safetensors");
    Cli.words("simulate vanderpol --streams 2 --episode-length 150 --output", train);
    Cli.words("simulate vanderpol --pairs --episodes 300 --seed 9 --output", pairs);

    Cli fit =
        Cli.words(
            "fit --details --state q,p --episode run --classes 8 --input " + train + " --output",
            model);
    Cli certify =
        Cli.words(
            "certify --state q,p --next q_next,p_next --sampling records --explain --input "
                + pairs
                + " --model",
            model);

    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out()).contains("8 classes", "60 rows held out", "novelty: threshold");
    assertThat(fit.err()).contains("readouts");
    JsonNode json = certify.json();
    assertThat(json.get("units").asInt()).isEqualTo(300);
    assertThat(json.get("alarm").get("verdict").asText()).isNotBlank();
    assertThat(json.get("outsideShare").asDouble()).isBetween(0.0, 1.0);
  }

  private Cli simulate(String options) {
    return Cli.words("simulate vanderpol " + options + " --output", folder.resolve("out.csv"));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("out.csv"));
  }

  @Test
  void aFileHasOneEpisodeUnlessMoreAreAskedFor() throws IOException {
    assertThat(simulate("--episode-length 5").code()).isZero();
    assertThat(lines()).hasSize(1 + 6);
    List<String> one = lines();
    assertThat(simulate("--episode-length 5 --episodes 1 --replace").code()).isZero();
    assertThat(lines()).isEqualTo(one);
    assertThat(simulate("--episode-length 5 --duration 0s --replace").code()).isZero();
    assertThat(lines()).as("at least one reading").hasSize(1 + 1);
    assertThat(simulate("--pairs --replace").code()).isZero();
    assertThat(lines()).hasSize(1 + 1);
    assertThat(simulate("--pairs --episodes 3 --streams 2 --replace").code()).isZero();
    List<String> pairs = lines();
    assertThat(pairs).hasSize(1 + 2 * 3);
    assertThat(pairs.get(0)).isEqualTo("stream,t,q,p,q_next,p_next");
    for (String pair : pairs.subList(1, pairs.size())) {
      assertThat(pair.split(",")).hasSize(6);
    }
    assertThat(pairs.get(1)).startsWith("sensor-01,0,");
    assertThat(pairs.get(4)).startsWith("sensor-02,0,");
  }

  private void refused(String options, String why) {
    Cli cli = simulate(options);
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains(why);
    assertThat(folder.resolve("out.csv")).doesNotExist();
  }

  @Test
  void whatCannotBeSimulatedIsRefused() throws IOException {
    refused("--duration 3s --episodes 2", "--duration and --episodes exclude each other");
    refused("--episodes 0", "--episodes is 0, at least 1 is needed");
    refused("--duration long", "\"long\" is not a duration");
    refused("--fault stream=a", "kind is missing");
    refused("--streams 0", "streams");
    assertThat(Cli.words("simulate nothing --output", folder.resolve("out.csv")).err())
        .contains("nothing");
    simulate("--episode-length 5");
    assertThat(simulate("--episode-length 5").err()).contains("exists: choose another name");
    assertThat(Cli.words("simulate --help").out()).contains("vanderpol, ", "What is simulated: ");
  }

  @Test
  void messagesAreFlatAndMarkTheEndOfAnEpisode() {
    SimulatedReading last =
        new SimulatedReading(40, List.of(1.5, -2.0), Optional.empty(), "sensor-01/3", true, false);
    SimulatedReading pair =
        new SimulatedReading(
            40, List.of(1.5, -2.0), Optional.of(List.of(1.0, 0.1)), "sensor-01/3", true, false);

    assertThat(SimulateCommand.message(List.of("q", "p"), last))
        .hasToString("{\"t\":40,\"q\":1.5,\"p\":-2.0,\"run\":\"sensor-01/3\",\"done\":true}");
    assertThat(SimulateCommand.message(List.of("q", "p"), pair))
        .hasToString("{\"t\":40,\"q\":1.5,\"p\":-2.0,\"q_next\":1.0,\"p_next\":0.1}");
  }

  @Test
  void faultsAreParsedWithAllTheirFields() {
    assertThat(FaultParser.parse("stream=sensor-03,kind=drift,sensor=q,from=20s,to=2m,size=-0.5"))
        .isEqualTo(
            new Fault(
                "sensor-03",
                FaultKind.DRIFT,
                Optional.of("q"),
                Duration.ofSeconds(20),
                Duration.ofMinutes(2),
                -0.5));
    assertThat(FaultParser.parse("stream=a,kind=frozen,from=0s,to=1h").sensor()).isEmpty();
    assertThat(FaultParser.parse("stream=a,kind=wear,part=filter,from=0s,to=1h,size=2").part())
        .contains("filter");
    assertThat(FaultParser.parse("stream=a,kind=frozen,from=0s,to=1h,size=").size()).isZero();
  }

  private static void refusedFault(String text, String why) {
    assertThatIllegalArgumentException().isThrownBy(() -> FaultParser.parse(text)).withMessage(why);
  }

  @Test
  void aFaultThatIsNoneIsRefusedWithTheReason() {
    String keys = "[stream, kind, sensor, part, from, to, size] with =";
    refusedFault("stream=a,stream=b", "\"stream\" is given twice");
    refusedFault("speed=3", "\"speed=3\" is not one of " + keys);
    refusedFault("stream", "\"stream\" is not one of " + keys);
    refusedFault("stream=a,", "\"\" is not one of " + keys);
    refusedFault("stream=a,from=0s", "kind is missing, [stream, from] are given");
    refusedFault("stream=a,kind=bias", "from is missing, [stream, kind] are given");
    refusedFault("kind=bias,from=0s,to=1s", "size is missing, [kind, from, to] are given");
    refusedFault("kind=frozen,from=0s,to=1s", "stream is missing, [kind, from, to] are given");
    refusedFault(
        "stream=a,kind=bias,from=0s,to=1s,size=big", "size \"big\" is not a finite number");
  }

  @Test
  void durationsHaveUnits() {
    assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
    assertThat(Durations.parse("250ms")).isEqualTo(Duration.ofMillis(250));
    for (String wrong : List.of("", "5", "s", "-1s", "5 s", "1e400s", "5y")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Durations.parse(wrong))
          .withMessageContaining("\"" + wrong + "\"");
    }
  }

  /** The readings of the file, one of each stream in turn, from now on. */
  @Test
  void aTopicGetsTheReadingsOfTheFileInTurn() throws Exception {
    String options = "--streams 2 --episode-length 2 --seed 3 --episodes 2";
    assertThat(simulate(options).code()).isZero();
    List<String> rows = lines();
    long before = System.currentTimeMillis();
    List<String> records = SentRecords.of("simulate vanderpol " + options, "12 readings sent\n");

    assertThat(records).hasSize(12);
    long start = 0;
    for (int i = 0; i < 12; i++) {
      // Six readings of the first stream come first in the file, two episodes of three each.
      String[] cells = rows.get(1 + 6 * (i % 2) + i / 2).split(",");
      String[] record = records.get(i).split("=", 2);
      JsonNode message = new ObjectMapper().readTree(record[1]);
      assertThat(record[0]).isEqualTo(cells[0]);
      start = i == 0 ? message.path("t").longValue() : start;
      assertThat(message)
          .hasToString(
              "{\"t\":%d,\"q\":%s,\"p\":%s,\"run\":\"%s\"%s}"
                  .formatted(
                      start + Long.parseLong(cells[1]),
                      cells[3],
                      cells[4],
                      cells[2],
                      i / 2 % 3 == 2 ? ",\"done\":true" : ""));
    }
    assertThat(start).isBetween(before, System.currentTimeMillis());
  }

  @Test
  void aTopicGetsPairs() throws Exception {
    assertThat(simulate("--pairs --episodes 3").code()).isZero();
    List<String> rows = lines();
    List<String> records =
        SentRecords.of("simulate vanderpol --pairs --episodes 3", "3 readings sent\n");

    assertThat(records).hasSize(3);
    for (int i = 0; i < 3; i++) {
      String[] cells = rows.get(1 + i).split(",");
      assertThat(records.get(i))
          .startsWith("sensor-01={\"t\":")
          .endsWith(
              ",\"q\":%s,\"p\":%s,\"q_next\":%s,\"p_next\":%s}"
                  .formatted(cells[2], cells[3], cells[4], cells[5]));
    }
  }
}
