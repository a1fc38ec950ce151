package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on incidents against a broker. */
class IncidentCommandsIT {
  private static final String ID = "pump-b@2026-09-22T15:13:22Z";

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static Path topology;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
    broker.createTopics(List.of("plant.incidents"), 2, Map.of());
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: none.safetensors}
            input: {state: [a, b]}
            incidents: {topic: plant.incidents}
            kafka: {bootstrap.servers: "unused:1"}
            """);
    try (TopicWriter writer = new TopicWriter(broker.bootstrapServers(), "plant.incidents")) {
      String json =
          "{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"pump-b\",\"opened\":1790090002000,"
              + "\"since\":1790090000000,\"sensors\":[{\"name\":\"speed\",\"share\":1}],\"channels\":[\"map\"],\"state\":\"open\",\"words\":\"It"
              + " happens. It is new.\"}";
      writer.send(
          ID,
          IncidentRecords.read(json.formatted(ID).getBytes(StandardCharsets.UTF_8))
              .orElseThrow()
              .happening()
              .orElseThrow()
              .json());
      writer.flush();
    }
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private static Cli run(String command, String... arguments) {
    String[] all = new String[arguments.length + 4];
    all[0] = command;
    all[1] = topology.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    all[all.length - 2] = "--bootstrap";
    all[all.length - 1] = broker.bootstrapServers();
    return Lab.run(all);
  }

  @Test
  void listsMarksAndShelves() throws Exception {
    Cli list = run("incidents", "--open", "--stream", "pump-b");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.out()).contains(ID + "  open", "It happens. It is new.", "1 incident");
    assertThat(run("incidents", "--stream", "other").out()).contains("0 incidents");
    assertThat(run("incidents", "--label", "fault").out()).contains("0 incidents");

    assertThat(run("incidents", "--shadow").out()).contains("0 incidents");

    Cli mark = run("mark", ID, "fault", "--note", "worn seal", "--who", "shift b");
    assertThat(mark.code()).as(mark.err()).isZero();
    Path csv = folder.resolve("incidents.csv");
    Cli marked = run("incidents", "--label", "fault", "--output", csv.toString());
    assertThat(marked.out()).contains(ID + "  open, fault: worn seal (shift b, ", "1 incident");
    assertThat(Files.readString(csv)).contains(ID, "fault", "worn seal", "shift b", "speed");
    IncidentTopic people =
        IncidentTopic.of(topology.toString(), broker.bootstrapServers(), new SetOption());
    people.write(new IncidentEntry.Acknowledgement(ID, "on my way", "anna", 1));
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest(ID, Optional.of("speed"), "ben", 2, Optional.empty());
    people.write(request);
    assertThat(run("incidents", "--output", csv.toString(), "--replace").out())
        .contains(
            "), seen by anna, ben wants its sensor speed accepted, not carried out yet"
                + System.lineSeparator());
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).endsWith(",words,acknowledged,requested");
    assertThat(lines.get(1)).endsWith(",anna,ben");
    people.write(request.answered(new IncidentEntry.Answer(false, "it drifts", "anna", 3)));
    assertThat(run("incidents").out())
        .contains("ben wanted its sensor speed accepted: refused, it drifts (anna, 1 January 1970");

    assertThat(run("mark", "nothing", "fault").err())
        .contains("there is no incident nothing; kahkm incidents lists them");
    assertThat(run("mark", ID + "0", "fault").err()).contains("did you mean " + ID + "?");
    assertThat(run("mark", ID, "odd").err()).contains("normal, fault, sensor, test, false");

    Cli shelve = run("shelve", "pump-b", "--for", "8h", "--why", "cleaning", "--who", "shift b");
    assertThat(shelve.code()).as(shelve.err()).isZero();
    assertThat(shelve.out()).contains("pump-b is shelved until ");
    assertThat(run("shelve", "pump-b", "--for", "31d", "--why", "x").err()).contains("30 days");
    assertThat(run("shelve", "pump-b", "--for", "1h", "--why", " ").err()).contains("--why");
    Cli unknown = run("shelve", "pump-c", "--for", "8h", "--why", "cleaning");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("there is no stream pump-c", "did you mean pump-b?");
    assertThat(run("shelve", "pump-b", "--for", "0s", "--why", "done").out())
        .contains("no longer shelved");
  }
}
