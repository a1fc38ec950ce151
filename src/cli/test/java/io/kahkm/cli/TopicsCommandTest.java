package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.BrokerStandIn;
import io.kahkm.testing.TestModels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topics of a file, as the command lists and creates them. */
class TopicsCommandTest {
  @TempDir private Path folder;

  private final BrokerStandIn cluster = new BrokerStandIn();
  private Path file;

  @BeforeEach
  void files() throws Exception {
    ModelFile.write(TestModels.vanDerPol(5, 1), folder.resolve("m.safetensors"));
    file =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: %s}
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1]}
            kafka: {bootstrap.servers: "%s"}
            """
                .formatted(folder.resolve("m.safetensors"), cluster.servers()));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Cli topics(String... options) {
    String[] words = new String[options.length + 2];
    words[0] = "topics";
    words[1] = file.toString();
    System.arraycopy(options, 0, words, 2, options.length);
    return Cli.run(words);
  }

  @Test
  void whatIsMissingIsListedWithTheCommandThatCreatesIt() {
    cluster.topic("plant.states", 4);
    Cli run = topics();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly(
            "  plant.states     input         4 partitions",
            "  plant.forecasts  forecasts     MISSING",
            "  plant.rejects    rejects       MISSING",
            "Create what is missing: ./kahkm topics " + file + " --create");
    assertThat(run.code()).isEqualTo(1);
    assertThat(cluster.created()).isEmpty();
    assertThat(topics("--bootstrap", cluster.servers()).out())
        .endsWith(" --bootstrap " + cluster.servers() + " --create\n");
  }

  @Test
  void newTopicsHaveThePartitionsOfTheInputUnlessTheyAreNamed() {
    cluster.topic("plant.states", 4);
    Cli run = topics("--create");
    assertThat(run.out().lines())
        .contains(
            "created plant.forecasts",
            "created plant.rejects",
            "  plant.forecasts  forecasts     4 partitions")
        .noneMatch(line -> line.startsWith("Create"));
    assertThat(run.code()).isZero();
    assertThat(cluster.created()).containsEntry("plant.forecasts", "4 x usual {}");
    assertThat(topics("--create").out()).as("nothing is missing").doesNotContain("created");
    Cli complete = topics();
    assertThat(complete.out().lines()).hasSize(3).noneMatch(line -> line.startsWith("Create"));
    assertThat(complete.code()).isZero();
  }

  @Test
  void withoutAnInputTheNumbersAreThoseOfTheOptionsOrTheBrokers() throws Exception {
    assertThat(topics("--create", "--partitions", "2", "--replication", "3").code()).isZero();
    assertThat(cluster.created())
        .containsEntry("plant.states", "2 x 3 {}")
        .containsEntry("plant.forecasts", "2 x 3 {}");
    try (BrokerStandIn other = new BrokerStandIn()) {
      assertThat(topics("--create", "--bootstrap", other.servers()).code()).isZero();
      assertThat(other.created()).containsEntry("plant.states", "usual x usual {}");
    }
  }

  @Test
  void numbersNeedACreationAndAreAtLeastOne() {
    for (String option : new String[] {"--partitions", "--replication"}) {
      assertThat(topics(option, "2").err()).contains(option + " needs --create");
      Cli none = topics("--create", option, "0");
      assertThat(none.err()).contains(option + " is 0, at least 1 is needed");
      assertThat(none.code()).isEqualTo(2);
      assertThat(topics("--create", option, "1").code()).isZero();
    }
  }

  @Test
  void aCheckOfBrokersTellsWhatTheyHold() {
    cluster.topic("plant.states", 2);
    Cli missing = Cli.run("check", "--brokers", file.toString());
    assertThat(missing.err()).isEmpty();
    assertThat(missing.out()).contains("  plant.rejects    rejects       MISSING");
    assertThat(missing.code()).isEqualTo(1);
    topics("--create");
    assertThat(Cli.run("check", "--brokers", file.toString()).code()).isZero();
  }
}
