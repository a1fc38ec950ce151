package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages use the words of their field: log lines, errors, help, the texts of alerts, dashboards
 * and settings.
 */
class MessageWordsTest {
  private final List<Wording> lists = List.of(Wording.read(), Wording.ofMessages());

  private List<String> faults(String text) {
    String plain = text.replaceAll("\\s+", " ");
    return lists.stream().flatMap(list -> list.found(plain).stream()).toList();
  }

  private List<String> faultsOf(List<String> files) {
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
        "a stream outside of the map",
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
