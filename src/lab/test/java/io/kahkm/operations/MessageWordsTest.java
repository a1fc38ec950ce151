package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages use the words of their field: log lines, errors, help, the texts of alerts, dashboards
 * and settings.
 */
class MessageWordsTest {
  /** Words of our own, or as nobody says them, for which the field has others. */
  private static final List<Pattern> NOT_SAID =
      Stream.of(
              // Archaic, or translated.
              "mend(?:s|ed|ing)?",
              "anew",
              "afresh",
              "in the mean",
              "so many(?! of)",
              "whoever",
              "whereof",
              "whereupon",
              "whence",
              "of late",
              "as it were",
              "told apart",
              "comes? out",
              "quicker",
              "if need be",
              "for want of",
              "is (?:yet )?to be done",
              "all the same",
              "dies of",
              "no matter what",
              // What happens to a process, to a partition and to a record.
              "put(?:s|ting)?(?: it)? aside",
              "moved here",
              "left this instance",
              "(?:goes|go|went|going) on(?! (?:a|the) (?:topic|page|axis)\\b)",
              "once more",
              "gave up",
              "made? the engine throw",
              "makes the engine throw",
              "pass(?:es|ed)? over (?:it|them)",
              "nothing is to be",
              "cut off",
              "the \\{?\\}?\\. time",
              // What is reported, and by what.
              "(?:is|was|are|were) said of",
              "says? of",
              "rejects topic",
              "false pages?",
              "(?:scale|end|rows) (?:of its|to the) page",
              "never pages",
              "pages come",
              "rows left out",
              "left-out rows",
              "clos(?:ed|ing) (?:a )?windows?",
              "windows? that (?:is|are|was|were) closed",
              "(?:is|are) worth (?:only )?[^;.]{0,20}independent",
              "novelty limits?",
              "limits? of novelty",
              "above (?:its|their) limits?",
              "over (?:its|their) limits?",
              "forecasts? of somebody else",
              "forecasters? of somebody else",
              "every how many-th",
              "somebody else's")
          .map(
              words ->
                  Pattern.compile(
                      "(?<![\\w-])(?:" + words + ")(?![\\w-])", Pattern.CASE_INSENSITIVE))
          .toList();

  private static List<String> faults(String text) {
    String plain = text.replaceAll("\\s+", " ");
    return NOT_SAID.stream()
        .flatMap(pattern -> pattern.matcher(plain).results())
        .map(
            found ->
                "\""
                    + found.group()
                    + "\" in \""
                    + plain.substring(
                        Math.max(0, found.start() - 60), Math.min(plain.length(), found.end() + 60))
                    + "\"")
        .toList();
  }

  private static List<String> faultsOf(List<String> files) {
    List<String> faults = new ArrayList<>();
    for (String file : files) {
      String text = ProjectFiles.text(file);
      for (String string : file.endsWith(".java") ? JavaStrings.of(text) : List.of(text)) {
        faults(string).forEach(fault -> faults.add(file + ": " + fault));
      }
    }
    return faults;
  }

  private static List<String> messages() {
    return Stream.of("broker", "cli", "core", "engine", "lab", "learn", "vectors")
        .flatMap(module -> ProjectFiles.under("src/" + module + "/main/java", ".java").stream())
        .toList();
  }

  @Test
  void logLinesErrorsAndHelpUseTheWordsOfTheField() {
    assertThat(messages()).hasSizeGreaterThan(500);
    assertThat(faultsOf(messages())).isEmpty();
  }

  @Test
  void alertsUseTheWordsOfTheField() {
    assertThat(faultsOf(ProjectFiles.under("deploy/prometheus/rules", ".yml"))).isEmpty();
  }

  @Test
  void dashboardsUseTheWordsOfTheField() {
    assertThat(faultsOf(ProjectFiles.under("src/lab/test/resources/dashboards", ".yaml")))
        .isEmpty();
  }

  @Test
  void sentencesOfSettingsUseTheWordsOfTheField() {
    assertThat(faultsOf(List.of("src/engine/main/resources/schema/topology.json"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "partition {} moved here",
        "start it or mend the network",
        "its streams begin anew",
        "after {} such stops the record is put aside",
        "the work goes on",
        "with their bytes on the rejects topic",
        "one false page",
        "is done, for the {}. time",
        "last closed window",
        "the recording of 400 rows is worth 12 independent rows"
      })
  void aWordOfOurOwnIsNoticed(String message) {
    assertThat(faults(message)).hasSize(1);
  }

  @Test
  void wordsAreFoundAcrossThePiecesOfALiteralAndNotInComments() {
    assertThat(
            JavaStrings.of(
                "// \"a\"\n f(\"put\"\n + \" aside\", x + \"b\" /* \"c\" */, '\"', \"d\");"))
        .containsExactly("put aside", "b", "d");
    assertThat(faults("put aside")).hasSize(1);
    assertThat(faults("compute asides")).isEmpty();
  }
}
