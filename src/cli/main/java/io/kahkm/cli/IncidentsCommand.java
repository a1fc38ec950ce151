package io.kahkm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentWords;
import io.kahkm.incident.MarkLabel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm incidents}: what happened. */
@Command(
    name = "incidents",
    sortOptions = false,
    header = {"List incidents.", ""},
    description =
        "Reads the incidents topic: the last record of every incident, the newest first, with what"
            + " people called it, who has seen it, and who wants it accepted as normal.")
final class IncidentsCommand implements Callable<Integer> {
  private static final List<String> HEADER =
      List.of(
          "incident",
          "stream",
          "state",
          "since",
          "opened",
          "ended",
          "channels",
          "sensors",
          "label",
          "note",
          "who",
          "words",
          "acknowledged",
          "requested");

  @Mixin HelpOption help;
  @Mixin private IncidentTopic topic;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Option(names = "--stream", paramLabel = "STREAM", description = "Only incidents of one stream.")
  private String stream;

  @Option(
      names = "--shadow",
      description = "Those of the map on trial (model.shadow) instead of the main one's.")
  private boolean shadow;

  @Option(names = "--open", description = "Only incidents that are still open.")
  private boolean open;

  @Option(
      names = "--label",
      paramLabel = "LABEL",
      description = "Only incidents with this mark: normal, fault, sensor, test or false.")
  private MarkLabel label;

  @Option(names = "--output", paramLabel = "FILE", description = "CSV file to write them to.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    if (output != null) {
      replacing.check("--output", output);
    }
    tell(topic.read());
    return ExitCode.OK;
  }

  /** Prints the incidents that are asked for, and writes them where a file is named. */
  void tell(IncidentBook book) throws IOException {
    List<IncidentEntry.Happening> wanted =
        book.latest().stream().filter(incident -> wanted(incident, book)).toList();
    PrintWriter out = spec.commandLine().getOut();
    for (IncidentEntry.Happening incident : wanted) {
      String said = said(incident.id(), book);
      String state = incident.json().path("state").asText();
      out.println(incident.id() + "  " + state + said);
      out.println("  " + incident.json().path("words").asText());
    }
    out.println(wanted.size() + (wanted.size() == 1 ? " incident" : " incidents"));
    out.flush();
    if (output != null) {
      OutputFile.whole(
          output,
          part -> {
            try (CsvSink sink = CsvSink.create(part, HEADER)) {
              for (IncidentEntry.Happening incident : wanted) {
                sink.write(cells(incident, book));
              }
            }
          });
    }
  }

  private boolean wanted(IncidentEntry.Happening incident, IncidentBook book) {
    return incident.ofShadow() == shadow
        && (stream == null || incident.stream().equals(stream))
        && !(open && incident.over())
        && (label == null
            || book.mark(incident.id()).filter(mark -> mark.label() == label).isPresent());
  }

  /** What people said of it: what it was, who has seen it, who wants it accepted. */
  private static String said(String id, IncidentBook book) {
    return book.mark(id).map(IncidentsCommand::words).orElse("")
        + book.acknowledgement(id).map(seen -> ", seen by " + seen.who()).orElse("")
        + book.request(id).map(IncidentsCommand::words).orElse("");
  }

  private static String words(IncidentEntry.AcceptRequest request) {
    String what = request.sensor().map(sensor -> "its sensor " + sensor).orElse("it");
    return request
        .answer()
        .map(
            answer ->
                ", "
                    + request.who()
                    + " wanted "
                    + what
                    + " accepted: "
                    + (answer.accepted() ? "accepted into " : "refused, ")
                    + answer.note()
                    + " ("
                    + answer.who()
                    + ", "
                    + IncidentWords.utc(answer.when())
                    + ")")
        .orElse(", " + request.who() + " wants " + what + " accepted, not carried out yet");
  }

  private static String words(IncidentEntry.Mark mark) {
    String note = mark.note().isBlank() ? "" : ": " + mark.note();
    return ", "
        + mark.label().label()
        + note
        + " ("
        + mark.who()
        + ", "
        + IncidentWords.utc(mark.when())
        + ")";
  }

  private static List<Object> cells(IncidentEntry.Happening incident, IncidentBook book) {
    Optional<IncidentEntry.Mark> mark = book.mark(incident.id());
    JsonNode json = incident.json();
    List<Object> cells = new ArrayList<>();
    cells.add(incident.id());
    cells.add(incident.stream());
    cells.add(json.path("state").asText());
    cells.add(json.path("since").asText());
    cells.add(json.path("opened").asText());
    cells.add(json.path("ended").asText());
    cells.add(joined(json.path("channels"), ""));
    cells.add(joined(json.path("sensors"), "name"));
    cells.add(mark.map(known -> known.label().label()).orElse(""));
    cells.add(mark.map(IncidentEntry.Mark::note).orElse(""));
    cells.add(mark.map(IncidentEntry.Mark::who).orElse(""));
    cells.add(json.path("words").asText());
    cells.add(
        book.acknowledgement(incident.id()).map(IncidentEntry.Acknowledgement::who).orElse(""));
    cells.add(book.request(incident.id()).map(IncidentEntry.AcceptRequest::who).orElse(""));
    return cells;
  }

  private static String joined(JsonNode array, String field) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(element -> field.isEmpty() ? element.asText() : element.path(field).asText())
        .collect(Collectors.joining(" "));
  }
}
