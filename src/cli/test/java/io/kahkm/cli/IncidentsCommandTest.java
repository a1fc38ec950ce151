package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code incidents} lists of a book made by hand. */
class IncidentsCommandTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;
  private final IncidentBook book = new IncidentBook();

  private static IncidentEntry.Happening incident(
      String id, String stream, long opened, boolean over, boolean shadow) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("state", over ? "ended" : "open").put("since", 1000).put("opened", 1000 * opened);
    json.put("words", id + " is odd.");
    if (over) {
      json.put("ended", 9000);
    }
    ArrayNode channels = json.putArray("channels");
    channels.add("novelty").add("relation");
    json.putArray("sensors").addObject().put("name", "q").put("share", 0.5);
    json.withArray("sensors").addObject().put("name", "p");
    if (shadow) {
      json.put("role", IncidentRecords.SHADOW);
    }
    return new IncidentEntry.Happening(id, stream, opened * SECOND, over, Map.of(), json);
  }

  @BeforeEach
  void happen() {
    book.add(incident("one", "pump-a", 10, true, false));
    book.add(incident("two", "pump-b", 20, false, false));
    book.add(incident("three", "pump-a", 30, false, false));
    book.add(incident("trial", "pump-a", 40, false, true));
    book.add(new IncidentEntry.Mark("one", MarkLabel.FAULT, "bearing, worn", "ann", 60 * SECOND));
    book.add(new IncidentEntry.Mark("two", MarkLabel.TEST, " ", "bob", 60 * SECOND));
    book.add(new IncidentEntry.Acknowledgement("two", "", "eve", 70 * SECOND));
    book.add(request("three", Optional.empty(), Optional.empty()));
  }

  private static IncidentEntry.AcceptRequest request(
      String incident, Optional<String> sensor, Optional<IncidentEntry.Answer> answer) {
    return new IncidentEntry.AcceptRequest(incident, sensor, "dan", 80 * SECOND, answer);
  }

  private List<String> told(String... options) throws Exception {
    IncidentsCommand command = new IncidentsCommand();
    CommandLine line = new CommandLine(command);
    Main.configure(line);
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(new BufferedWriter(out)));
    String[] words = new String[options.length + 1];
    words[0] = "plant.yaml";
    System.arraycopy(options, 0, words, 1, options.length);
    line.parseArgs(words);
    command.tell(book);
    return out.toString().lines().toList();
  }

  @Test
  void theNewestComeFirstWithWhatPeopleSaidOfThem() throws Exception {
    assertThat(told())
        .containsExactly(
            "three  open, dan wants it accepted, not carried out yet",
            "  three is odd.",
            "two  open, test (bob, 1 January 1970 00:01:00 UTC), seen by eve",
            "  two is odd.",
            "one  ended, fault: bearing, worn (ann, 1 January 1970 00:01:00 UTC)",
            "  one is odd.",
            "3 incidents");
  }

  @Test
  void onlyThoseAreListedThatAreAskedFor() throws Exception {
    assertThat(told("--shadow")).containsExactly("trial  open", "  trial is odd.", "1 incident");
    assertThat(told("--stream", "pump-b")).hasSize(3).first().asString().startsWith("two  open");
    assertThat(told("--open")).hasSize(5).noneMatch(line -> line.startsWith("one"));
    assertThat(told("--label", "fault")).hasSize(3).first().asString().startsWith("one  ended");
    assertThat(told("--label", "normal")).containsExactly("0 incidents");
    assertThat(told("--open", "--stream", "pump-a")).hasSize(3);
  }

  @Test
  void anAnsweredRequestSaysWhatBecameOfIt() throws Exception {
    IncidentEntry.Answer accepted =
        new IncidentEntry.Answer(true, "new.safetensors", "ann", 120 * SECOND);
    IncidentEntry.Answer refused = new IncidentEntry.Answer(false, "too few", "ann", 120 * SECOND);
    book.add(request("three", Optional.of("q"), Optional.of(accepted)));
    assertThat(told("--open").get(0))
        .isEqualTo(
            "three  open, dan wanted its sensor q accepted: accepted into new.safetensors (ann, 1"
                + " January 1970 00:02:00 UTC)");
    book.add(request("three", Optional.empty(), Optional.of(refused)));
    assertThat(told("--open").get(0))
        .isEqualTo(
            "three  open, dan wanted it accepted: refused, too few (ann, 1 January 1970 00:02:00"
                + " UTC)");
  }

  @Test
  void aFileHoldsOneRowOfEach() throws Exception {
    Path file = folder.resolve("incidents.csv");
    told("--output", file.toString());
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "incident,stream,state,since,opened,ended,channels,sensors,label,note,who,words,"
                + "acknowledged,requested",
            "three,pump-a,open,1000,30000,,\"novelty relation\",\"q p\",,,,\"three is odd.\",,dan",
            "two,pump-b,open,1000,20000,,\"novelty relation\",\"q p\",test,\" \",bob,\"two is"
                + " odd.\",eve,",
            "one,pump-a,ended,1000,10000,9000,\"novelty relation\",\"q p\",fault,\"bearing,"
                + " worn\",ann,\"one is odd.\",,");
  }

  @Test
  void aStreamThatIsUnknownIsToldWithTheOneThatMayBeMeant() {
    Set<String> known = Set.of("pump-a", "mixer");
    assertThatCode(() -> ShelveCommand.requireStream("mixer", known)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ShelveCommand.requireStream("pump-q", known))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "there is no stream pump-q among the incidents and the newest forecasts; did you mean"
                + " pump-a?");
    assertThatThrownBy(() -> ShelveCommand.requireStream("zz", known))
        .isInstanceOf(DataException.class)
        .hasMessage("there is no stream zz among the incidents and the newest forecasts");
  }

  private static Cli shelve(String length, String why) {
    return Cli.run("shelve", "plant.yaml", "pump-a", "--for", length, "--why", why);
  }

  @Test
  void aShelvingHasAnEndWithinThirtyDaysAndAReason() {
    Cli tooLong = shelve("721h", "x");
    assertThat(tooLong.code()).isEqualTo(2);
    assertThat(tooLong.err())
        .isEqualTo("kahkm: --for is PT721H, must be from 0s to 30 days" + System.lineSeparator());
    assertThat(shelve("720h", " ").err()).contains("--why is empty: give the reason");
    assertThat(shelve("0s", "").err()).contains("--why is empty");
    // What is allowed comes to the topology file, which is not there.
    assertThat(shelve("720h", "x").err()).contains("plant.yaml: no such file");
  }
}
